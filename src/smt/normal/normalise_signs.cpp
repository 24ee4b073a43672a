// Sizes of either sign, as s m with m >= 0, s being -1 or 1 (problem_signs.cpp).
#include "smt/normal/normalise.hpp"
#include "smt/normal/rules.hpp"

#include <algorithm>

namespace heddle::smt {

// b ? -x : x of an x that is not negative, where both threads share b.
std::optional<Normaliser::Value> Normaliser::choose_sign(FormId c, const Value& t, const Value& f) {
  const bool is_shared_symbol =
      problem_.form(c).kind == Form::Kind::symbol && is_shared(problem_.form(c).atom);
  if (!is_shared_symbol || f.poly.terms.size() != 1 || t.poly != scale(f.poly, -1))
    return std::nullopt;
  const bool below = f.bounds.at_least(0);
  if (!below && !t.bounds.at_least(0)) return std::nullopt;
  fired(Rule::choice_signed);
  const Poly sign = problem_.sign(below ? c : problem_.negate(c), true);
  return refined(problem_.multiply(sign, below ? f.poly : t.poly), join(t.bounds, f.bounds));
}

Normaliser::Value Normaliser::signed_by(const Value& v, const Monomial& signs) {
  if (signs.empty()) return v;
  return refined(problem_.times(v.poly, signs), join(v.bounds, -v.bounds));
}

// What signs the operands have leaves the division, but for one by what may be 0.
std::optional<Normaliser::Value> Normaliser::divide_unsigned(const Value& a, const Value& b,
                                                             bool want_remainder) {
  const Monomial of_dividend = problem_.common_signs(a.poly);
  const Monomial of_divisor = problem_.common_signs(b.poly);
  if (of_dividend.empty() && of_divisor.empty()) return std::nullopt;
  const Value divisor = signed_by(b, of_divisor);
  if (divisor.bounds.contains(0)) return std::nullopt;
  if (!of_dividend.empty()) fired(Rule::dividend_signed);
  if (!of_divisor.empty()) fired(Rule::divisor_signed);
  const Value result = truncate(signed_by(a, of_dividend), divisor, want_remainder);
  const Value as_dividend = signed_by(result, of_dividend);
  return want_remainder ? as_dividend : signed_by(as_dividend, of_divisor);
}

// Of what the conditions have: that a size is negative, or that it is not.
bool Normaliser::tighten_signs() {
  const std::vector<FormId>& roots = problem_.roots;
  bool changed = false;
  for (VarId v = 0; v < problem_.var_count(); ++v) {
    if (problem_.var(v).kind != Var::Kind::sign) continue;
    const FormId negative = problem_.var(v).condition, other = problem_.negate(negative);
    if (std::ranges::find(roots, negative) != roots.end()) changed |= narrow(v, {-1, -1});
    if (std::ranges::find(roots, other) != roots.end()) changed |= narrow(v, {1, 1});
  }
  return changed;
}

// Of a product that is not negative but for its signs.
bool Normaliser::tighten_signs(MonoId product, const Monomial& signs, const Bounds& by) {
  if (!by.at_least(1) && !by.at_most(-1)) return false;
  if (!problem_.bounds(problem_.without_signs(product)).at_least(0)) return false;
  const Wide sign = by.at_least(1) ? 1 : -1;
  return signs.size() == 1 ? narrow(signs[0], {sign, sign}) : problem_.relate_signs(signs, sign);
}

} // namespace heddle::smt
