// What whole warps make together.
#include "barrier/extract/extract_walk.hpp"
#include "core/meetings.hpp"

#include <algorithm>

namespace heddle::barrier {

// May these threads, where they walk there, come to operations below `node` that whole warps make
// together?
bool Walk::needs_warp(const NodePtr& node, const Lanes& lanes) {
  const auto of_warps = [](const protocol::Node& n) {
    const auto* named = std::get_if<protocol::NamedBarrier>(&n.node);
    const auto* barrier = std::get_if<protocol::Barrier>(&n.node);
    return (named && named->op.aligned) || (barrier && !core::threads_of_meeting(*barrier));
  };
  if (lanes.empty() || !contains(node, of_warps, tables_.of_warps)) return false;
  if (const auto* seq = std::get_if<protocol::Seq>(&node->node))
    return std::ranges::any_of(seq->parts,
                               [&](const NodePtr& part) { return needs_warp(part, lanes); });
  if (const auto* loop = std::get_if<protocol::Loop>(&node->node))
    return needs_warp(loop->body, lanes);
  const auto* branch = std::get_if<protocol::If>(&node->node);
  if (!branch) return true;
  Lanes yes, no;
  for (const std::uint32_t t : lanes) {
    const Expr cond = value(branch->cond, t);
    if (!is_false(cond)) yes.push_back(t);
    if (!is_true(cond)) no.push_back(t);
  }
  return needs_warp(branch->then_part, yes) || needs_warp(branch->else_part, no);
}

} // namespace heddle::barrier
