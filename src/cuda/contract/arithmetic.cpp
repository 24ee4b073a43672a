#include "cuda/contract/arithmetic.hpp"

#include <stdexcept>
#include <utility>

namespace heddle::contract {

namespace {

__extension__ using Wide = __int128; // exact results of constants

Wide value_of(Expr constant) {
  if (constant->type == Type::u64()) return static_cast<std::uint64_t>(constant->value);
  return constant->value;
}

bool holds(Type type, Wide value) {
  const unsigned bits = type.width - (type.is_signed ? 1U : 0U);
  const Wide high = (Wide{1} << bits) - 1, low = type.is_signed ? -high - 1 : 0;
  return value >= low && value <= high;
}

bool is_zero(Expr e) { return constant_value(e) == std::optional<std::int64_t>(0); }

// The exact result on constants.
std::optional<Wide> exact(Infix op, Expr a, Expr b) {
  if (a->op != Op::constant || b->op != Op::constant) return std::nullopt;
  const Wide x = value_of(a), y = value_of(b);
  switch (op) {
  case Infix::add:
    return x + y;
  case Infix::sub:
    return x - y;
  case Infix::mul: // of 64 bits at most: no larger than 2^127
    return a->type == Type::u64() ? std::nullopt : std::optional<Wide>(x * y);
  case Infix::div:
    return y == 0 ? std::nullopt : std::optional<Wide>(x / y);
  case Infix::rem: // INT_MIN % -1 has no value, as INT_MIN / -1
    return y == 0 ? std::nullopt : std::optional<Wide>(y == -1 ? x / y : x % y);
  default:
    return std::nullopt;
  }
}

// By C's rules, of two that have been promoted.
Type common_type(Type a, Type b) {
  if (a.width != b.width) return a.width > b.width ? a : b;
  return a.is_signed ? b : a;
}

bool is_comparison(Infix op) {
  return op == Infix::lt || op == Infix::gt || op == Infix::le || op == Infix::ge ||
         op == Infix::eq || op == Infix::ne;
}

std::string overflow_of(Type type) {
  return "a constant that does not fit in '" + to_string(type) + "'";
}

} // namespace

Expr Arithmetic::truth(Expr x) {
  return x->type.is_bool() ? x : pool_.ne(x, pool_.constant(0, x->type));
}

Expr Arithmetic::convert(Expr x, Type type) {
  if (type.is_bool()) return truth(x);
  if (!x->type.is_bool()) return pool_.cast(x, type);
  return pool_.ite(x, pool_.constant(1, type), pool_.constant(0, type));
}

Expr Arithmetic::promote(Expr x) {
  return x->type.is_bool() || x->type.width < 32 ? convert(x, Type::i32()) : x;
}

// Would C++ lose a sign here, which is to be kept?
bool Arithmetic::is_mathematical(Expr a, Expr b) const {
  return reading_ == Reading::mathematical && !(a->type.is_signed && b->type.is_signed);
}

Arithmetic::Pair Arithmetic::common(Expr a, Expr b) {
  a = promote(a), b = promote(b);
  if (!is_mathematical(a, b)) {
    const Type type = common_type(a->type, b->type);
    return {pool_.cast(a, type), pool_.cast(b, type), ""};
  }
  for (Expr x : {a, b})
    if (x->op == Op::constant && !holds(Type::i64(), value_of(x)))
      return {a, b, overflow_of(Type::i64())};
  return {pool_.cast(a, Type::i64()), pool_.cast(b, Type::i64()), ""};
}

Arithmetic::Result Arithmetic::apply(Prefix op, Expr x) {
  if (op == Prefix::negation) return pool_.logical_not(truth(x));
  x = promote(x);
  if (op == Prefix::complement) return pool_.bit_not(x);
  if (op == Prefix::plus) return x;
  return compute(Infix::sub, pool_.constant(0, x->type), x);
}

Arithmetic::Result Arithmetic::apply(Infix op, Expr a, Expr b) {
  if (op == Infix::logical_and) return pool_.logical_and(truth(a), truth(b));
  if (op == Infix::logical_or) return pool_.logical_or(truth(a), truth(b));
  if (op == Infix::implies) return pool_.implies(truth(a), truth(b));
  if (is_comparison(op)) return compare(op, a, b);
  if (op == Infix::shl || op == Infix::shr) return shift(op, promote(a), promote(b));
  return compute(op, a, b);
}

Arithmetic::Result Arithmetic::compute(Infix op, Expr a, Expr b) {
  Pair p = common(a, b);
  if (!p.problem.empty()) return p.problem;
  if ((op == Infix::div || op == Infix::rem) && is_zero(p.b)) return "a division by zero";
  const auto value = exact(op, p.a, p.b);
  if (value && p.a->type.is_signed && !holds(p.a->type, *value)) return overflow_of(p.a->type);
  switch (op) {
  case Infix::mul:
    return pool_.mul(p.a, p.b);
  case Infix::div:
    return pool_.div(p.a, p.b);
  case Infix::rem:
    return pool_.rem(p.a, p.b);
  case Infix::add:
    return pool_.add(p.a, p.b);
  case Infix::sub:
    return pool_.sub(p.a, p.b);
  case Infix::bit_and:
    return pool_.bit_and(p.a, p.b);
  case Infix::bit_or:
    return pool_.bit_or(p.a, p.b);
  case Infix::bit_xor:
    return pool_.bit_xor(p.a, p.b);
  default:
    throw std::logic_error("no operator of integers");
  }
}

// The operands of a shift keep their types.
Arithmetic::Result Arithmetic::shift(Infix op, Expr a, Expr b) {
  if (b->op == Op::constant) {
    const Wide by = value_of(b);
    if (by < 0 || by >= a->type.width)
      return "a shift of '" + to_string(a->type) + "' by " + std::to_string(b->value);
    const bool loses = op == Infix::shl && a->op == Op::constant &&
                       !holds(a->type, value_of(a) * (Wide{1} << static_cast<int>(by)));
    if (loses && reading_ == Reading::mathematical) return overflow_of(a->type);
  }
  return op == Infix::shl ? pool_.shl(a, b) : pool_.shr(a, b);
}

// `a op b` of one type
Expr Arithmetic::relation(Infix op, Expr a, Expr b) {
  switch (op) {
  case Infix::lt:
    return pool_.lt(a, b);
  case Infix::gt:
    return pool_.gt(a, b);
  case Infix::le:
    return pool_.le(a, b);
  case Infix::ge:
    return pool_.ge(a, b);
  case Infix::eq:
    return pool_.eq(a, b);
  case Infix::ne:
    return pool_.ne(a, b);
  default:
    throw std::logic_error("no comparison");
  }
}

// `a op b` as numbers, for an `a` of 64 bits without sign: as such, unless b is negative.
Expr Arithmetic::unsigned_relation(Infix op, Expr a, Expr b) {
  const Expr exact = relation(op, a, pool_.cast(b, Type::u64()));
  if (!b->type.is_signed) return exact;
  const bool below = op == Infix::gt || op == Infix::ge || op == Infix::ne; // a negative b
  return pool_.ite(pool_.ge(b, pool_.constant(0, b->type)), exact, pool_.boolean(below));
}

Arithmetic::Result Arithmetic::compare(Infix op, Expr a, Expr b) {
  if (a->type.is_bool() && b->type.is_bool() && (op == Infix::eq || op == Infix::ne))
    return relation(op, a, b);
  a = promote(a), b = promote(b);
  if (is_mathematical(a, b)) {
    if (a->type == Type::u64()) return unsigned_relation(op, a, b);
    if (b->type == Type::u64()) return unsigned_relation(swapped(op), b, a);
  }
  const Pair p = common(a, b);
  return relation(op, p.a, p.b);
}

Arithmetic::Result Arithmetic::choose(Expr cond, Expr a, Expr b) {
  if (a->type.is_bool() && b->type.is_bool()) return pool_.ite(truth(cond), a, b);
  const Pair p = common(a, b);
  if (!p.problem.empty()) return p.problem;
  return pool_.ite(truth(cond), p.a, p.b);
}

Arithmetic::Result Arithmetic::extreme(bool largest, Expr a, Expr b) {
  const Pair p = common(a, b);
  if (!p.problem.empty()) return p.problem;
  return pool_.ite(pool_.lt(p.a, p.b), largest ? p.b : p.a, largest ? p.a : p.b);
}

} // namespace heddle::contract
