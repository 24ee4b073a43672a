// Division and remainder, by constants and by products of variables, as C truncates them.
#include "smt/normal/normalise.hpp"
#include "smt/normal/rules.hpp"

#include <algorithm>
#include <functional>

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
  if (!whole.is_zero()) fired(Rule::floor_whole);
  const Bounds rest_bounds = problem_.bounds(rest);
  if (rest_bounds.at_least(0) && rest_bounds.at_most(c - 1)) {
    fired(Rule::floor_known);
    return refined(whole, range);
  }
  if (whole.is_zero() && range.is_single()) {
    fired(Rule::floor_known);
    return made(Poly(*range.low));
  }
  const Wide g = gcd(rest.content(), c);
  if (g > 1) fired(Rule::floor_common);
  if (g > 1)
    for (auto& t : rest.terms)
      t.second = smt::floor_div(t.second, g); // the constant is rounded down
  std::erase_if(rest.terms, [](const auto& t) { return t.second == 0; });
  Var v;
  v.kind = Var::Kind::floor_div;
  v.modulus = c / g;
  if (v.modulus == 1) return refined(whole + rest, range);
  if (const Wide step = shared_divisor(rest, v.modulus); step > 1) {
    fired(Rule::floor_digits);
    const Value part = floor_divide(made(rest), step);
    return refined(whole + floor_divide(part, v.modulus / step).poly, range);
  }
  v.uniform = problem_.uniform(rest);
  const Bounds b = problem_.bounds(rest);
  if (b.low) v.bounds.low = smt::floor_div(*b.low, v.modulus);
  if (b.high) v.bounds.high = smt::floor_div(*b.high, v.modulus);
  v.args = {std::move(rest)};
  return refined(whole + of_var(std::move(v)).poly, range);
}

// floor(a / (m * n)) is floor(floor(a / m) / n): where the text divides the same value by m as
// well, the quotients are the digits of one number. The largest such m, or 1.
Wide Normaliser::shared_divisor(const Poly& dividend, Wide divisor) {
  std::set<Wide>& known = constant_divisors_[dividend];
  again_ |= known.insert(divisor).second && known.size() > 1;
  Wide largest = 1;
  for (Wide m : known)
    if (m < divisor && divisor % m == 0) largest = m;
  return largest;
}

// a - c * floor(a / c)
Normaliser::Value Normaliser::modulo(const Value& a, Wide c) {
  if (c == 1) return made(Poly());
  if (a.bounds.at_least(0) && a.bounds.at_most(c - 1)) {
    fired(Rule::mod_known);
    return a;
  }
  Poly rest;
  for (const auto& [m, k] : a.poly.terms)
    rest = rest + Poly::monomial(m, m != 0 && k < 0 && k > -c ? k : floor_mod(k, c));
  if (rest != a.poly) fired(Rule::mod_whole);
  const Bounds whole = problem_.bounds(rest);
  if (whole.at_least(0) && whole.at_most(c - 1)) {
    fired(Rule::mod_known);
    return {rest, whole};
  }
  // (g*x + k) mod g*d  ->  g * ((x + k div g) mod d) + k mod g
  const Wide g = gcd(rest.content(), c), low = floor_mod(rest.constant(), g > 0 ? g : 1);
  if (g > 1) fired(Rule::mod_common);
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
  if (const auto of_signs = divide_unsigned(a, b, want_remainder)) return *of_signs;
  if (!b.poly.is_constant() || b.poly.is_zero()) return divide_symbolic(a, b, want_remainder);
  const Wide c = b.poly.constant(), m = c < 0 ? -c : c;
  if (const auto whole = remainders_.find(a.poly); whole != remainders_.end())
    again_ |= lowest_digits_[whole->second].insert(m).second;
  if (c < 0) fired(Rule::divisor_negative);
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
  if (const auto negative = is_negative(a)) {
    if (*negative) fired(Rule::truncate_negative);
    return *negative ? down() : up();
  }
  fired(Rule::truncate_open);
  return choose(problem_.at_most_zero(a.poly + Poly(1)), down(), up());
}

// Rounding is towards zero, and the remainder has the dividend's sign.
Normaliser::Value Normaliser::divide_symbolic(const Value& a, const Value& b, bool want_remainder) {
  const auto minus = [](const Value& v) { return Value{scale(v.poly, -1), -v.bounds}; };
  const bool negative_divisor = b.bounds.at_most(-1);
  const Value divisor = negative_divisor ? minus(b) : b;
  const bool negative =
      divisor.bounds.at_least(1) && (a.bounds.at_most(0) || is_negative(a) == true);
  if (negative_divisor) fired(Rule::divisor_negative);
  if (negative) fired(Rule::dividend_negative);
  const Value result = quotient_of(negative ? minus(a) : a, divisor, want_remainder);
  return (want_remainder ? negative : negative != negative_divisor) ? minus(result) : result;
}

Normaliser::Value Normaliser::quotient_of(const Value& a, const Value& b, bool want_remainder) {
  has_products_ |= !b.poly.is_constant();
  if (b.poly.terms.size() == 1) {
    const MonoId divisor = b.poly.terms[0].first;
    const bool alone = problem_.monomials.get(divisor).size() == 1;
    bool learned = divisors_.insert(divisor).second;
    if (alone) learned |= single_divisors_[a.poly].insert(divisor).second;
    if (const auto whole = remainders_.find(a.poly); alone && whole != remainders_.end())
      learned |= single_divisors_[whole->second].insert(divisor).second;
    if (learned) again_ = true;
  }
  return symbolic_quotient(a, b, false, want_remainder);
}

// (v * q + r) / v -> q and (v * q + r) % v -> r, where r is a remainder by v or 0 and the dividend
// is not negative.
std::optional<Normaliser::Value> Normaliser::digit(const Value& a, const Value& b,
                                                   bool want_remainder) {
  if (!a.bounds.at_least(0) || !b.bounds.at_least(1)) return std::nullopt;
  const auto divisor = problem_.single_variable(b.poly);
  if (!divisor) return std::nullopt;
  const auto [whole, rest] = problem_.divided(a.poly, {*divisor});
  if (!rest.is_zero()) {
    const auto digit = problem_.single_variable(rest);
    if (!digit) return std::nullopt;
    const Var& r = problem_.var(*digit);
    if (r.kind != Var::Kind::remainder || r.args[1] != b.poly || !r.bounds.at_least(0))
      return std::nullopt;
  }
  if (want_remainder) return made(rest);
  return refined(whole, {0, a.bounds.high});
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
  if (const auto exact = digit(a, b, want_remainder)) {
    fired(Rule::digit_exact);
    return *exact;
  }
  if (is_above_all_digits(a, b)) {
    fired(Rule::above_all_digits);
    return want_remainder ? a : made(Poly());
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

unsigned Normaliser::divisor_rank(const Poly& dividend, VarId v) {
  const MonoId alone = problem_.monomials.of_var(v);
  unsigned rank = 0;
  for (MonoId m : divisors_) {
    const Monomial& factors = problem_.monomials.get(m);
    if (factors.size() > 1 && std::ranges::binary_search(factors, v)) rank += 4;
  }
  const auto same = single_divisors_.find(dividend);
  if (same != single_divisors_.end() && same->second.contains(alone)) rank += 2;
  return rank + (divisors_.contains(alone) ? 1 : 0);
}

Normaliser::Value Normaliser::split_quotient(const Value& a, const Monomial& factors, Wide c,
                                             bool want_remainder) {
  fired(Rule::divisor_split);
  // Quotients are shared where the chains of divisors begin alike: first what the text divides
  // the same value by alone, or its remainder, then what most of its divisors have.
  std::vector<VarId> order(factors.begin(), factors.end());
  std::ranges::stable_sort(order, std::greater{}, [&](VarId v) { return divisor_rank(a.poly, v); });
  const Wide lowest = lowest_digit(a.poly, c);
  Value quotient = floor_divide(a, lowest);
  Value remainder = modulo(a, lowest);
  Poly weight(lowest);
  c /= lowest;
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
  remainders_.insert_or_assign(remainder.poly, a.poly);
  return refined(remainder.poly, {0, a.bounds.high});
}

// The largest divisor of c by which the text divides a remainder of the dividend: of tiles in
// groups of eight rows, x % (8 * n) / 8, that is the lowest digit.
Wide Normaliser::lowest_digit(const Poly& dividend, Wide c) const {
  Wide largest = 1;
  if (const auto known = lowest_digits_.find(dividend); known != lowest_digits_.end())
    for (Wide m : known->second)
      if (m > 1 && c % m == 0) largest = std::max(largest, m);
  return largest;
}

} // namespace heddle::smt
