// Numbers whose digits are equal are equal: x == q * d + r for a quotient and a remainder by d.
#include "smt/normal/normalise.hpp"
#include "smt/normal/rules.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace heddle::smt {

namespace {

// Classes of variables that are known to be equal.
class Classes {
public:
  explicit Classes(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), VarId{0});
  }
  VarId of(VarId v) {
    while (parent_[v] != v)
      v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void join(VarId a, VarId b) { parent_[of(a)] = of(b); }

private:
  std::vector<VarId> parent_;
};

struct Number {
  VarId quotient, remainder;
};

} // namespace

// What the equations among the roots say of dividends, as further roots: from the highest digits
// on, each step makes two numbers equal that may be digits of others.
void Normaliser::equate_dividends() {
  std::vector<Number> numbers;
  for (VarId v = 0; v < problem_.var_count(); ++v)
    if (problem_.var(v).kind == Var::Kind::remainder &&
        problem_.bounds(problem_.var(v).args[1]).at_least(1))
      numbers.push_back({problem_.partner(Var(problem_.var(v)), Var::Kind::quotient), v});
  Classes classes(problem_.var_count());
  std::size_t next = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (; next < problem_.roots.size(); ++next)
      if (const auto same = equal_variables(problem_.form(problem_.roots[next])))
        classes.join(same->first, same->second);
    std::map<std::tuple<VarId, VarId, Poly>, VarId> first; // digits and divisor -> a remainder
    for (const Number& n : numbers) {
      const auto& args = problem_.var(n.remainder).args;
      const auto key = std::tuple(classes.of(n.quotient), classes.of(n.remainder), args[1]);
      const auto [known, inserted] = first.emplace(key, n.remainder);
      if (inserted) continue;
      const FormId equal = problem_.zero(args[0] - problem_.var(known->second).args[0]);
      if (equal == Problem::yes || !equated_.insert(equal).second) continue;
      fired(Rule::equal_digits);
      const Form& form = problem_.form(equal);
      const auto parts = form.kind == Form::Kind::all ? form.args : std::vector{equal};
      problem_.roots.insert(problem_.roots.end(), parts.begin(), parts.end());
      changed = true;
    }
  }
}

// Whether a / b is 0 because a fact bounds the number whose highest digit a is: x / m / n is 0
// where x < m * n * b.
bool Normaliser::is_above_all_digits(const Value& a, const Value& b) {
  if (!a.bounds.at_least(0) || !b.bounds.at_least(1)) return false;
  Poly number = a.poly, weight = b.poly;
  for (;;) {
    const Poly excess = number - weight; // at most -1 where the number is below the weight
    const auto fact = problem_.upper.find(excess.without_constant());
    if (fact != problem_.upper.end() && fact->second + excess.constant() <= -1) {
      problem_.used.insert(problem_.at_most_zero(fact->first - Poly(fact->second)));
      if (const auto v = problem_.single_variable(a.poly)) problem_.below[*v].insert(b.poly);
      return true;
    }
    const Var* digit = quotient_alone(number);
    if (!digit) return false;
    weight = problem_.multiply(weight, digit->args[1]);
    number = Poly(digit->args[0]);
  }
}

// x / y * y + x % y is x, whatever the signs are; also where all of it is multiplied. Where digits
// are left, those of x beside them tell more than x does.
Poly Normaliser::put_together(const Poly& p) {
  Poly whole = p;
  for (std::size_t i = 0; i < whole.terms.size();) {
    const auto [m, c] = whole.terms[i];
    auto next = with_dividend(whole, m, c);
    i = next ? 0 : i + 1;
    if (next) whole = std::move(*next);
  }
  return has_digits(whole) ? p : whole;
}

bool Normaliser::has_digits(const Poly& p) const {
  return std::ranges::any_of(p.terms, [&](const auto& t) {
    return std::ranges::any_of(problem_.monomials.get(t.first), [&](VarId v) {
      const Var::Kind kind = problem_.var(v).kind;
      return kind == Var::Kind::quotient || kind == Var::Kind::remainder;
    });
  });
}

// In place of a term with a remainder, where p has that of the quotient, too.
std::optional<Poly> Normaliser::with_dividend(const Poly& p, MonoId m, Wide c) {
  const Monomial factors = problem_.monomials.get(m);
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (problem_.var(factors[i]).kind != Var::Kind::remainder) continue;
    const Var rest = problem_.var(factors[i]); // a copy: variables are added
    const VarId quotient = problem_.partner(rest, Var::Kind::quotient);
    const bool has_quotient = std::ranges::any_of(p.terms, [&](const auto& t) {
      return std::ranges::count(problem_.monomials.get(t.first), quotient) > 0;
    });
    if (!has_quotient) continue;
    Monomial others = factors;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const Poly beside = Poly::monomial(problem_.monomials.intern(std::move(others)), c);
    const Poly multiple =
        problem_.multiply(problem_.multiply(problem_.of_var(quotient), rest.args[1]), beside);
    const bool is_part = std::ranges::all_of(
        multiple.terms, [&](const auto& t) { return std::ranges::count(p.terms, t) > 0; });
    if (!is_part || !is_not_zero(rest.args[1])) continue;
    fired(Rule::dividend_whole);
    return p - Poly::monomial(m, c) - multiple + problem_.multiply(rest.args[0], beside);
  }
  return std::nullopt;
}

// A size that a condition says is not 0, or a product of such.
bool Normaliser::is_not_zero(const Poly& p) {
  if (!problem_.bounds(p).contains(0)) return true;
  if (p.terms.size() != 1) return false;
  const Monomial& factors = problem_.monomials.get(p.terms[0].first);
  const auto is_other = [&](VarId v) {
    return !problem_.var(v).bounds.contains(0) || not_zero_.contains(v);
  };
  if (!std::ranges::all_of(factors, is_other)) return false;
  for (const VarId v : Monomial(factors))
    if (not_zero_.contains(v))
      problem_.used.insert(problem_.negate(problem_.zero(problem_.of_var(v))));
  return true;
}

// The quotient that the term is, of what is not negative by what is positive.
const Var* Normaliser::quotient_alone(const Poly& p) const {
  const auto id = problem_.single_variable(p);
  if (!id || problem_.var(*id).kind != Var::Kind::quotient) return nullptr;
  const Var& v = problem_.var(*id);
  const bool positive =
      problem_.bounds(v.args[0]).at_least(0) && problem_.bounds(v.args[1]).at_least(1);
  return positive ? &v : nullptr;
}

// x - x % m as m * (x / m), where x is to be multiplied or divided: what stands below in an index
// is told apart by the m then.
Normaliser::Value Normaliser::as_multiples(const Value& a) {
  Poly p = a.poly;
  for (const auto& [m, c] : a.poly.terms) {
    const auto id = problem_.single_variable(Poly::monomial(m));
    if (!id) continue;
    const Var v = problem_.var(*id); // a copy: variables are added
    const bool is_constant = v.kind == Var::Kind::floor_mod;
    if (!is_constant && v.kind != Var::Kind::remainder) continue;
    if (!is_constant && problem_.bounds(v.args[1]).contains(0)) continue;
    const Poly rest = p - Poly::monomial(m, c) + scale(v.args[0], c); // p == rest - c (x - x % m)
    if (rest.terms.size() + 2 > p.terms.size()) continue;
    fired(Rule::whole_multiples);
    const Poly multiple =
        is_constant ? scale(floor_divide(made(v.args[0]), v.modulus).poly, v.modulus)
                    : problem_.multiply(problem_.of_var(problem_.partner(v, Var::Kind::quotient)),
                                        v.args[1]);
    p = rest - scale(multiple, c);
  }
  return refined(std::move(p), a.bounds);
}

std::optional<std::pair<VarId, VarId>> Normaliser::equal_variables(const Form& f) const {
  if (f.kind != Form::Kind::zero || f.poly.terms.size() != 2) return std::nullopt;
  const auto& [a, b] = std::pair(f.poly.terms[0], f.poly.terms[1]);
  if (a.second + b.second != 0) return std::nullopt;
  const Monomial &x = problem_.monomials.get(a.first), &y = problem_.monomials.get(b.first);
  if (x.size() != 1 || y.size() != 1) return std::nullopt;
  return std::pair{x[0], y[0]};
}

} // namespace heddle::smt
