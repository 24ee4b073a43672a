// split: each cross becomes symbolic traces, one per array, for two symbolic threads.
#pragma once
#include "protocol/align/align.hpp"
#include "protocol/split/split_copy.hpp"

namespace heddle::protocol {

class Chains;

// What the questions of one pair class have in common.
struct ClassContext {
  const Protocol& protocol;
  Loops& loops;
  Copies& copies;
  PairClass pairs;
  std::vector<Expr> facts;  // geometry, pair class, assumptions
  Chains* chains = nullptr; // nullptr: named barriers
  bool lock_step = false;
  Expr lane = nullptr; // Trace::lane
};

const char* to_string(PairClass pairs); // "thread", "rows", "warp", "block", "grid"

// Appends the traces of `crosses` that hold a conflict to `out`.
void split(ClassContext& context, const Crosses& crosses, Questions& out);

// Renames the assumptions of the kernel (dimensions and parameters with one value fold).
std::vector<Expr> assumptions(Copies& copies, const core::Kernel& kernel);

// Appends what must hold of all pairs of threads at every barrier, and of every thread at every
// assertion. theory.md section 2, "Uniformity". `within_blocks`: what named barriers order; those
// of a block are not asked about then.
void ask_obligations(const Protocol& protocol, const Geometry& geometry,
                     const SequenceTable& sequences, Loops& loops,
                     const BlockCrosses* within_blocks, Questions& out);

} // namespace heddle::protocol
