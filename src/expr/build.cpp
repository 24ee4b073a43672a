// The builders: each folds constants and identities, and orders commutative operands.
// Every rewrite is valid in both integer readings (see expr.hpp) and proved in tests/unit/expr.
#include "expr/expr.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace heddle {

namespace {

bool is_value(Expr e, std::int64_t v) {
  return e->op == Op::constant && e->type.is_int() && e->value == v;
}

bool both_constant(Expr a, Expr b) { return a->op == Op::constant && b->op == Op::constant; }

std::int64_t wrapping(Op op, std::int64_t a, std::int64_t b) {
  const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
  const std::uint64_t r = op == Op::add ? x + y : op == Op::sub ? x - y : x * y;
  return static_cast<std::int64_t>(r);
}

// u64 constants at or above 2^63 are stored as negative values; order and division need care.
bool big_unsigned(Expr e) { return e->type == Type::u64() && e->value < 0; }

// The negative number that an unsigned constant stands for when its top bit is set, e.g. -1 for
// 4294967295; 0 for other expressions.
std::int64_t below_zero(Expr e) {
  if (e->op != Op::constant || !e->type.is_int() || e->type.is_signed) return 0;
  const std::int64_t v = wrap(e->value, Type::integer(e->type.width, true));
  return v < 0 && v != wrap(std::int64_t{1} << (e->type.width - 1),
                            Type::integer(e->type.width, true))
             ? v
             : 0;
}

bool unsigned_difference(Expr e) { return e->op == Op::sub && !e->type.is_signed; }

// May this unsigned value have wrapped below zero?
bool may_be_below_zero(Expr e, unsigned depth = 0) {
  if (unsigned_difference(e) || below_zero(e) != 0) return true;
  return e->op == Op::ite && depth < 8 &&
         (may_be_below_zero(e->args[1], depth + 1) || may_be_below_zero(e->args[2], depth + 1));
}

} // namespace

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
  if (a->op == Op::constant) std::swap(a, b);
  if (both_constant(a, b)) return constant(wrapping(Op::add, a->value, b->value), a->type);
  if (is_value(b, 0)) return a;
  if (!a->type.is_signed) {
    // x + 4294967295 -> x - 1, and (x - y) + z -> (x + z) - y: what wraps is one difference outside
    if (below_zero(b) != 0) return sub(a, constant(-below_zero(b), a->type));
    if (unsigned_difference(b)) std::swap(a, b);
    if (unsigned_difference(a)) return sub(add(a->args[0], b), a->args[1]);
  }
  // (x + c) + d -> x + (c + d), and (x + c) + y -> (x + y) + c: constants float to the right
  if (a->op == Op::add && a->args[1]->op == Op::constant) {
    if (b->op == Op::constant) return add(a->args[0], add(a->args[1], b));
    return add(add(a->args[0], b), a->args[1]);
  }
  if (b->op == Op::add && b->args[1]->op == Op::constant)
    return add(add(a, b->args[0]), b->args[1]);
  // (x - c) + d -> x + (d - c) for signed types
  if (a->op == Op::sub && a->type.is_signed && a->args[1] == b) return a->args[0];
  if (b->op == Op::sub && a->type.is_signed && b->args[1] == a) return b->args[0];
  if (b->op != Op::constant && b->id < a->id) std::swap(a, b);
  return intern(Op::add, a->type, 0, {a, b});
}

Expr Pool::sub(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  if (both_constant(a, b)) return constant(wrapping(Op::sub, a->value, b->value), a->type);
  if (is_value(b, 0)) return a;
  if (a == b) return constant(0, a->type);
  if (a->type.is_signed) {
    // x - c -> x + (-c); not for unsigned types, whose subtraction alone wraps
    if (b->op == Op::constant && b->value != INT64_MIN) return add(a, constant(-b->value, a->type));
  } else {
    // x - 4294967295 -> x + 1, (x - y) - z -> x - (y + z), x - (y - z) -> (x + z) - y
    if (below_zero(b) != 0) return add(a, constant(-below_zero(b), a->type));
    if (unsigned_difference(a)) return sub(a->args[0], add(a->args[1], b));
    if (unsigned_difference(b)) return sub(add(a, b->args[1]), b->args[0]);
    // (x + c) - d -> x + (c - d) or x - (d - c)
    if (a->op == Op::add && a->args[1]->op == Op::constant && b->op == Op::constant)
      return add(a->args[0], sub(a->args[1], b));
  }
  // (x + y) - y -> x
  if (a->op == Op::add && a->args[0] == b) return a->args[1];
  if (a->op == Op::add && a->args[1] == b) return a->args[0];
  return intern(Op::sub, a->type, 0, {a, b});
}

// x * c with a large unsigned c is meant to wrap (hashes, upper bits shifted out):
// x * c -> (u32)((u64)x * c & 0xffffffff), exact in both readings; nullptr where it cannot wrap.
Expr Pool::wrapping_product(Expr a, Expr b) {
  constexpr std::int64_t large = 1 << 16, top = 0xffffffff;
  if (a->type != Type::u32() || b->op != Op::constant || b->value < large) return nullptr;
  const Interval range = interval(*this, a);
  if (range.high && *range.high <= top / b->value) return nullptr;
  Expr wide = mul(cast(a, Type::u64()), cast(b, Type::u64()));
  return cast(bit_and(wide, constant(top, Type::u64())), Type::u32());
}

Expr Pool::mul(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  if (a->op == Op::constant) std::swap(a, b);
  if (both_constant(a, b)) return constant(wrapping(Op::mul, a->value, b->value), a->type);
  if (is_value(b, 0)) return b;
  if (is_value(b, 1)) return a;
  if (b->op == Op::constant && a->op == Op::mul && a->args[1]->op == Op::constant)
    return mul(a->args[0], mul(a->args[1], b));
  if (Expr wrapped = wrapping_product(a, b)) return wrapped;
  // (x - y) * z -> x * z - y * z: as for sums
  if (unsigned_difference(b)) std::swap(a, b);
  if (unsigned_difference(a) && (b->args.empty() || b->op == Op::cast))
    return sub(mul(a->args[0], b), mul(a->args[1], b));
  if (b->op != Op::constant && b->id < a->id) std::swap(a, b);
  return intern(Op::mul, a->type, 0, {a, b});
}

Expr Pool::div(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  if (is_value(b, 1)) return a;
  if (both_constant(a, b) && b->value != 0 && b->value != -1 && !big_unsigned(a) &&
      !big_unsigned(b))
    return constant(a->value / b->value, a->type);
  return intern(Op::div, a->type, 0, {a, b});
}

Expr Pool::rem(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  if (is_value(b, 1)) return constant(0, a->type);
  if (both_constant(a, b) && b->value != 0 && b->value != -1 && !big_unsigned(a) &&
      !big_unsigned(b))
    return constant(a->value % b->value, a->type);
  return intern(Op::rem, a->type, 0, {a, b});
}

Expr Pool::bit_and(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  if (a->op == Op::constant) std::swap(a, b);
  if (both_constant(a, b)) return constant(a->value & b->value, a->type);
  if (is_value(b, 0) || a == b) return b;
  if (b->op != Op::constant && b->id < a->id) std::swap(a, b);
  return intern(Op::bit_and, a->type, 0, {a, b});
}

Expr Pool::bit_or(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  if (a->op == Op::constant) std::swap(a, b);
  if (both_constant(a, b)) return constant(a->value | b->value, a->type);
  if (is_value(b, 0) || a == b) return a;
  if (b->op != Op::constant && b->id < a->id) std::swap(a, b);
  return intern(Op::bit_or, a->type, 0, {a, b});
}

Expr Pool::bit_xor(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  if (a->op == Op::constant) std::swap(a, b);
  if (both_constant(a, b)) return constant(a->value ^ b->value, a->type);
  if (is_value(b, 0)) return a;
  if (a == b) return constant(0, a->type);
  if (b->op != Op::constant && b->id < a->id) std::swap(a, b);
  return intern(Op::bit_xor, a->type, 0, {a, b});
}

Expr Pool::bit_not(Expr a) {
  if (a->op == Op::constant) return constant(~a->value, a->type);
  if (a->op == Op::bit_not) return a->args[0];
  return intern(Op::bit_not, a->type, 0, {a});
}

Expr Pool::shl(Expr a, Expr b) {
  assert(a->type.is_int() && b->type.is_int());
  if (b->op == Op::constant && b->value >= 0 && b->value < a->type.width) {
    // x << c -> x * 2^c
    if (b->value < 62)
      return mul(a, constant(static_cast<std::int64_t>(std::uint64_t{1} << b->value), a->type));
  }
  return intern(Op::shl, a->type, 0, {a, b});
}

Expr Pool::shr(Expr a, Expr b) {
  assert(a->type.is_int() && b->type.is_int());
  if (is_value(b, 0)) return a;
  if (both_constant(a, b) && b->value > 0 && b->value < a->type.width && !big_unsigned(a))
    return constant(a->value >> b->value, a->type);
  return intern(Op::shr, a->type, 0, {a, b});
}

Expr Pool::cast(Expr a, Type type) {
  assert(a->type.is_int() && type.is_int());
  if (a->type == type) return a;
  if (a->op == Op::constant) return constant(a->value, type);
  // A cast of a cast through a type at least as wide: the inner one is lost.
  if (a->op == Op::cast && a->type.width >= type.width) return cast(a->args[0], type);
  // (i32)(x - y) -> (i32)x - (i32)y: what wrapped below zero is negative again
  if (type.is_signed && !a->type.is_signed && type.width >= 32 && type.width <= a->type.width &&
      may_be_below_zero(a)) {
    if (a->op == Op::sub) return sub(cast(a->args[0], type), cast(a->args[1], type));
    if (a->op == Op::ite) return ite(a->args[0], cast(a->args[1], type), cast(a->args[2], type));
  }
  return intern(Op::cast, type, 0, {a});
}

Expr Pool::eq(Expr a, Expr b) {
  assert(a->type == b->type);
  if (a == b) return boolean(true);
  if (both_constant(a, b)) return boolean(a->value == b->value);
  if (a->type.is_bool()) {
    if (a->op == Op::constant) std::swap(a, b);
    if (is_true(b)) return a;
    if (is_false(b)) return logical_not(a);
  }
  if (a->op == Op::constant) std::swap(a, b);
  if (b->op != Op::constant && b->id < a->id) std::swap(a, b);
  // (c ? x : y) == z with constants: decide the branches
  if (b->op == Op::constant && a->op == Op::ite && a->args[1]->op == Op::constant &&
      a->args[2]->op == Op::constant)
    return ite(a->args[0], eq(a->args[1], b), eq(a->args[2], b));
  return intern(Op::eq, Type::boolean(), 0, {a, b});
}

Expr Pool::lt(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  if (a == b) return boolean(false);
  if (both_constant(a, b)) {
    if (a->type == Type::u64())
      return boolean(static_cast<std::uint64_t>(a->value) < static_cast<std::uint64_t>(b->value));
    return boolean(a->value < b->value);
  }
  return intern(Op::lt, Type::boolean(), 0, {a, b});
}

Expr Pool::le(Expr a, Expr b) {
  assert(a->type == b->type && a->type.is_int());
  if (a == b) return boolean(true);
  if (both_constant(a, b)) return logical_not(lt(b, a));
  return intern(Op::le, Type::boolean(), 0, {a, b});
}

Expr Pool::logical_not(Expr a) {
  assert(a->type.is_bool());
  if (a->op == Op::constant) return boolean(!a->value);
  if (a->op == Op::logical_not) return a->args[0];
  // !(x < y) -> y <= x, !(x <= y) -> y < x: negations do not pile up
  if (a->op == Op::lt) return le(a->args[1], a->args[0]);
  if (a->op == Op::le) return lt(a->args[1], a->args[0]);
  return intern(Op::logical_not, Type::boolean(), 0, {a});
}

Expr Pool::nary(Op op, std::span<const Expr> operands) {
  const bool is_and = op == Op::logical_and;
  std::vector<Expr> flat;
  std::vector<Expr> work(operands.rbegin(), operands.rend());
  while (!work.empty()) {
    Expr e = work.back();
    work.pop_back();
    assert(e->type.is_bool());
    if (e->op == op) {
      work.insert(work.end(), e->args.rbegin(), e->args.rend());
    } else if (e->op == Op::constant) {
      if (static_cast<bool>(e->value) != is_and) return boolean(!is_and);
    } else {
      flat.push_back(e);
    }
  }
  std::ranges::sort(flat, {}, [](Expr e) { return e->id; });
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  for (Expr e : flat) // x and !x
    if (std::ranges::binary_search(flat, logical_not(e)->id, {}, [](Expr x) { return x->id; }))
      return boolean(!is_and);
  if (flat.empty()) return boolean(is_and);
  if (flat.size() == 1) return flat[0];
  return intern(op, Type::boolean(), 0, std::move(flat));
}

Expr Pool::logical_and(Expr a, Expr b) { return nary(Op::logical_and, std::array{a, b}); }
Expr Pool::logical_or(Expr a, Expr b) { return nary(Op::logical_or, std::array{a, b}); }
Expr Pool::all(std::span<const Expr> conjuncts) { return nary(Op::logical_and, conjuncts); }
Expr Pool::any(std::span<const Expr> disjuncts) { return nary(Op::logical_or, disjuncts); }

Expr Pool::ite(Expr c, Expr t, Expr f) {
  assert(c->type.is_bool() && t->type == f->type);
  if (c->op == Op::constant) return c->value ? t : f;
  if (t == f) return t;
  if (c->op == Op::logical_not) return ite(c->args[0], f, t);
  if (t->type.is_bool()) {
    if (is_true(t)) return logical_or(c, f);
    if (is_false(t)) return logical_and(logical_not(c), f);
    if (is_true(f)) return logical_or(logical_not(c), t);
    if (is_false(f)) return logical_and(c, t);
  }
  if (t->op == Op::ite && t->args[0] == c) return ite(c, t->args[1], f);
  if (f->op == Op::ite && f->args[0] == c) return ite(c, t, f->args[2]);
  return intern(Op::ite, t->type, 0, {c, t, f});
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
  case Op::logical_or:
    return nary(op, args);
  case Op::ite:
    return ite(args[0], args[1], args[2]);
  }
  assert(false);
  return nullptr;
}

} // namespace heddle
