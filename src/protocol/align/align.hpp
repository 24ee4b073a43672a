// align: which accesses of a protocol may meet. The pair form of theory.md section 2: every part p
// of the protocol is summarised as
//
//   g  condition under which it executes no barrier
//   P  accesses with no barrier of p before them
//   S  accesses with no barrier of p after them
//
// and yields crosses "one thread does one of A while another does one of B". All expressions are
// in the protocol's own symbols; split renames them for two threads.
#pragma once
#include "protocol/align/align_quantify.hpp"
#include "protocol/traces.hpp"

#include <functional>
#include <set>

namespace heddle::protocol {

struct Side;
using SidePtr = std::shared_ptr<const Side>; // nullptr: no accesses

// Which way a thread goes between the two accesses that meet, or to them.
struct Passing {
  Expr cond;
  // What remains of it where loops whose barriers it goes around may be entered as well.
  Expr beside;
};

// A set of accesses of one thread, as a shared tree. Each loop occurs at most once on a side.
struct Side {
  // Everything below these nodes, with conditions and loop binders per thread.
  struct Local {
    std::vector<NodePtr> nodes;
  };
  struct Guarded {
    Passing way;
    SidePtr inner;
  };
  // Some iteration for which the condition holds; `first`: that is iteration 0.
  struct Iteration {
    const Loop* loop;
    bool first;
    Passing way;
    SidePtr inner;
  };
  struct Either {
    std::vector<SidePtr> parts;
  };
  std::variant<Local, Guarded, Iteration, Either> node;
  unsigned depth = 1;
};

// What both threads share around a cross or a barrier: conditions both satisfy, and loops whose
// iteration both are in (then `cond` says that the iteration runs). A list, innermost first.
struct Around;
using AroundPtr = std::shared_ptr<const Around>;
struct Around {
  AroundPtr parent;
  Expr cond;
  const Loop* loop = nullptr; // nullptr: a condition
  bool exact = true;          // cond is not weaker than it should be
};

struct Cross {
  AroundPtr around;
  SidePtr first, second;
  bool symmetric = false; // first and second are one barrier-free part
  // The loop row: the first thread is in iteration k of `loop`, the second in `next` > k, and
  // `between` says (of the second thread, over k and next) that no barrier is executed between.
  const Loop* loop = nullptr;
  Expr runs = nullptr; // iteration k runs
  Expr next = nullptr; // k + 1, or `next_symbol`
  Expr next_symbol = nullptr;
  Passing between = {};
  // A condition that may differ: what holds of each thread alone.
  Expr first_cond = nullptr, second_cond = nullptr;
  // A fact about both threads: `fact` is over symbols that stand for an expression of one of them.
  struct Relation {
    Expr fact = nullptr;
    std::vector<std::pair<Expr, Expr>> first, second; // symbol, expression
    Order order;
  };
  std::shared_ptr<const Relation> relation = nullptr;
  bool exact = true;
};

// What a pair class means for align.
struct Cutting {
  // The condition under which a barrier separates the two threads: true, false, or, in terms of
  // both threads' symbols, the membership of both in a mask or tile.
  std::function<Expr(const Barrier&)> cuts;
  // May the two threads differ in the value of a condition whose binders they share?
  std::function<bool(Expr)> may_differ;
  // Warps in lock-step (--warp-sync): accesses meet only in one instruction or in branches of one
  // condition.
  bool lock_step = false;
};

// Run conditions and derived symbols of loops, shared by all pair classes of one kernel.
class Loops {
public:
  Loops(Pool& pool, Growth::Sequences sequences) : pool_(pool), sequences_(std::move(sequences)) {}
  Expr binder(const Loop& loop) { return pool_.symbol_ref(loop.binder); }
  // Iteration `binder` runs: cond for it and all before.
  Guard runs(const Loop& loop);
  bool monotone(const Loop& loop); // cond(k+1) implies cond(k)
  // `e` at another iteration.
  Expr at(const Loop& loop, Expr e, Expr iteration);
  Expr bound(const Loop& loop) { return derived(loop, bound_, "~"); } // only inside quantifiers
  Expr primed(const Loop& loop) { return derived(loop, primed_, "'"); }
  const Growth::Sequences& sequences() const { return sequences_; }
  Pool& pool() { return pool_; }

private:
  Expr derived(const Loop& loop, std::unordered_map<SymbolId, Expr>& table, const char* mark);
  Expr first_run(const Loop& loop, Expr cond);

  Pool& pool_;
  Growth::Sequences sequences_;
  std::unordered_map<SymbolId, Expr> bound_, primed_;
  std::unordered_map<SymbolId, Guard> runs_;
};

struct Crosses {
  std::vector<Cross> crosses;
  std::vector<std::pair<std::string, Loc>> unknowns;
};

// What may meet within a block by the order of named barriers (src/barrier): instead of align.
struct BlockCrosses {
  Crosses same_thread, same_warp, different_warps;
  // Parts that the lanes of one warp run, to be aligned by the warp's own barriers; `cross` holds
  // what else is known of both threads.
  struct Lanes {
    NodePtr part;
    Cross cross;
  };
  std::vector<Lanes> lanes;
  // Loops that all threads of a block run equally often, although it does not show.
  std::set<const Loop*> common;
};
bool has_warp_barrier(const NodePtr& node);

// Lock-step warps: an implicit barrier between any two accesses in program order.
Crosses align_lock_step(const NodePtr& root, Loops& loops, const Cutting& cutting);
Crosses align(const NodePtr& root, Loops& loops, const Cutting& cutting);

// Text of one cross for --dump=crosses.
std::string to_string(const Pool& pool, const std::vector<core::Array>& arrays, const Cross& cross);

} // namespace heddle::protocol
