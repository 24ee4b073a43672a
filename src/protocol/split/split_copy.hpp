// Renaming for two threads: what they share keeps its name, everything else gets a copy per thread
// (theory.md section 2, "What is shared and what is not").
#pragma once
#include "protocol/split/split_geometry.hpp"

#include <unordered_map>
#include <unordered_set>

namespace heddle::protocol {

// Sequences by their function, and the binders that are the arguments of their applications.
struct KnownSequence {
  const Sequence* sequence;
  std::vector<SymbolId> formals; // empty when no plain application was found
};
using SequenceTable = std::unordered_map<FunctionId, KnownSequence>;
SequenceTable sequence_table(const Protocol& protocol);

// The copies made for one pair class, shared by all its questions.
class Copies {
public:
  Copies(const Protocol& protocol, const Geometry& geometry, const SequenceTable& sequences,
         PairClass pairs);

  const ThreadSymbols& thread(std::size_t t) const { return threads_[t]; }
  const std::array<ThreadSymbols, 2>& threads() const { return threads_; }
  Pool& pool() const { return pool_; }
  const Geometry& geometry() const { return geometry_; }
  const SequenceTable& sequences() const { return sequences_; }
  const LoopExit* exit(FunctionId trips) const;

  Expr binder_copy(SymbolId binder, std::size_t t);
  FunctionId function_copy(FunctionId fn, std::size_t t);
  bool one_per_warp(FunctionId fn) const;
  FunctionId warp_function(FunctionId fn);
  // The function that `fn` copies, and for which thread; itself and nothing when it is no copy.
  struct Origin {
    FunctionId fn;
    std::optional<std::size_t> thread;
  };
  Origin origin(FunctionId fn) const;
  // An application as the protocol has it. `thread`: the one of the two whose it is; none:
  // either's.
  struct Original {
    FunctionId fn;
    std::vector<Expr> args; // renamed
    std::optional<std::size_t> thread;
  };
  Original original(Expr application) const;
  // Does `e` mention what only thread `t` has?
  bool mentions_own(Expr e, std::size_t t) const;
  Expr warp(std::size_t t) const; // the number of the thread's warp in its block
  // Has `e` the same value for both threads?
  bool shared(Expr e);
  PairClass pairs() const { return pairs_; }

private:
  bool shares(FunctionId fn);

  Pool& pool_;
  const Geometry& geometry_;
  const SequenceTable& sequences_;
  PairClass pairs_;
  std::array<ThreadSymbols, 2> threads_;
  std::unordered_map<FunctionId, const core::Array*> loaded_;
  std::unordered_map<FunctionId, const LoopExit*> exits_; // by `trips`
  std::unordered_map<FunctionId, bool> shares_;
  std::unordered_map<SymbolId, std::array<Expr, 2>> binders_;
  std::unordered_map<FunctionId, std::array<FunctionId, 2>> functions_;
  std::unordered_map<FunctionId, Origin> origins_;
  std::unordered_map<FunctionId, FunctionId> warp_functions_, of_warp_function_;
  std::array<std::unordered_set<Expr>, 2> own_; // symbols of one thread
  std::unordered_map<Expr, bool> shared_;
};

// One thread's reading of the protocol's expressions in one question.
class ThreadCopy {
public:
  ThreadCopy(Copies& copies, std::size_t t, bool share_binders = false)
      : copies_(copies), t_(t), share_binders_(share_binders) {}

  // Fixes what `binder` stands for; before any expression with it is renamed.
  void set(SymbolId binder, Expr value) { binders_[binder] = value; }
  Expr operator()(Expr e);

private:
  Expr leaf(Expr e);
  Expr application(Expr e);
  Expr sequence_value(const KnownSequence& known, Expr app);

  Copies& copies_;
  std::size_t t_;
  bool share_binders_;
  std::unordered_map<SymbolId, Expr> binders_;
  Pool::Memo memo_;
};

// Distinct symbols and applications in `exprs`, in order of creation; nullptrs are passed over.
std::vector<Expr> all_atoms(const std::vector<Expr>& exprs);

// What is known of the sequence applications in `exprs` (renamed): values at iteration 0, growth
// between iterations, bounds.
std::vector<Expr> sequence_facts(Copies& copies, const std::vector<Expr>& exprs);

// What is known of values in `exprs` (renamed) that come from memory or from other lanes: what
// contracts say, and the two below.
std::vector<Expr> content_facts(Copies& copies, const Protocol& protocol,
                                const std::vector<Expr>& exprs);
// What results of additions to one counter say of each other (Increment).
std::vector<Expr> addition_facts(const Copies& copies, const Protocol& protocol,
                                 const std::vector<Expr>& exprs);
// What lanes say of what they made together (Exchanged), and counts of bits of each other.
std::vector<Expr> lane_facts(Copies& copies, const Protocol& protocol,
                             const std::vector<Expr>& exprs);

// What every forall of the kernel says of two unequal integers, for some elements: where that
// cannot hold, the contracts contradict each other.
std::vector<Expr> contract_preconditions(const core::Kernel& kernel);

// Symbols and applications in `exprs` that have one value for both threads, in order of creation.
std::vector<Expr> uniform_atoms(Copies& copies, const std::vector<Expr>& exprs);

} // namespace heddle::protocol
