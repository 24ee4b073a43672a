#include "barrier/extract/tensor_parts.hpp"

#include "protocol/each_node.hpp"
#include "protocol/infer/infer_nodes.hpp"

namespace heddle::barrier {

namespace {

using protocol::make_node;

// Calls `f` with each access of a tensor operation.
template <class F> void each_operation(const NodePtr& node, const F& f) {
  protocol::each_access(node, [&](const protocol::Access& access) {
    if (access.tensor != no_tensor_part) f(access);
  });
}

} // namespace

std::set<TensorPart> tensor_parts(const NodePtr& node) {
  std::set<TensorPart> found;
  each_operation(node, [&](const protocol::Access& a) { found.insert(a.tensor); });
  return found;
}

// PTX ISA, "Pipelined tcgen05 Instructions": tcgen05.cp and .shift are in no order with their like.
std::set<core::CopyPlace> overtaking(const NodePtr& node) {
  std::set<core::CopyPlace> places;
  std::set<TensorKind> kinds;
  std::optional<Loc> loc;
  each_operation(node, [&](const protocol::Access& a) {
    const TensorKind kind = tensor_kind(a.tensor);
    kinds.insert(kind);
    if (kind != TensorKind::copy && kind != TensorKind::shift) return;
    if (!loc) loc = a.loc;
    places.insert(core::copy_place(a.loc, a.call));
  });
  if (loc && kinds.size() > 1)
    throw NotUnderstood("a loop of tcgen05.cp or tcgen05.shift beside other operations of the "
                        "tensor core, which one of the next iteration may overtake",
                        *loc);
  return places;
}

std::vector<const protocol::Loop*> loops_below(const NodePtr& node) {
  std::vector<const protocol::Loop*> loops;
  protocol::each_node(node, [&](const protocol::Node& n) {
    if (const auto* loop = std::get_if<protocol::Loop>(&n.node)) loops.push_back(loop);
  });
  return loops;
}

Loc first_loc(const NodePtr& node) {
  std::optional<Loc> found;
  each_operation(node, [&](const protocol::Access& a) {
    if (!found) found = a.loc;
  });
  return found.value_or(Loc{});
}

NodePtr only_part(Pool& pool, const NodePtr& node, const TensorPick& pick) {
  if (!node) return nullptr;
  if (const auto* access = std::get_if<protocol::Access>(&node->node))
    return pick(*access) ? node : nullptr;
  if (const auto* seq = std::get_if<protocol::Seq>(&node->node)) {
    protocol::Sink sink(pool);
    for (const NodePtr& p : seq->parts)
      sink.add(only_part(pool, p, pick));
    return sink.finish();
  }
  if (const auto* branch = std::get_if<protocol::If>(&node->node))
    return protocol::make_if(pool, branch->cond, only_part(pool, branch->then_part, pick),
                             only_part(pool, branch->else_part, pick), branch->loc, branch->alive);
  if (const auto* loop = std::get_if<protocol::Loop>(&node->node)) {
    protocol::Loop copy = *loop;
    copy.body = only_part(pool, loop->body, pick);
    return copy.body ? make_node(std::move(copy)) : nullptr;
  }
  return pick.part == no_tensor_part ? node : nullptr;
}

} // namespace heddle::barrier
