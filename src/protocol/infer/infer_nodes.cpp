#include "protocol/infer/infer_nodes.hpp"

namespace heddle::protocol {

namespace {

NodePtr sequence(NodePtr a, const NodePtr& b) {
  Seq both;
  if (const auto* seq = std::get_if<Seq>(&a->node))
    both = *seq;
  else
    both.parts.push_back(std::move(a));
  if (const auto* seq = std::get_if<Seq>(&b->node))
    both.parts.insert(both.parts.end(), seq->parts.begin(), seq->parts.end());
  else
    both.parts.push_back(b);
  return make_node(std::move(both));
}

NodePtr map_parts(Pool&, const Access& a, const std::function<Expr(Expr)>& f) {
  Access copy = a;
  copy.offset = f(a.offset);
  for (Expr* e : {&copy.value, &copy.operand, &copy.compare, &copy.result, &copy.until})
    if (*e) *e = f(*e);
  for (TripValue& trip : copy.trips)
    trip.value = f(trip.value);
  return make_node(std::move(copy));
}
NodePtr map_parts(Pool&, const Fence& fence, const std::function<Expr(Expr)>&) {
  return make_node(fence);
}
NodePtr map_parts(Pool&, const Barrier& b, const std::function<Expr(Expr)>& f) {
  Barrier copy = b;
  if (b.mask) copy.mask = f(b.mask);
  if (b.alive) copy.alive = f(b.alive);
  return make_node(std::move(copy));
}
NodePtr map_parts(Pool&, const NamedBarrier& b, const std::function<Expr(Expr)>& f) {
  NamedBarrier copy = b;
  for (Expr* e : {&copy.op.id, &copy.op.count, &copy.op.at, &copy.alive})
    if (*e) *e = f(*e);
  return make_node(std::move(copy));
}
NodePtr map_parts(Pool&, const Mbarrier& b, const std::function<Expr(Expr)>& f) {
  Mbarrier copy = b;
  for (Expr* e : {&copy.op.offset, &copy.op.count, &copy.op.bytes, &copy.op.parity, &copy.alive})
    if (*e) *e = f(*e);
  return make_node(std::move(copy));
}
NodePtr map_parts(Pool& pool, const Seq& s, const std::function<Expr(Expr)>& f) {
  Seq copy;
  for (const NodePtr& part : s.parts)
    if (NodePtr p = map_exprs(pool, part, f)) copy.parts.push_back(std::move(p));
  return copy.parts.empty() ? nullptr : make_node(std::move(copy));
}
NodePtr map_parts(Pool& pool, const If& b, const std::function<Expr(Expr)>& f) {
  return make_if(pool, f(b.cond), map_exprs(pool, b.then_part, f), map_exprs(pool, b.else_part, f),
                 b.loc, b.alive ? f(b.alive) : nullptr);
}
NodePtr map_parts(Pool& pool, const Loop& l, const std::function<Expr(Expr)>& f) {
  Loop copy = l;
  copy.cond = f(l.cond);
  copy.body = map_exprs(pool, l.body, f);
  if (l.alive) copy.alive = f(l.alive);
  for (auto& [name, value] : copy.display)
    value = f(value);
  return copy.body ? make_node(std::move(copy)) : nullptr;
}
NodePtr map_parts(Pool&, const Check& c, const std::function<Expr(Expr)>& f) {
  Check copy = c;
  copy.cond = f(c.cond);
  if (copy.copy) copy.copy->offset = f(c.copy->offset);
  return make_node(std::move(copy));
}

} // namespace

NodePtr make_if(Pool& pool, Expr cond, NodePtr then_part, NodePtr else_part, Loc loc, Expr alive) {
  if (cond->op == Op::constant) return cond->value ? then_part : else_part;
  if (!then_part && !else_part) return nullptr;
  if (!then_part) {
    cond = pool.logical_not(cond);
    std::swap(then_part, else_part);
  }
  return make_node(If{cond, std::move(then_part), std::move(else_part), loc, alive});
}

NodePtr map_exprs(Pool& pool, const NodePtr& node, const std::function<Expr(Expr)>& f) {
  if (!node) return nullptr;
  return std::visit([&](const auto& n) { return map_parts(pool, n, f); }, node->node);
}

// if c {a}; if c {b} -> if c {a; b}    if c {a}; if !c {b} -> if c {a} else {b}
bool Sink::join(const NodePtr& node) {
  const auto* next = std::get_if<If>(&node->node);
  const auto* last = parts_.empty() ? nullptr : std::get_if<If>(&parts_.back()->node);
  if (!next || !last || last->else_part || next->else_part) return false;
  if (last->alive != next->alive) return false;
  If both = *last;
  if (next->cond == last->cond)
    both.then_part = sequence(last->then_part, next->then_part);
  else if (next->cond == pool_->logical_not(last->cond))
    both.else_part = next->then_part;
  else
    return false;
  parts_.back() = make_node(std::move(both));
  return true;
}

void Sink::add(NodePtr node) {
  if (!node) return;
  if (const auto* seq = std::get_if<Seq>(&node->node)) {
    for (const NodePtr& part : seq->parts)
      add(part);
    return;
  }
  if (!join(node)) parts_.push_back(std::move(node));
}

NodePtr Sink::finish() {
  if (parts_.empty()) return nullptr;
  if (parts_.size() == 1) return std::move(parts_.front());
  return make_node(Seq{std::move(parts_)});
}

} // namespace heddle::protocol
