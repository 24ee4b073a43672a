#include "barrier/extract/tensor_parts.hpp"

#include "protocol/infer/infer_nodes.hpp"

namespace heddle::barrier {

namespace {

using protocol::make_node;

// Calls `f` with each access, and whether a loop below `node` is around it.
template <class F> void each_access(const NodePtr& node, bool looped, const F& f) {
  if (!node) return;
  if (const auto* access = std::get_if<protocol::Access>(&node->node)) f(*access, looped);
  if (const auto* seq = std::get_if<protocol::Seq>(&node->node))
    for (const NodePtr& part : seq->parts)
      each_access(part, looped, f);
  if (const auto* branch = std::get_if<protocol::If>(&node->node)) {
    each_access(branch->then_part, looped, f);
    each_access(branch->else_part, looped, f);
  }
  if (const auto* loop = std::get_if<protocol::Loop>(&node->node)) each_access(loop->body, true, f);
}

} // namespace

std::set<TensorPart> tensor_parts(const NodePtr& node) {
  std::set<TensorPart> found;
  each_access(node, false, [&](const protocol::Access& a, bool looped) {
    if (a.tensor == no_tensor_part) return;
    const TensorKind kind = tensor_kind(a.tensor);
    if (looped && (kind == TensorKind::copy || kind == TensorKind::shift))
      throw NotUnderstood(
          "a loop of tcgen05.cp or tcgen05.shift, one of which may overtake another", a.loc);
    found.insert(a.tensor);
  });
  return found;
}

Loc first_loc(const NodePtr& node) {
  std::optional<Loc> found;
  each_access(node, false, [&](const protocol::Access& a, bool) {
    if (!found && a.tensor != no_tensor_part) found = a.loc;
  });
  return found.value_or(Loc{});
}

NodePtr only_part(Pool& pool, const NodePtr& node, TensorPart part) {
  if (!node) return nullptr;
  if (const auto* access = std::get_if<protocol::Access>(&node->node))
    return access->tensor == part ? node : nullptr;
  if (const auto* seq = std::get_if<protocol::Seq>(&node->node)) {
    protocol::Sink sink(pool);
    for (const NodePtr& p : seq->parts)
      sink.add(only_part(pool, p, part));
    return sink.finish();
  }
  if (const auto* branch = std::get_if<protocol::If>(&node->node))
    return protocol::make_if(pool, branch->cond, only_part(pool, branch->then_part, part),
                             only_part(pool, branch->else_part, part), branch->loc, branch->alive);
  if (const auto* loop = std::get_if<protocol::Loop>(&node->node)) {
    protocol::Loop copy = *loop;
    copy.body = only_part(pool, loop->body, part);
    return copy.body ? make_node(std::move(copy)) : nullptr;
  }
  return part == no_tensor_part ? node : nullptr;
}

} // namespace heddle::barrier
