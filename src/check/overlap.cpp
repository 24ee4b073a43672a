#include "check/overlap.hpp"

namespace heddle::check {

namespace {

// Is `e` a multiple of `divisor` (a power of two or not) for all values of its atoms? False: not
// known.
bool divisible(Expr e, std::int64_t divisor) {
  switch (e->op) {
  case Op::constant:
    return e->value % divisor == 0;
  case Op::add:
  case Op::sub:
    return e->type.is_signed && divisible(e->args[0], divisor) && divisible(e->args[1], divisor);
  case Op::mul:
    return divisible(e->args[0], divisor) || divisible(e->args[1], divisor);
  case Op::ite:
    return divisible(e->args[1], divisor) && divisible(e->args[2], divisor);
  default:
    return false;
  }
}

struct Split {
  Expr base;
  std::int64_t constant;
};

// x + c -> (x, c); builders keep constants of sums on the right.
Split split_constant(Pool& pool, Expr e) {
  if (e->op == Op::constant) return {pool.constant(0, e->type), e->value};
  if (e->op == Op::add && e->args[1]->op == Op::constant) return {e->args[0], e->args[1]->value};
  return {e, 0};
}

} // namespace

Expr overlap(Pool& pool, Expr a, unsigned a_size, Expr b, unsigned b_size, bool aligned) {
  if (a_size == b_size) {
    if (aligned) return pool.eq(a, b);
    const auto size = static_cast<std::int64_t>(a_size);
    const Split x = split_constant(pool, a), y = split_constant(pool, b);
    if (divisible(x.base, size) && divisible(y.base, size) && (x.constant - y.constant) % size == 0)
      return pool.eq(a, b);
  }
  Expr a_end = pool.add(a, pool.constant(a_size, a->type));
  Expr b_end = pool.add(b, pool.constant(b_size, b->type));
  return pool.logical_and(pool.lt(a, b_end), pool.lt(b, a_end));
}

} // namespace heddle::check
