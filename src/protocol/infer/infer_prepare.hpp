// A look over the whole kernel before it is walked: loops are brought into one shape, and what
// every statement may change is collected.
#pragma once
#include "core/core.hpp"

#include <set>
#include <unordered_map>
#include <unordered_set>

namespace heddle::protocol {

// What may happen inside an if, loop or labelled block.
struct StmtInfo {
  bool barrier = false;
  bool exits = false;             // contains Exit
  bool loops = false;             // contains a loop
  bool local_cells = false;       // accesses thread-local arrays of integers
  std::size_t weight = 1;         // statements
  std::set<std::size_t> modified; // indices of variables
  std::set<core::ArrayId> writes;
  std::set<core::ArrayId> plain_writes; // not by atomics
  std::set<core::ArrayId> tail_writes;  // perhaps with no barrier after them
  bool surely_barrier = false;          // every way through it has a barrier
  std::set<core::LabelId> jumps;        // where Break and Continue inside lead
};

struct Prepared {
  core::Block body;
  std::vector<core::VarId> vars;
  std::unordered_map<core::VarId, std::size_t> index; // of vars
  std::unordered_map<const core::Stmt*, StmtInfo> info;
  // Variables that are set anew whenever this block runs and are not used outside of it.
  std::unordered_map<const core::Block*, std::vector<std::size_t>> locals;
  std::vector<bool> written; // per array: the kernel may change it (through an alias, too)
  // Per array: all atomics on it are additions (core::is_addition), and it has no alias.
  std::vector<bool> counters;
  // What ended the loop whose last look gave the variable its value (replace_waits).
  std::unordered_map<core::VarId, Expr> until;
  bool named = false;    // it has named barriers or mbarriers
  bool masks = false;    // it has barriers of a mask
  bool too_deep = false; // nested deeper than is supported: nothing else is filled in
};

inline constexpr unsigned max_nesting = 250;

// `rings`: stages of rings become counters (count_rings).
Prepared prepare(const core::Kernel& kernel, bool rings);

// With --bit-precise: what may go round is no counter.
void drop_counters_that_wrap(const core::Kernel& kernel, Prepared& prepared);

// Replaces variables that go round, and their phase bits, by counters, which are added to `vars`.
void count_rings(Pool& pool, core::Block& body, std::vector<core::VarId>& vars);

// Replaces loops that wait for what a cell holds by their last look at it; `until` then says of the
// variable that gets the value why it was the last.
void replace_waits(Pool& pool, core::Block& body, std::unordered_map<core::VarId, Expr>& until);

} // namespace heddle::protocol
