#include "expr/builder.hpp"

#include <array>
#include <cassert>

namespace heddle {

std::int64_t wrap(std::int64_t value, Type type) {
  if (!type.is_int() || type.width >= 64) return value;
  const std::uint64_t mask = (std::uint64_t{1} << type.width) - 1;
  const std::uint64_t bits = static_cast<std::uint64_t>(value) & mask;
  if (type.is_signed && (bits >> (type.width - 1))) return static_cast<std::int64_t>(bits | ~mask);
  return static_cast<std::int64_t>(bits);
}

std::optional<std::int64_t> constant_value(Expr e) {
  if (e->op != Op::constant) return std::nullopt;
  return e->value;
}

Expr Pool::add(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  return PoolBuilder(*this).add(a, b);
}

Expr Pool::sub(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  return PoolBuilder(*this).sub(a, b);
}

Expr Pool::mul(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  return PoolBuilder(*this).mul(a, b);
}

Expr Pool::div(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  return PoolBuilder(*this).div(a, b);
}

Expr Pool::rem(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  return PoolBuilder(*this).rem(a, b);
}

Expr Pool::bit_and(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  return PoolBuilder(*this).bit_and(a, b);
}

Expr Pool::bit_or(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  return PoolBuilder(*this).bit_or(a, b);
}

Expr Pool::bit_xor(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  return PoolBuilder(*this).bit_xor(a, b);
}

Expr Pool::bit_not(Expr a) { return PoolBuilder(*this).bit_not(a); }

Expr Pool::shl(Expr a, Expr b) {
  assert(a->type.is_int() && b->type.is_int());
  return PoolBuilder(*this).shl(a, b);
}

Expr Pool::shr(Expr a, Expr b) {
  assert(a->type.is_int() && b->type.is_int());
  return PoolBuilder(*this).shr(a, b);
}

Expr Pool::cast(Expr a, Type type) {
  assert(a->type.is_int() && type.is_int());
  return PoolBuilder(*this).cast(a, type);
}

Expr Pool::eq(Expr a, Expr b) {
  assert(a->type == b->type);
  return PoolBuilder(*this).eq(a, b);
}

Expr Pool::lt(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  return PoolBuilder(*this).lt(a, b);
}

Expr Pool::le(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  return PoolBuilder(*this).le(a, b);
}

Expr Pool::logical_not(Expr a) {
  assert(a->type.is_bool());
  return PoolBuilder(*this).logical_not(a);
}

Expr Pool::all(std::span<const Expr> conjuncts) {
  return PoolBuilder(*this).nary(Op::logical_and, conjuncts);
}
Expr Pool::any(std::span<const Expr> disjuncts) {
  return PoolBuilder(*this).nary(Op::logical_or, disjuncts);
}
Expr Pool::logical_and(Expr a, Expr b) { return all(std::array{a, b}); }
Expr Pool::logical_or(Expr a, Expr b) { return any(std::array{a, b}); }

Expr Pool::ite(Expr c, Expr t, Expr f) {
  assert(c->type.is_bool() && t->type == f->type);
  return PoolBuilder(*this).ite(c, t, f);
}

Expr Pool::rebuild(Op op, Type type, std::int64_t value, std::vector<Expr> args) {
  switch (op) {
  case Op::constant:
  case Op::symbol:
    return intern(op, type, value, {});
  case Op::apply:
    return intern(op, type, value, std::move(args));
  case Op::add:
    return add(args[0], args[1]);
  case Op::sub:
    return sub(args[0], args[1]);
  case Op::mul:
    return mul(args[0], args[1]);
  case Op::div:
    return div(args[0], args[1]);
  case Op::rem:
    return rem(args[0], args[1]);
  case Op::bit_and:
    return bit_and(args[0], args[1]);
  case Op::bit_or:
    return bit_or(args[0], args[1]);
  case Op::bit_xor:
    return bit_xor(args[0], args[1]);
  case Op::bit_not:
    return bit_not(args[0]);
  case Op::shl:
    return shl(args[0], args[1]);
  case Op::shr:
    return shr(args[0], args[1]);
  case Op::cast:
    return cast(args[0], type);
  case Op::eq:
    return eq(args[0], args[1]);
  case Op::lt:
    return lt(args[0], args[1]);
  case Op::le:
    return le(args[0], args[1]);
  case Op::logical_not:
    return logical_not(args[0]);
  case Op::logical_and:
    return all(args);
  case Op::logical_or:
    return any(args);
  case Op::ite:
    return ite(args[0], args[1], args[2]);
  }
  assert(false);
  return nullptr;
}

} // namespace heddle
