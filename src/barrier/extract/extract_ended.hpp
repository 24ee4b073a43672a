// Threads of the blocks of a cluster that end before others come to the cluster's barrier. It waits
// for all threads that have not exited (PTX ISA, "barrier.cluster"): so it is complete only when
// they have, and they release nothing by that. Private to src/barrier.
#pragma once
#include "barrier/extract/extract_walk.hpp"

namespace heddle::barrier {

// A sync of all threads, of which the count is not put in yet.
inline bool waits_for_all(const Operation& op) {
  return op.kind == Operation::Kind::sync && op.count == Operation::all_threads;
}

// Of each role that comes to fewer barriers of the cluster than another: it comes to the others
// when it has ended (Operation::ended). Where what they come to is not comparable nothing is added.
// The programs, each with its units, are those of a joined kernel, before roles are made of them.
void add_endings(Extracted& result, std::vector<WarpProgram>& programs,
                 const std::vector<std::vector<Unit>>& units, Pool& pool);

// Is it the mark of a block's end, and nothing else?
bool marks_end(const core::Kernel& kernel, const NodePtr& node);

} // namespace heddle::barrier
