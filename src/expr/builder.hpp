// The builders behind Pool's (expr.hpp): each folds constants and identities, and orders
// commutative operands, by the rules of rules.hpp.
#pragma once
#include "expr/expr.hpp"
#include "expr/rules.hpp"

#include <utility>

namespace heddle {

// What a builder answers: the result of a rule, by its name, or a node of its operator. Nothing
// else makes one, so that no rewriting goes without a name.
class Built {
public:
  operator Expr() const { return expr_; }

private:
  friend class PoolBuilder;
  explicit Built(Expr expr) : expr_(expr) {}
  Expr expr_;
};

// One function for each operator; what a rule makes is built by the pool again.
class PoolBuilder {
public:
  explicit PoolBuilder(Pool& pool) : pool_(pool) {}

  Built add(Expr a, Expr b) const;
  Built sub(Expr a, Expr b) const;
  Built mul(Expr a, Expr b) const;
  Built div(Expr a, Expr b) const;
  Built rem(Expr a, Expr b) const;
  Built bit_and(Expr a, Expr b) const;
  Built bit_or(Expr a, Expr b) const;
  Built bit_xor(Expr a, Expr b) const;
  Built bit_not(Expr a) const;
  Built shl(Expr a, Expr b) const;
  Built shr(Expr a, Expr b) const;
  Built cast(Expr a, Type type) const;
  Built eq(Expr a, Expr b) const;
  Built lt(Expr a, Expr b) const;
  Built le(Expr a, Expr b) const;
  Built logical_not(Expr a) const;
  Built nary(Op op, std::span<const Expr> operands) const;
  Built ite(Expr c, Expr t, Expr f) const;

private:
  static Built by(Rule rule, Expr result) {
    fired(rule);
    return Built(result);
  }
  Built node(Op op, Type type, std::vector<Expr> args) const {
    return Built(pool_.intern(op, type, 0, std::move(args)));
  }
  Built node(Op op, Expr a, Expr b) const { return node(op, a->type, {a, b}); }
  // Of an operator that commutes: the older operand first.
  Built ordered_node(Op op, Type type, Expr a, Expr b) const {
    if (b->op != Op::constant && b->id < a->id) swap(a, b);
    return node(op, type, {a, b});
  }
  static void swap(Expr& a, Expr& b) {
    fired(Rule::order_operands);
    std::swap(a, b);
  }
  static void constant_last(Expr& a, Expr& b) {
    if (a->op == Op::constant) swap(a, b);
  }
  Expr wrapped_product(Expr a, Expr b) const;
  Expr signed_operation(Op op, Expr a, Expr b) const;
  Expr unsigned_sum(Expr sum, Type type) const;

  Pool& pool_;
};

inline bool both_constant(Expr a, Expr b) { return a->op == Op::constant && b->op == Op::constant; }

} // namespace heddle
