// Narrowing, masks and shifts as linear arithmetic wherever the other operand is a constant
// (theory.md section 2, "Arithmetic").
#include "smt/normal/normalise.hpp"
#include "smt/normal/rules.hpp"

#include <algorithm>

namespace heddle::smt {

namespace {

constexpr Wide max_power = Wide{1} << 16; // that is told apart from others

} // namespace

// Conversion to a type narrower than int: modulo 2^width.
Normaliser::Value Normaliser::reduce(const Value& a, Type type) {
  const Bounds range = type_bounds(type);
  if (a.bounds.low && a.bounds.high && range.contains(*a.bounds.low) &&
      range.contains(*a.bounds.high)) {
    fired(Rule::narrow_known);
    return a;
  }
  fired(type.is_signed ? Rule::narrow_signed : Rule::narrow_unsigned);
  const Wide period = power_of_two(type.width);
  if (!type.is_signed) return modulo(a, period);
  const Wide half = period / 2;
  const Value shifted = modulo({a.poly + Poly(half), a.bounds + Bounds{half, half}}, period);
  return refined(shifted.poly - Poly(half), range);
}

// a & c: the runs of ones of c are digits of a, in two's complement of any length.
Normaliser::Value Normaliser::mask(const Value& a, Wide c) {
  Poly sum;
  unsigned bit = 0;
  while (c != 0 && c != -1) {
    const unsigned start = bit;
    const bool ones = floor_mod(c, 2) == 1;
    while (c != 0 && c != -1 && (floor_mod(c, 2) == 1) == ones)
      c = smt::floor_div(c, 2), ++bit;
    if (ones) sum = sum + modulo(a, power_of_two(bit)).poly - modulo(a, power_of_two(start)).poly;
  }
  if (c == -1) sum = sum + a.poly - modulo(a, power_of_two(bit)).poly; // ones without end
  return made(sum);
}

Normaliser::Value Normaliser::bit_and(Expr e) {
  const Value a = integer(e->args[0]), b = integer(e->args[1]);
  return and_values(a, b);
}

Normaliser::Value Normaliser::and_values(const Value& a, const Value& b) {
  if (a.poly.is_constant() && !b.poly.is_constant()) return and_values(b, a);
  if (!b.poly.is_constant()) {
    if (digits_above(b, a)) return and_values(b, a);
    const auto period = digits_above(a, b);
    if (!period) return abstract_bits(Var::Kind::bit_and, a, b);
    fired(Rule::and_low_digits);
    return and_values(modulo(a, *period), b);
  }
  fired(Rule::mask_runs);
  has_masks_ = true;
  const Wide c = b.poly.constant();
  Value r = mask(a, c);
  if (c >= 0) r.bounds = meet(r.bounds, {0, c});
  if (a.bounds.at_least(0)) r.bounds = meet(r.bounds, {0, a.bounds.high});
  return r;
}

// a | b = a + b - (a & b), a ^ b = a + b - 2 (a & b): for all integers in two's complement.
Normaliser::Value Normaliser::bit_or(Expr e) {
  const Value a = integer(e->args[0]), b = integer(e->args[1]), both = and_values(a, b);
  fired(Rule::or_sum);
  Value r = refined(a.poly + b.poly - both.poly, combined_bounds(a, b));
  if (a.bounds.at_least(0) && b.bounds.at_least(0))
    r.bounds = meet(r.bounds, {std::max(*a.bounds.low, *b.bounds.low), std::nullopt});
  return r;
}

Normaliser::Value Normaliser::bit_xor(Expr e) {
  return xor_values(integer(e->args[0]), integer(e->args[1]));
}

Normaliser::Value Normaliser::xor_values(const Value& a, const Value& b) {
  if (!a.poly.is_constant() && !b.poly.is_constant()) {
    if (digits_above(b, a)) return xor_values(b, a);
    const auto period = digits_above(a, b);
    if (!period) return abstract_bits(Var::Kind::bit_xor, a, b);
    fired(Rule::xor_low_digits);
    const Value low = modulo(a, *period);
    return refined(a.poly - low.poly + xor_values(low, b).poly, combined_bounds(a, b));
  }
  fired(Rule::xor_sum);
  return refined(a.poly + b.poly - scale(and_values(a, b).poly, 2), combined_bounds(a, b));
}

// The least 2^k that b is below, where a may have digits above: swizzled indices, `column ^ row %
// 8`, keep those.
std::optional<Wide> Normaliser::digits_above(const Value& a, const Value& b) {
  const auto bits = bits_for(b.bounds);
  if (!bits || !b.bounds.at_least(0)) return std::nullopt;
  const Wide period = power_of_two(*bits - 1);
  if (a.bounds.at_least(0) && a.bounds.at_most(period - 1)) return std::nullopt;
  return period;
}

// Of |, ^ and &: the result needs no more bits than the operands.
Bounds Normaliser::combined_bounds(const Value& a, const Value& b) {
  const auto bits = bits_for(join(a.bounds, b.bounds));
  const bool positive = a.bounds.at_least(0) && b.bounds.at_least(0);
  if (!bits) return positive ? Bounds{0, std::nullopt} : Bounds{};
  const Wide half = power_of_two(*bits - 1);
  return {positive ? Wide{0} : -half, half - 1};
}

Normaliser::Value Normaliser::abstract_bits(Var::Kind kind, const Value& a, const Value& b) {
  has_bits_ = true;
  Var v;
  v.kind = kind;
  v.args = {std::min(a.poly, b.poly), std::max(a.poly, b.poly)};
  v.uniform = problem_.uniform(a.poly) && problem_.uniform(b.poly);
  v.bounds = combined_bounds(a, b);
  if (kind == Var::Kind::bit_and) {
    if (a.bounds.at_least(0)) v.bounds = meet(v.bounds, {0, a.bounds.high});
    if (b.bounds.at_least(0)) v.bounds = meet(v.bounds, {0, b.bounds.high});
  }
  return of_var(std::move(v));
}

// x & x - 1 == 0 of an x up to max_power: x is 0 or one of 1, 2, 4 .. (of no negative x: those have
// bits without end).
std::optional<FormId> Normaliser::power_of_two_alone(Expr e) {
  for (const std::size_t i : {0u, 1u}) {
    Expr both = e->args[i];
    if (both->op != Op::bit_and || both->args.size() != 2) continue;
    if (const Value zero = integer(e->args[1 - i]); !zero.poly.is_zero()) continue;
    Value x = integer(both->args[0]), y = integer(both->args[1]);
    if (y.poly == x.poly + Poly(1)) std::swap(x, y);
    if (x.poly != y.poly + Poly(1) || x.poly.is_constant() || !x.bounds.at_most(max_power))
      continue;
    fired(Rule::one_bit);
    std::vector<FormId> values{problem_.zero(x.poly)};
    for (Wide power = 1; power <= max_power; power *= 2)
      values.push_back(problem_.zero(x.poly - Poly(power)));
    return problem_.any(std::move(values));
  }
  return std::nullopt;
}

// Shift amounts are clamped to the width as the hardware does: x << w is 0, x >> w the sign.
Normaliser::Value Normaliser::shift(Expr e) {
  const Value a = integer(e->args[0]), s = integer(e->args[1]);
  const unsigned width = e->type.width;
  const bool left = e->op == Op::shl;
  if (s.poly.is_constant()) {
    const Wide k = s.poly.constant();
    const bool inside = k >= 0 && k < static_cast<Wide>(width);
    fired(!inside ? Rule::shift_outside : left ? Rule::shift_multiplies : Rule::shift_divides);
    if (!left) return floor_divide(a, power_of_two(inside ? static_cast<unsigned>(k) : width));
    if (!inside) return made(Poly());
    const Wide c = power_of_two(static_cast<unsigned>(k));
    return refined(scale(a.poly, c), a.bounds * Bounds{c, c});
  }
  // as 2^x > x; of x >> 4 + x, which was meant to be (x >> 4) + x
  if (const Poly more = s.poly - a.poly;
      !left && more.is_constant() && more.constant() >= 0 && a.bounds.at_least(0)) {
    fired(Rule::shift_by_more);
    return floor_divide(a, power_of_two(width));
  }
  fired(Rule::shift_open);
  has_bits_ = true;
  const Value p = power(s, width, left ? 0 : power_of_two(width));
  if (!left) return symbolic_quotient(a, p, true, false);
  if (!a.poly.is_constant()) problem_.products.emplace(a.poly, p.poly);
  return refined(problem_.multiply(a.poly, p.poly), a.bounds * p.bounds);
}

Normaliser::Value Normaliser::power(const Value& exponent, unsigned width, Wide otherwise) {
  Var v;
  v.kind = Var::Kind::power;
  v.modulus = width;
  v.args = {exponent.poly, Poly(otherwise)};
  v.uniform = problem_.uniform(exponent.poly);
  const Bounds s = meet(exponent.bounds, {0, static_cast<Wide>(width) - 1});
  if (s.empty()) return made(Poly(otherwise));
  v.bounds = {power_of_two(static_cast<unsigned>(*s.low)),
              power_of_two(static_cast<unsigned>(*s.high))};
  if (!exponent.bounds.at_least(0) || !exponent.bounds.at_most(static_cast<Wide>(width) - 1))
    v.bounds = join(v.bounds, {otherwise, otherwise});
  return of_var(std::move(v));
}

} // namespace heddle::smt
