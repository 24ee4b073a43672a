// Division, narrowing, masks and shifts as linear arithmetic wherever the other operand is a
// constant (theory.md section 2, "Arithmetic").
#include "smt/normalise.hpp"

#include <algorithm>

namespace heddle::smt {

// floor(a / c): multiples of c leave the division, and a common divisor is taken out.
Normaliser::Value Normaliser::floor_divide(const Value& a, Wide c) {
  if (c == 1) return a;
  const Bounds range{a.bounds.low ? std::optional(smt::floor_div(*a.bounds.low, c)) : std::nullopt,
                     a.bounds.high ? std::optional(smt::floor_div(*a.bounds.high, c))
                                   : std::nullopt};
  Poly whole, rest;
  for (const auto& [m, k] : a.poly.terms) {
    const Wide q = smt::floor_div(k, c), r = floor_mod(k, c);
    // A coefficient c-1 is kept as -1 where that is how it was written: -x, not (c-1)x - cx.
    const bool keep = m != 0 && k < 0 && k > -c;
    if (!keep && q != 0) whole = whole + Poly::monomial(m, q);
    if (keep || r != 0) rest = rest + Poly::monomial(m, keep ? k : r);
  }
  const Bounds rest_bounds = problem_.bounds(rest);
  if (rest_bounds.at_least(0) && rest_bounds.at_most(c - 1)) return refined(whole, range);
  if (whole.is_zero() && range.is_single()) return made(Poly(*range.low));
  const Wide g = gcd(rest.content(), c);
  if (g > 1)
    for (auto& t : rest.terms)
      t.second = smt::floor_div(t.second, g); // the constant is rounded down
  std::erase_if(rest.terms, [](const auto& t) { return t.second == 0; });
  Var v;
  v.kind = Var::Kind::floor_div;
  v.modulus = c / g;
  if (v.modulus == 1) return refined(whole + rest, range);
  v.uniform = problem_.uniform(rest);
  const Bounds b = problem_.bounds(rest);
  if (b.low) v.bounds.low = smt::floor_div(*b.low, v.modulus);
  if (b.high) v.bounds.high = smt::floor_div(*b.high, v.modulus);
  v.args = {std::move(rest)};
  return refined(whole + of_var(std::move(v)).poly, range);
}

// a - c * floor(a / c)
Normaliser::Value Normaliser::modulo(const Value& a, Wide c) {
  if (c == 1) return made(Poly());
  if (a.bounds.at_least(0) && a.bounds.at_most(c - 1)) return a;
  Poly rest;
  for (const auto& [m, k] : a.poly.terms)
    rest = rest + Poly::monomial(m, m != 0 && k < 0 && k > -c ? k : floor_mod(k, c));
  const Bounds whole = problem_.bounds(rest);
  if (whole.at_least(0) && whole.at_most(c - 1)) return {rest, whole};
  // (g*x + k) mod g*d  ->  g * ((x + k div g) mod d) + k mod g
  const Wide g = gcd(rest.content(), c), low = floor_mod(rest.constant(), g > 0 ? g : 1);
  if (g == c) return made(Poly(low));
  Poly inner = rest - Poly(low);
  for (auto& t : inner.terms)
    t.second /= g;
  Var v;
  v.kind = Var::Kind::floor_mod;
  v.modulus = c / g;
  v.uniform = problem_.uniform(inner);
  v.bounds = {0, v.modulus - 1};
  v.args = {std::move(inner)};
  return refined(scale(of_var(std::move(v)).poly, g) + Poly(low), {0, c - 1});
}

// C's / and %, which truncate towards zero.
Normaliser::Value Normaliser::truncate(const Value& a, const Value& b, bool want_remainder) {
  if (!b.poly.is_constant() || b.poly.is_zero()) return divide_symbolic(a, b, want_remainder);
  const Wide c = b.poly.constant(), m = c < 0 ? -c : c;
  const Value minus{scale(a.poly, -1), -a.bounds};
  auto flip = [](const Value& v) { return Value{scale(v.poly, -1), -v.bounds}; };
  auto up = [&] { // of a dividend that is not negative
    if (want_remainder) return modulo(a, m);
    return c < 0 ? flip(floor_divide(a, m)) : floor_divide(a, m);
  };
  auto down = [&] {
    if (want_remainder) return flip(modulo(minus, m));
    return c < 0 ? floor_divide(minus, m) : flip(floor_divide(minus, m));
  };
  if (const auto negative = is_negative(a)) return *negative ? down() : up();
  return choose(problem_.at_most_zero(a.poly + Poly(1)), down(), up());
}

Normaliser::Value Normaliser::divide_symbolic(const Value& a, const Value& b, bool want_remainder) {
  has_products_ |= !b.poly.is_constant();
  if (b.poly.terms.size() == 1 && b.poly.terms[0].second == 1) {
    const Monomial& divisor = problem_.monomials.get(b.poly.terms[0].first);
    if (divisor.size() == 1 && single_divisors_.insert(divisor[0]).second) again_ = true;
  }
  return symbolic_quotient(a, b, false, want_remainder);
}

Normaliser::Value Normaliser::symbolic_quotient(const Value& a, const Value& b, bool floors,
                                                bool want_remainder) {
  // a / (m * c) -> (a / m) / c for positive parts: quotients are shared and lemmas stay small.
  if (b.poly.terms.size() == 1 && a.bounds.at_least(0) && b.bounds.at_least(1)) {
    const auto [m, c] = b.poly.terms[0];
    const Monomial factors = problem_.monomials.get(m);
    const bool positive =
        std::ranges::all_of(factors, [&](VarId v) { return problem_.var(v).bounds.at_least(1); });
    if (c >= 1 && positive && (factors.size() > 1 || c > 1))
      return split_quotient(a, factors, c, want_remainder);
  }
  Var q;
  q.kind = Var::Kind::quotient;
  q.floors = floors;
  q.args = {a.poly, b.poly};
  q.uniform = problem_.uniform(a.poly) && problem_.uniform(b.poly);
  Var r = q;
  r.kind = Var::Kind::remainder;
  if (b.bounds.at_least(1)) {
    if (a.bounds.at_least(0)) {
      q.bounds = {0, a.bounds.high};
      r.bounds = {0, b.bounds.high ? std::optional(*b.bounds.high - 1) : std::nullopt};
      if (a.bounds.high) r.bounds = meet(r.bounds, {std::nullopt, a.bounds.high});
    } else {
      q.bounds = join(a.bounds, {0, 0});
    }
  }
  Value quotient = of_var(std::move(q)), remainder = of_var(std::move(r));
  return want_remainder ? remainder : quotient;
}

Normaliser::Value Normaliser::split_quotient(const Value& a, const Monomial& factors, Wide c,
                                             bool want_remainder) {
  // A divisor the text already divides by goes first, so that its quotient is shared.
  std::vector<VarId> order(factors.begin(), factors.end());
  std::ranges::stable_sort(order, {}, [&](VarId v) { return !single_divisors_.contains(v); });
  Value quotient = a;
  Value remainder = made(Poly());
  Poly weight(1);
  for (VarId v : order) {
    const Value divisor = made(problem_.of_var(v));
    const Value part = symbolic_quotient(quotient, divisor, false, true);
    remainder = made(remainder.poly + problem_.multiply(weight, part.poly));
    quotient = symbolic_quotient(quotient, divisor, false, false);
    weight = problem_.multiply(weight, divisor.poly);
  }
  if (c > 1) {
    remainder = made(remainder.poly + problem_.multiply(weight, modulo(quotient, c).poly));
    quotient = floor_divide(quotient, c);
  }
  if (!want_remainder) return quotient;
  return refined(remainder.poly, {0, a.bounds.high});
}

// Conversion to a type narrower than int: modulo 2^width.
Normaliser::Value Normaliser::reduce(const Value& a, Type type) {
  const Bounds range = type_bounds(type);
  if (a.bounds.low && a.bounds.high && range.contains(*a.bounds.low) &&
      range.contains(*a.bounds.high))
    return a;
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
  if (!b.poly.is_constant()) return abstract_bits(Var::Kind::bit_and, a, b);
  const Wide c = b.poly.constant();
  Value r = mask(a, c);
  if (c >= 0) r.bounds = meet(r.bounds, {0, c});
  if (a.bounds.at_least(0)) r.bounds = meet(r.bounds, {0, a.bounds.high});
  return r;
}

// a | b = a + b - (a & b), a ^ b = a + b - 2 (a & b): for all integers in two's complement.
Normaliser::Value Normaliser::bit_or(Expr e) {
  const Value a = integer(e->args[0]), b = integer(e->args[1]), both = and_values(a, b);
  Value r = refined(a.poly + b.poly - both.poly, combined_bounds(a, b));
  if (a.bounds.at_least(0) && b.bounds.at_least(0))
    r.bounds = meet(r.bounds, {std::max(*a.bounds.low, *b.bounds.low), std::nullopt});
  return r;
}

Normaliser::Value Normaliser::bit_xor(Expr e) {
  const Value a = integer(e->args[0]), b = integer(e->args[1]);
  if (!a.poly.is_constant() && !b.poly.is_constant()) {
    Value r = abstract_bits(Var::Kind::bit_xor, a, b);
    return r;
  }
  return refined(a.poly + b.poly - scale(and_values(a, b).poly, 2), combined_bounds(a, b));
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

// Shift amounts are clamped to the width as the hardware does: x << w is 0, x >> w the sign.
Normaliser::Value Normaliser::shift(Expr e) {
  const Value a = integer(e->args[0]), s = integer(e->args[1]);
  const unsigned width = e->type.width;
  const bool left = e->op == Op::shl;
  if (s.poly.is_constant()) {
    const Wide k = s.poly.constant();
    const bool inside = k >= 0 && k < static_cast<Wide>(width);
    if (!left) return floor_divide(a, power_of_two(inside ? static_cast<unsigned>(k) : width));
    if (!inside) return made(Poly());
    const Wide c = power_of_two(static_cast<unsigned>(k));
    return refined(scale(a.poly, c), a.bounds * Bounds{c, c});
  }
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
