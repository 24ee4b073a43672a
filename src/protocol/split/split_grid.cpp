// Of a grid that covers n cells by blocks of b, blocks begin before the end:
//
//   gridDim == (n + b - 1) / b              (x + 1) * b <= n + b - 1
//   gridDim == n / b + (n % b == 0 ? 0 : 1)        x * b < n
//   gridDim == (n - 1) / b + 1                     x * b <= n - 1
//
// for a block x < gridDim, where b > 0, and n > 0 (n - 1 >= 0) in the last two, as quotients go
// towards zero. It follows from the quotient, but b is multiplied: where it is no constant, the
// solver would have to find the product.
#include "protocol/split/split_geometry.hpp"

namespace heddle::protocol {

namespace {

// No grid has more blocks than an int can count.
Expr below_casts(Expr e) {
  while (e->op == Op::cast && e->type.width >= 32)
    e = e->args[0];
  return e;
}

// n % b == 0 ? 0 : 1, of this quotient n / b
bool is_rest(Expr e, Expr quotient) {
  if (e->op != Op::ite) return false;
  Expr cond = e->args[0], none = e->args[1], one = e->args[2];
  if (cond->op == Op::logical_not) {
    cond = cond->args[0];
    std::swap(none, one);
  }
  if (cond->op != Op::eq || constant_value(none) != 0 || constant_value(one) != 1) return false;
  for (const std::size_t i : {0, 1}) {
    Expr rest = cond->args[i];
    if (rest->op == Op::rem && rest->args == quotient->args &&
        constant_value(cond->args[1 - i]) == 0)
      return true;
  }
  return false;
}

} // namespace

// What the number of blocks along the axis says of one of them, `index`.
Expr Geometry::begins_inside(Expr blocks, Expr index) const {
  Expr quotient = blocks, more = nullptr;
  if (blocks->op == Op::add)
    for (const std::size_t i : {0, 1})
      if (blocks->args[i]->op == Op::div) {
        quotient = blocks->args[i];
        more = blocks->args[1 - i];
      }
  const bool is_known =
      quotient->op == Op::div && quotient->type.is_signed && !constant_value(quotient->args[1]);
  if (!is_known) return nullptr;
  Expr n = quotient->args[0], b = quotient->args[1];
  Expr x = pool_.cast(index, b->type), one = pool_.constant(1, b->type),
       zero = pool_.constant(0, b->type);
  Expr none = pool_.le(b, zero);
  if (!more) return pool_.logical_or(none, pool_.le(pool_.mul(pool_.add(x, one), b), n));
  if (is_rest(more, quotient))
    return pool_.logical_or(pool_.logical_or(none, pool_.le(n, zero)),
                            pool_.lt(pool_.mul(x, b), n));
  if (constant_value(more) != 1) return nullptr;
  return pool_.logical_or(pool_.logical_or(none, pool_.lt(n, zero)), pool_.le(pool_.mul(x, b), n));
}

// Of gridDim == .. among what is assumed; nullptr: it is not.
Expr Geometry::blocks_along(std::size_t axis) const {
  for (Expr cond : equations_)
    for (const std::size_t i : {0, 1})
      if (below_casts(cond->args[i]) == grid_dim_[axis]) return cond->args[1 - i];
  return nullptr;
}

void Geometry::covers(std::vector<Expr>& facts, const ThreadSymbols& thread,
                      std::size_t axis) const {
  Expr blocks = constant_value(thread.block[axis]) ? nullptr : blocks_along(axis);
  Expr fact = blocks ? begins_inside(blocks, thread.block[axis]) : nullptr;
  if (fact) facts.push_back(fact);
}

} // namespace heddle::protocol
