// Where operations of the tensor core stand: each is issued by one thread, and is ordered by parts
// that are apart from what threads do.
#include "barrier/extract/extract_walk.hpp"
#include "barrier/extract/tensor_parts.hpp"

#include <algorithm>

namespace heddle::barrier {

void Walk::place(const NodePtr& node) {
  if (has_tensor(node))
    place_tensor(node);
  else
    place(node, no_tensor_part);
}

bool Walk::has_tensor(const NodePtr& node) {
  const auto of_tensor = [](const protocol::Node& n) {
    const auto* access = std::get_if<protocol::Access>(&n.node);
    return access && access->tensor != no_tensor_part;
  };
  return contains(node, of_tensor, tables_.has_tensor);
}

// The threads that walk here and issue tensor operations below `node`.
Walk::Lanes Walk::issuers(const NodePtr& node) {
  if (!has_tensor(node)) return {};
  Lanes found;
  const auto join = [&](const Lanes& more) {
    Lanes both;
    std::ranges::set_union(found, more, std::back_inserter(both));
    found = std::move(both);
  };
  if (std::holds_alternative<protocol::Access>(node->node)) return lanes_;
  if (const auto* seq = std::get_if<protocol::Seq>(&node->node))
    for (const NodePtr& part : seq->parts)
      join(issuers(part));
  if (const auto* loop = std::get_if<protocol::Loop>(&node->node)) join(issuers(loop->body));
  if (const auto* branch = std::get_if<protocol::If>(&node->node)) {
    const Lanes yes = issuers(branch->then_part), no = issuers(branch->else_part);
    Lanes some;
    for (const std::uint32_t t : lanes_) {
      const Expr cond = value(branch->cond, t);
      if ((!is_false(cond) && std::ranges::binary_search(yes, t)) ||
          (!is_true(cond) && std::ranges::binary_search(no, t)))
        some.push_back(t);
    }
    join(some);
  }
  return found;
}

// One tree for all units: they are compared by it.
NodePtr Walk::part_of(const NodePtr& node, const TensorPick& pick) {
  const auto [it, inserted] = tables_.parts.try_emplace({node.get(), pick});
  if (inserted) it->second = only_part(pool_, node, pick);
  return it->second;
}

// What threads do and tensor operations, in the order of the program. In a loop without barriers
// that is not known: there what threads do may come before or behind the operations.
void Walk::place_tensor(const NodePtr& node) {
  const Lanes issue = issuers(node);
  const NodePtr rest = part_of(node, {});
  if (issue.empty()) return rest ? place(rest, no_tensor_part) : void();
  if (issue.size() < lanes_.size()) throw UnitSplit{issue};
  if (issue.size() > 1)
    throw NotUnderstood("operations of the tensor core that several lanes of a warp issue",
                        first_loc(node));
  if (const auto* seq = std::get_if<protocol::Seq>(&node->node)) {
    for (const NodePtr& part : seq->parts)
      place(part);
    return;
  }
  if (const auto* branch = std::get_if<protocol::If>(&node->node)) {
    const std::pair<Expr, NodePtr> ways[] = {{branch->cond, branch->then_part},
                                             {pool_.logical_not(branch->cond), branch->else_part}};
    for (const auto& [cond, part] : ways) {
      if (!part) continue;
      around_.push_back({cond, nullptr});
      place(part);
      around_.pop_back();
    }
    return;
  }
  if (rest) place(rest, no_tensor_part);
  place_operations(node);
  if (rest) place(rest, no_tensor_part);
}

// Those of which one may overtake another are apart by places: each place meets itself, too, in
// another iteration.
void Walk::place_operations(const NodePtr& node) {
  const bool looped = std::holds_alternative<protocol::Loop>(node->node);
  const std::set<core::CopyPlace> places = looped ? overtaking(node) : std::set<core::CopyPlace>{};
  for (const TensorPart part : tensor_parts(node)) {
    if (places.empty()) place(part_of(node, {part}), part);
    for (const core::CopyPlace& at : places) {
      const NodePtr tree = part_of(node, {part, at});
      const std::size_t before = program_.segments.size();
      place(tree, part);
      if (program_.segments.size() == before) continue; // it is not reached
      std::vector<Expr>& inner = program_.segments.back().inner;
      for (const protocol::Loop* loop : loops_below(tree))
        inner.push_back(pool_.cast(pool_.symbol_ref(loop->binder), Type::i64()));
    }
  }
}

// One that accesses may be added to: the last one or, of products, one before that with nothing but
// products behind it. nullptr: there is none.
Segment* Walk::open_segment(const Segment& like) {
  const auto is_product = [](const Segment& s) {
    const TensorKind kind = tensor_kind(s.tensor);
    return kind == TensorKind::operand || kind == TensorKind::head || kind == TensorKind::rest;
  };
  const TensorKind kind = tensor_kind(like.tensor);
  if (kind == TensorKind::copy || kind == TensorKind::shift) return nullptr;
  auto& segments = program_.segments;
  for (auto s = segments.rbegin(); s != segments.rend(); ++s) {
    if (s->section != like.section || s->index != like.index || s->iteration != like.iteration)
      return nullptr;
    if (s->copy == like.copy && s->matrix == like.matrix && s->tensor == like.tensor &&
        s->ends == like.ends)
      return &*s;
    if (!is_product(like) || !is_product(*s)) return nullptr;
  }
  return nullptr;
}

} // namespace heddle::barrier
