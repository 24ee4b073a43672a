// Operations of the tensor core below a node of a protocol, part by part. Private to src/barrier.
#pragma once
#include "barrier/extract/extract.hpp"

#include <set>

namespace heddle::barrier {

// The parts of tensor operations that accesses below `node` are of. A copy in a loop of its own, of
// which one may overtake another, throws NotUnderstood.
std::set<TensorPart> tensor_parts(const NodePtr& node);
// Where the first such access stands.
Loc first_loc(const NodePtr& node);
// The tree with the accesses of this part alone; no_tensor_part: with all else. nullptr: none.
NodePtr only_part(Pool& pool, const NodePtr& node, TensorPart part);

} // namespace heddle::barrier
