// align and split: a protocol becomes symbolic traces, each a question about two symbolic threads
// (theory.md section 2, the pair form). The solver's answer is turned into verdicts in src/check.
#pragma once
#include "protocol/protocol.hpp"

#include <map>
#include <set>

namespace heddle::protocol {

// Which two threads a question is about. same_warp is asked apart only when the kernel has barriers
// of warp scope (or --warp-sync); else same_block covers it. same_thread: a thread and a copy that
// it issued, or two such copies. lane_rows: a thread and the lanes of its warp that load or store
// the row whose address it gives.
enum class PairClass : std::uint8_t {
  same_warp,
  same_block,
  different_blocks,
  same_thread,
  lane_rows
};

// One symbolic thread, of whose actions two are compared.
inline bool is_one_thread(PairClass pairs) {
  return pairs == PairClass::same_thread || pairs == PairClass::lane_rows;
}

// The renamed geometry of one of the two threads.
struct ThreadSymbols {
  std::array<Expr, 3> thread{}, block{};
};

// One occurrence of an access in a trace, for one of the two threads: renamed.
struct TraceAccess {
  const Access* access = nullptr; // owned by the protocol
  Expr guard = nullptr;           // the thread does this access (all conditions around it)
  Expr beside = nullptr;          // .. also where loops whose barriers this way goes around are run
  Expr offset = nullptr;          // bytes, i64
  Expr value = nullptr;           // as Access::value, renamed; nullptr when not known
  std::vector<std::pair<std::string, Expr>> loops;   // source loop variables, outermost first
  std::vector<std::pair<Loc, Expr>> iterations = {}; // of the loops around, outermost first
};

// Two accesses that named barriers do not order: for saying so.
struct Order {
  std::array<std::string, 2> who;         // "warps 0-3"; empty: not among named barriers
  std::array<Expr, 2> iteration{};        // i64; of the loops around the barriers, nullptr: none
  std::array<std::string, 2> could_order; // the barriers that could order [t] before the other
  // Not a race: the first access is ordered before the second, which is of the async proxy, and no
  // proxy fence lies between them; or one of another thread than the first.
  // Or of two accesses to tensor memory: a fence of tensor operations is missing behind the first,
  // or before the second.
  enum class Proxy : std::uint8_t {
    none,
    unfenced,
    late,
    tensor_before,
    tensor_after,
    map // to a tensor map and by a copy that goes by it: no fences of these between the two
  } proxy = Proxy::none;
  // Accesses that are meant: more orders tensor memory than other memory, and proxy fences cover
  // shared memory, global memory, or both.
  enum class Memory : std::uint8_t { all, tensor, others, shared, global } memory = Memory::all;
};

// What atomics and fences say of the order of two accesses (chains.hpp).
struct PairOrder {
  Expr unordered = nullptr; // condition; nullptr: nothing but barriers orders the two
  bool followed = true;     // nothing else may order them
  std::set<ArrayId> zeroed; // arrays that are taken to hold 0 at the launch
  std::string hint;         // they seem to be meant to be ordered: what is missing
};

// One cross restricted to one array (or a pair of arrays that may alias): a race is a pair (a, b)
// in first x second whose guards hold, whose bytes overlap and of which one writes. `facts` hold
// for every pair: geometry, the pair class, the kernel's assumptions, guards of shared binders,
// sequence facts.
struct Trace {
  std::string name; // stable: "kernel.block.3.tile"
  PairClass pairs = PairClass::same_block;
  std::array<ThreadSymbols, 2> threads;
  std::vector<Expr> facts;
  std::vector<TraceAccess> first, second;
  bool symmetric = false; // first and second are the same accesses (u x u): unordered pairs do,
                          // because the facts never order the threads
  bool exact = true; // false: a quantified guard was weakened (sound), so that sat may be spurious
                     // (theory.md "Quantified guards")
  // One of the facts, that says that no barrier is met between the two, and what remains of it
  // where loops with barriers may be entered; nullptr: there is none.
  Expr between = nullptr, beside = nullptr;
  std::vector<Expr> uniform; // atoms both threads share (for smt::Query::uniform)
  Order order;
  Expr lane = nullptr; // lane_rows: the thread's place in its warp, u32
  // Of first[i] and second[j]; none: the kernel has no access by which threads tell others.
  std::map<std::pair<std::size_t, std::size_t>, PairOrder> orders;
};

// A question about one barrier or one assertion: `violation` and all facts satisfiable = broken.
struct Obligation {
  enum class Kind : std::uint8_t {
    divergence,
    exited_threads,
    assertion,
    not_understood, // reached: the verdict is unknown, for the reason `text`
    overflow,       // --bit-precise: the verdict is unknown, for the reason `text`
    own_copy        // a race of one thread's access with its own asynchronous copy
  } kind = Kind::divergence;
  std::string name;
  PairClass pairs = PairClass::same_block;
  std::array<ThreadSymbols, 2> threads; // divergence, exited_threads: both; else only [0] is used
  std::vector<Expr> facts;
  Expr violation = nullptr;
  Expr reached = nullptr; // the first thread comes there
  std::vector<Expr> uniform;
  std::string text; // of the barrier or assertion
  std::vector<std::pair<std::string, Expr>> loops;
  std::vector<std::pair<Loc, Expr>> iterations; // of the loops around, outermost first
  Loc loc;
  CallId call = 0;
  bool exact = true;       // as Trace::exact
  bool relational = false; // assertion: about both threads; no run of one thread shows it
  std::optional<core::OwnCopy> copy = std::nullopt; // own_copy
};

// Does the barrier, of warp scope, join all lanes? A mask that is not constant counts as joining
// nobody.
bool joins_whole_warp(const Barrier& b);

// Do two accesses to a common byte by two threads of this class conflict? At least one writes, and
// they are not both atomic with scopes that cover both threads.
bool conflicting(const core::Kernel& kernel, const Access& a, const Access& b, PairClass pairs);

// What `contract` says about every two elements that `exprs` read.
std::vector<Expr> contract_facts(const Protocol& protocol, const core::Contract& contract,
                                 const std::vector<Expr>& exprs);

struct Questions {
  std::vector<Trace> traces;
  std::vector<Obligation> obligations;
  std::vector<Expr> preconditions; // assumptions and geometry alone: must be satisfiable
  std::set<ArrayId> zeroed;        // arrays that are taken to hold 0 at the launch
  std::string crosses_dump;        // text of --dump=crosses (filled when asked for)
  std::vector<std::pair<std::string, Loc>> unknowns;
};

struct BlockCrosses; // align.hpp

// `within_blocks`: what may meet in a block where named barriers order it; barriers of the block
// are then not asked about.
Questions ask(const Protocol& protocol, Ctx& ctx, const BlockCrosses* within_blocks = nullptr);
std::string to_string(const Pool& pool, const Trace& trace);
std::string to_string(const Pool& pool, const Obligation& obligation);

} // namespace heddle::protocol
