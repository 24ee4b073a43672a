// Builders of numbers.
#include "expr/builder.hpp"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

bool is_value(Expr e, std::int64_t v) {
  return e->op == Op::constant && e->type.is_int() && e->value == v;
}

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

bool is_converted_number(Expr e) {
  return e->op == Op::cast && e->args[0]->type.is_int() && e->args[0]->type.is_signed;
}

// Was this unsigned value negative before it was converted, maybe? Of differences, which wrap, only
// as a part of a choice: the builders put them outside.
bool converts_negative(const Pool& pool, Expr e, unsigned depth = 0) {
  if (depth > 0 && unsigned_difference(e)) return true;
  if (e->op == Op::ite)
    return depth < 8 && (converts_negative(pool, e->args[1], depth + 1) ||
                         converts_negative(pool, e->args[2], depth + 1));
  if (!is_converted_number(e)) return false;
  const Interval range = interval(pool, e->args[0]);
  return !range.low || *range.low < 0;
}

// Was it of a wider type, so that the conversion took some bits of it?
bool loses_bits(Expr e, unsigned depth = 0) {
  if (e->op == Op::ite && depth < 8)
    return loses_bits(e->args[1], depth + 1) || loses_bits(e->args[2], depth + 1);
  return is_converted_number(e) && e->args[0]->type.width > e->type.width;
}

// The number that was converted, of a signed type: that of the same width, or a wider one where
// bits were lost.
Expr number_behind(Pool& pool, Expr e, Type number, unsigned depth = 0) {
  if (is_converted_number(e) && loses_bits(e)) {
    const auto half = static_cast<std::int64_t>(std::uint64_t{1} << (e->type.width - 1));
    const Expr as_it_is = pool.cast(e, number);
    return pool.ite(pool.lt(e, pool.constant(half, e->type)), as_it_is,
                    pool.sub(as_it_is, pool.constant(2 * half, number)));
  }
  if (is_converted_number(e)) return pool.cast(e->args[0], number);
  if (e->op != Op::ite || depth >= 8) return pool.cast(e, number);
  return pool.ite(e->args[0], number_behind(pool, e->args[1], number, depth + 1),
                  number_behind(pool, e->args[2], number, depth + 1));
}

bool is_sum_with_constant(Expr e) { return e->op == Op::add && e->args[1]->op == Op::constant; }

// So many of the lowest bits are zero, in either reading.
unsigned low_zeros(Expr e, unsigned depth = 0) {
  const auto of = [&](std::size_t i) { return low_zeros(e->args[i], depth + 1); };
  if (depth > 6 || !e->type.is_int()) return 0;
  if (e->op == Op::constant)
    return static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(e->value)));
  if (e->op == Op::cast) return of(0);
  if (e->op == Op::mul) return of(0) + of(1);
  return e->op == Op::add || e->op == Op::sub ? std::min(of(0), of(1)) : 0;
}

// Are these constants whose quotient needs no care?
bool divides_constants(Expr a, Expr b) {
  return both_constant(a, b) && b->value != 0 && b->value != -1 && !big_unsigned(a) &&
         !big_unsigned(b);
}

} // namespace

Built PoolBuilder::add(Expr a, Expr b) const {
  const Type type = a->type;
  if (both_constant(a, b))
    return by(Rule::add_constants, pool_.constant(wrapping(Op::add, a->value, b->value), type));
  constant_last(a, b);
  if (is_value(b, 0)) return by(Rule::add_zero, a);
  if (!type.is_signed) {
    if (Expr sum = signed_operation(Op::add, a, b)) return by(Rule::add_signed, sum);
    // what wraps is one difference outside
    if (const std::int64_t c = below_zero(b))
      return by(Rule::add_negative, pool_.sub(a, pool_.constant(-c, type)));
    if (unsigned_difference(b)) swap(a, b);
    if (unsigned_difference(a))
      return by(Rule::add_difference, pool_.sub(pool_.add(a->args[0], b), a->args[1]));
  }
  // constants float to the right
  if (is_sum_with_constant(a)) {
    if (b->op == Op::constant)
      return by(Rule::add_to_sum_constants, pool_.add(a->args[0], pool_.add(a->args[1], b)));
    return by(Rule::add_to_sum, pool_.add(pool_.add(a->args[0], b), a->args[1]));
  }
  if (is_sum_with_constant(b))
    return by(Rule::add_to_sum, pool_.add(pool_.add(a, b->args[0]), b->args[1]));
  if (a->op == Op::sub && type.is_signed && a->args[1] == b)
    return by(Rule::add_cancels, a->args[0]);
  if (b->op == Op::sub && type.is_signed && b->args[1] == a)
    return by(Rule::add_cancels, b->args[0]);
  return ordered_node(Op::add, type, a, b);
}

Built PoolBuilder::sub(Expr a, Expr b) const {
  const Type type = a->type;
  if (both_constant(a, b))
    return by(Rule::sub_constants, pool_.constant(wrapping(Op::sub, a->value, b->value), type));
  if (is_value(b, 0)) return by(Rule::sub_zero, a);
  if (a == b) return by(Rule::sub_self, pool_.constant(0, type));
  if (type.is_signed) {
    // not for unsigned types, whose subtraction alone wraps
    if (b->op == Op::constant && b->value != *type_range(type).low)
      return by(Rule::sub_constant, pool_.add(a, pool_.constant(-b->value, type)));
  } else {
    if (const std::int64_t c = below_zero(b))
      return by(Rule::sub_negative, pool_.add(a, pool_.constant(-c, type)));
    if (b->op == Op::constant && is_converted_number(a) && !loses_bits(a) &&
        converts_negative(pool_, a)) {
      const Type number = Type::integer(type.width, true);
      return by(
          Rule::sub_signed,
          pool_.cast(pool_.sub(number_behind(pool_, a, number), pool_.cast(b, number)), type));
    }
    if (unsigned_difference(a))
      return by(Rule::sub_from_difference, pool_.sub(a->args[0], pool_.add(a->args[1], b)));
    if (unsigned_difference(b))
      return by(Rule::sub_difference, pool_.sub(pool_.add(a, b->args[1]), b->args[0]));
    if (is_sum_with_constant(a) && b->op == Op::constant)
      return by(Rule::sub_from_sum_constants, pool_.add(a->args[0], pool_.sub(a->args[1], b)));
  }
  if (a->op == Op::add && a->args[0] == b) return by(Rule::sub_cancels, a->args[1]);
  if (a->op == Op::add && a->args[1] == b) return by(Rule::sub_cancels, a->args[0]);
  return node(Op::sub, a, b);
}

// An unsigned sum or product wraps where a part is negative, as threadIdx.x + first may: it is that
// of the signed numbers, converted; nullptr where no part can be negative.
Expr PoolBuilder::signed_operation(Op op, Expr a, Expr b) const {
  const auto wraps = [&](Expr e) {
    return converts_negative(pool_, e) || (op == Op::mul && unsigned_difference(e));
  };
  if (!wraps(a) && !wraps(b)) return nullptr;
  const Type type = a->type;
  const Type number =
      loses_bits(a) || loses_bits(b) ? Type::i64() : Type::integer(type.width, true);
  const Expr x = number_behind(pool_, a, number), y = number_behind(pool_, b, number);
  return pool_.cast(op == Op::add ? pool_.add(x, y) : pool_.mul(x, y), type);
}

// x * c with a large unsigned c is meant to wrap (hashes, upper bits shifted out): the product,
// exact in both readings; nullptr where it cannot wrap.
Expr PoolBuilder::wrapped_product(Expr a, Expr b) const {
  constexpr std::int64_t large = 1 << 16, top = 0xffffffff;
  if (a->type != Type::u32() || b->op != Op::constant || b->value < large) return nullptr;
  const Interval range = interval(pool_, a);
  if (range.high && *range.high <= top / b->value) return nullptr;
  Expr wide = pool_.mul(pool_.cast(a, Type::u64()), pool_.constant(b->value, Type::u64()));
  return pool_.cast(pool_.bit_and(wide, pool_.constant(top, Type::u64())), Type::u32());
}

Built PoolBuilder::mul(Expr a, Expr b) const {
  const Type type = a->type;
  if (both_constant(a, b))
    return by(Rule::mul_constants, pool_.constant(wrapping(Op::mul, a->value, b->value), type));
  constant_last(a, b);
  if (is_value(b, 0)) return by(Rule::mul_zero, b);
  if (is_value(b, 1)) return by(Rule::mul_one, a);
  if (b->op == Op::constant && a->op == Op::mul && a->args[1]->op == Op::constant)
    return by(Rule::mul_to_product_constants, pool_.mul(a->args[0], pool_.mul(a->args[1], b)));
  if (Expr wrapped = wrapped_product(a, b)) return by(Rule::mul_wraps, wrapped);
  // as for sums
  if (unsigned_difference(b)) swap(a, b);
  if (unsigned_difference(a) &&
      (b->args.empty() || (b->op == Op::cast && !converts_negative(pool_, b))))
    return by(Rule::mul_difference, pool_.sub(pool_.mul(a->args[0], b), pool_.mul(a->args[1], b)));
  if (!type.is_signed)
    if (Expr product = signed_operation(Op::mul, a, b)) return by(Rule::mul_signed, product);
  return ordered_node(Op::mul, type, a, b);
}

Built PoolBuilder::div(Expr a, Expr b) const {
  if (is_value(b, 1)) return by(Rule::div_one, a);
  if (divides_constants(a, b))
    return by(Rule::div_constants, pool_.constant(a->value / b->value, a->type));
  return node(Op::div, a, b);
}

Built PoolBuilder::rem(Expr a, Expr b) const {
  if (is_value(b, 1)) return by(Rule::rem_one, pool_.constant(0, a->type));
  if (divides_constants(a, b))
    return by(Rule::rem_constants, pool_.constant(a->value % b->value, a->type));
  return node(Op::rem, a, b);
}

Built PoolBuilder::bit_and(Expr a, Expr b) const {
  if (both_constant(a, b))
    return by(Rule::and_constants, pool_.constant(a->value & b->value, a->type));
  constant_last(a, b);
  if (is_value(b, 0)) return by(Rule::and_zero, b);
  if (a == b) return by(Rule::and_self, b);
  if (b->op == Op::constant && b->value > 0 &&
      std::bit_width(static_cast<std::uint64_t>(b->value)) <= low_zeros(a))
    return by(Rule::and_low_zeros, pool_.constant(0, a->type));
  return ordered_node(Op::bit_and, a->type, a, b);
}

Built PoolBuilder::bit_or(Expr a, Expr b) const {
  if (both_constant(a, b))
    return by(Rule::or_constants, pool_.constant(a->value | b->value, a->type));
  constant_last(a, b);
  if (is_value(b, 0)) return by(Rule::or_zero, a);
  if (a == b) return by(Rule::or_self, a);
  return ordered_node(Op::bit_or, a->type, a, b);
}

Built PoolBuilder::bit_xor(Expr a, Expr b) const {
  if (both_constant(a, b))
    return by(Rule::xor_constants, pool_.constant(a->value ^ b->value, a->type));
  constant_last(a, b);
  if (is_value(b, 0)) return by(Rule::xor_zero, a);
  if (a == b) return by(Rule::xor_self, pool_.constant(0, a->type));
  return ordered_node(Op::bit_xor, a->type, a, b);
}

Built PoolBuilder::bit_not(Expr a) const {
  if (a->op == Op::constant)
    return by(Rule::complement_constant, pool_.constant(~a->value, a->type));
  if (a->op == Op::bit_not) return by(Rule::complement_twice, a->args[0]);
  return node(Op::bit_not, a->type, {a});
}

Built PoolBuilder::shl(Expr a, Expr b) const {
  // of a signed type the highest power is negative, which only a number can be multiplied with
  const bool is_open = a->type.is_signed && a->op != Op::constant;
  const int powers = std::min<int>(a->type.width - (is_open ? 1 : 0), 62);
  if (b->op == Op::constant && b->value >= 0 && b->value < powers) {
    const auto power = static_cast<std::int64_t>(std::uint64_t{1} << b->value);
    return by(Rule::shl_constant, pool_.mul(a, pool_.constant(power, a->type)));
  }
  return node(Op::shl, a, b);
}

Built PoolBuilder::shr(Expr a, Expr b) const {
  if (is_value(b, 0)) return by(Rule::shr_zero, a);
  if (both_constant(a, b) && b->value > 0 && b->value < a->type.width && !big_unsigned(a))
    return by(Rule::shr_constants, pool_.constant(a->value >> b->value, a->type));
  return node(Op::shr, a, b);
}

// What signed_operation() made, with a part that turned out to be no negative number or a
// constant; nullptr for other sums.
Expr PoolBuilder::unsigned_sum(Expr sum, Type type) const {
  Expr a = sum->args[0], b = sum->args[1];
  const auto was_unsigned = [&](Expr e) { return e->op == Op::cast && e->args[0]->type == type; };
  if (!was_unsigned(a)) std::swap(a, b);
  if (!was_unsigned(a)) return nullptr;
  if (b->op == Op::constant && b->value < 0 && b->value != *type_range(b->type).low)
    return pool_.sub(a->args[0], pool_.constant(-b->value, type));
  const Interval range = interval(pool_, b);
  if (!range.low || *range.low < 0) return nullptr;
  return pool_.add(a->args[0], pool_.cast(b, type));
}

Built PoolBuilder::cast(Expr a, Type type) const {
  if (a->type == type) return by(Rule::cast_same, a);
  if (a->op == Op::constant) return by(Rule::cast_constant, pool_.constant(a->value, type));
  if (a->op == Op::cast && a->type.width >= type.width)
    return by(Rule::cast_twice, pool_.cast(a->args[0], type));
  // what wrapped below zero is negative again
  if (type.is_signed && !a->type.is_signed && type.width >= 32 && type.width <= a->type.width &&
      may_be_below_zero(a)) {
    const auto arg = [&](std::size_t i) { return pool_.cast(a->args[i], type); };
    if (a->op == Op::sub) return by(Rule::cast_difference, pool_.sub(arg(0), arg(1)));
    if (a->op == Op::ite) return by(Rule::cast_choice, pool_.ite(a->args[0], arg(1), arg(2)));
  }
  if (!type.is_signed && !a->type.is_signed && type.width < a->type.width && may_be_below_zero(a))
    return by(Rule::cast_below_zero,
              pool_.cast(pool_.cast(a, Type::integer(a->type.width, true)), type));
  if (!type.is_signed && a->type.is_signed && a->op == Op::add)
    if (Expr sum = unsigned_sum(a, type)) return by(Rule::cast_sum, sum);
  return node(Op::cast, type, {a});
}

} // namespace heddle
