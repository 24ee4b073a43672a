// Builders of conditions and choices.
#include "expr/builder.hpp"

#include <algorithm>
#include <cassert>

namespace heddle {

namespace {

// Of constants.
bool is_less(Expr a, Expr b) {
  if (a->type == Type::u64())
    return static_cast<std::uint64_t>(a->value) < static_cast<std::uint64_t>(b->value);
  return a->value < b->value;
}

} // namespace

Built PoolBuilder::eq(Expr a, Expr b) const {
  if (a == b) return by(Rule::eq_self, pool_.boolean(true));
  if (both_constant(a, b)) return by(Rule::eq_constants, pool_.boolean(a->value == b->value));
  constant_last(a, b);
  if (is_true(b)) return by(Rule::eq_true, a);
  if (is_false(b)) return by(Rule::eq_false, pool_.logical_not(a));
  if (b->op == Op::constant && a->op == Op::ite && both_constant(a->args[1], a->args[2]))
    return by(Rule::eq_choice,
              pool_.ite(a->args[0], pool_.eq(a->args[1], b), pool_.eq(a->args[2], b)));
  return ordered_node(Op::eq, Type::boolean(), a, b);
}

Built PoolBuilder::lt(Expr a, Expr b) const {
  if (a == b) return by(Rule::lt_self, pool_.boolean(false));
  if (both_constant(a, b)) return by(Rule::lt_constants, pool_.boolean(is_less(a, b)));
  return node(Op::lt, Type::boolean(), {a, b});
}

Built PoolBuilder::le(Expr a, Expr b) const {
  if (a == b) return by(Rule::le_self, pool_.boolean(true));
  if (both_constant(a, b)) return by(Rule::le_constants, pool_.logical_not(pool_.lt(b, a)));
  return node(Op::le, Type::boolean(), {a, b});
}

Built PoolBuilder::logical_not(Expr a) const {
  if (a->op == Op::constant) return by(Rule::not_constant, pool_.boolean(!a->value));
  if (a->op == Op::logical_not) return by(Rule::not_twice, a->args[0]);
  // negations do not pile up
  if (a->op == Op::lt) return by(Rule::not_less, pool_.le(a->args[1], a->args[0]));
  if (a->op == Op::le) return by(Rule::not_at_most, pool_.lt(a->args[1], a->args[0]));
  return node(Op::logical_not, Type::boolean(), {a});
}

Built PoolBuilder::nary(Op op, std::span<const Expr> operands) const {
  const bool is_and = op == Op::logical_and;
  std::vector<Expr> flat;
  std::vector<Expr> work(operands.rbegin(), operands.rend());
  while (!work.empty()) {
    Expr e = work.back();
    work.pop_back();
    assert(e->type.is_bool());
    if (e->op == op) {
      fired(Rule::nested);
      work.insert(work.end(), e->args.rbegin(), e->args.rend());
    } else if (e->op == Op::constant) {
      if (static_cast<bool>(e->value) != is_and) return by(Rule::absorbing, pool_.boolean(!is_and));
      fired(Rule::neutral);
    } else {
      flat.push_back(e);
    }
  }
  std::ranges::sort(flat, {}, [](Expr e) { return e->id; });
  const auto repeated = std::unique(flat.begin(), flat.end());
  if (repeated != flat.end()) fired(Rule::repeated);
  flat.erase(repeated, flat.end());
  for (Expr e : flat)
    if (std::ranges::binary_search(flat, pool_.logical_not(e)->id, {},
                                   [](Expr x) { return x->id; }))
      return by(Rule::contrary, pool_.boolean(!is_and));
  if (flat.empty()) return by(Rule::alone, pool_.boolean(is_and));
  if (flat.size() == 1) return by(Rule::alone, flat[0]);
  return node(op, Type::boolean(), std::move(flat));
}

Built PoolBuilder::ite(Expr c, Expr t, Expr f) const {
  if (c->op == Op::constant) return by(Rule::choice_constant, c->value ? t : f);
  if (t == f) return by(Rule::choice_same, t);
  if (c->op == Op::logical_not) return by(Rule::choice_not, pool_.ite(c->args[0], f, t));
  if (is_true(t)) return by(Rule::choice_true_else, pool_.logical_or(c, f));
  if (is_false(t)) return by(Rule::choice_false_else, pool_.logical_and(pool_.logical_not(c), f));
  if (is_true(f)) return by(Rule::choice_else_true, pool_.logical_or(pool_.logical_not(c), t));
  if (is_false(f)) return by(Rule::choice_else_false, pool_.logical_and(c, t));
  if (t->op == Op::ite && t->args[0] == c)
    return by(Rule::choice_then_choice, pool_.ite(c, t->args[1], f));
  if (f->op == Op::ite && f->args[0] == c)
    return by(Rule::choice_else_choice, pool_.ite(c, t, f->args[2]));
  return node(Op::ite, t->type, {c, t, f});
}

} // namespace heddle
