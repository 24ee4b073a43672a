// Operations of the tensor core below a node of a protocol, part by part. Private to src/barrier.
#pragma once
#include "barrier/extract/extract.hpp"

#include <set>

namespace heddle::barrier {

// The parts of tensor operations that accesses below `node` are of.
std::set<TensorPart> tensor_parts(const NodePtr& node);
// Below `node`, a loop without barriers: the places of operations of which one may overtake another
// (tcgen05.cp, .shift). Throws NotUnderstood where there are operations of another kind beside
// them, which come before some of them and behind others.
std::set<core::CopyPlace> overtaking(const NodePtr& node);
// The loops below `node` around its accesses.
std::vector<const protocol::Loop*> loops_below(const NodePtr& node);
// Where the first such access stands.
Loc first_loc(const NodePtr& node);
// Which accesses of a tree: those of a part (no_tensor_part: what is no tensor operation), of one
// place where that is given.
struct TensorPick {
  TensorPart part = no_tensor_part;
  std::optional<core::CopyPlace> place = {};
  bool operator()(const protocol::Access& access) const {
    return access.tensor == part && (!place || core::copy_place(access.loc, access.call) == *place);
  }
  auto operator<=>(const TensorPick&) const = default;
};
// The tree with these accesses alone; what is no access is of no_tensor_part. nullptr: none.
NodePtr only_part(Pool& pool, const NodePtr& node, const TensorPick& pick);

} // namespace heddle::barrier
