// Signs as factors: a size that may be negative is s m with m >= 0, s being -1 or 1. They leave a
// number that is put together of its digits by that size, and what is compared with 0.
#include "smt/normal/problem.hpp"
#include "smt/normal/rules.hpp"

#include <algorithm>
#include <iterator>

namespace heddle::smt {

// Indicators are 0 or 1, and signs -1 or 1.
Monomial Problem::without_squares(const Monomial& product) const {
  Monomial kept;
  for (const VarId v : product) {
    const bool repeats = !kept.empty() && kept.back() == v;
    const Var::Kind kind = vars_[v].kind;
    if (repeats && kind == Var::Kind::indicator) {
      fired(Rule::indicator_squared);
    } else if (repeats && kind == Var::Kind::sign) {
      fired(Rule::sign_squared);
      kept.pop_back();
    } else {
      kept.push_back(v);
    }
  }
  return kept;
}

Poly Problem::sign(FormId f, bool uniform) {
  if (f == yes || f == no) return Poly(f == yes ? -1 : 1);
  if (forms_[f].kind == Form::Kind::negation) return scale(sign(forms_[f].args[0], uniform), -1);
  Var v;
  v.kind = Var::Kind::sign;
  v.condition = f;
  v.uniform = uniform;
  v.bounds = {-1, 1};
  return known_sign(intern(std::move(v)));
}

// What facts say that it is.
Poly Problem::known_sign(VarId sign) {
  const Bounds& bounds = vars_[sign].bounds;
  if (bounds.is_single()) return Poly(*bounds.low);
  const auto known = sign_products_.find(sign);
  if (known == sign_products_.end()) return of_var(sign);
  const auto [others, c] = known->second.terms[0];
  Poly product(c);
  for (const VarId other : Monomial(monomials.get(others)))
    product = multiply(product, known_sign(other));
  return product;
}

bool Problem::relate_signs(Monomial signs, Wide product) {
  const Poly all = times(Poly(1), signs);
  const VarId last = signs.back(); // made after the others, so that replacing it comes to an end
  signs.pop_back();
  if (!sign_products_.emplace(last, scale(times(Poly(1), signs), product)).second) return false;
  used.insert(zero(all - Poly(product)));
  return true;
}

Monomial Problem::signs_in(MonoId m) const {
  Monomial signs;
  std::ranges::copy_if(monomials.get(m), std::back_inserter(signs),
                       [&](VarId v) { return vars_[v].kind == Var::Kind::sign; });
  return signs;
}

MonoId Problem::without_signs(MonoId m) {
  Monomial rest = monomials.get(m);
  const auto count = std::erase_if(rest, [&](VarId v) { return vars_[v].kind == Var::Kind::sign; });
  return count == 0 ? m : monomials.intern(std::move(rest));
}

Monomial Problem::common_signs(const Poly& p) const {
  if (p.is_zero()) return {};
  Monomial common = signs_in(p.terms[0].first);
  for (const auto& [m, c] : p.terms) {
    if (common.empty()) break;
    Monomial both;
    std::ranges::set_intersection(common, signs_in(m), std::back_inserter(both));
    common = std::move(both);
  }
  return common;
}

// s x >= -x of an x that is not negative.
std::optional<Poly> Problem::whatever_the_signs(const Poly& p) {
  Poly weaker;
  for (const auto& [m, c] : p.terms) {
    const MonoId rest = without_signs(m);
    if (rest != m && !bounds(rest).at_least(0)) return std::nullopt;
    weaker = weaker + Poly::monomial(rest, rest == m || c < 0 ? c : -c);
  }
  if (weaker == p) return std::nullopt;
  fired(Rule::bound_unsigned);
  return weaker;
}

// s x + k <= 0 where that hangs on the sign alone.
std::optional<FormId> Problem::compared_by_sign(const Poly& p) {
  const Poly alone = p.without_constant();
  if (alone.terms.size() != 1) return std::nullopt;
  const auto [m, c] = alone.terms[0];
  const Monomial signs = signs_in(m);
  if (signs.size() != 1) return std::nullopt;
  const Wide k = p.constant();
  const Bounds x = bounds(without_signs(m)) * Bounds{c, c};
  const Bounds if_positive = x + Bounds{k, k}, if_negative = -x + Bounds{k, k};
  const FormId negative = vars_[signs[0]].condition;
  if (if_positive.at_most(0) && if_negative.at_least(1)) {
    fired(Rule::compare_signed);
    return negate(negative);
  }
  if (if_positive.at_least(1) && if_negative.at_most(0)) {
    fired(Rule::compare_signed);
    return negative;
  }
  return std::nullopt;
}

} // namespace heddle::smt
