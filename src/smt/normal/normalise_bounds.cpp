// What the facts of a query say about the bounds of its terms.
#include "smt/normal/normalise.hpp"

#include <algorithm>

namespace heddle::smt {

namespace {

constexpr std::size_t max_facts = 100, max_fact_terms = 8; // that are tried on one term
constexpr std::size_t max_values = 17;                     // of a variable that are told apart

// v and c of v == c
std::optional<std::pair<VarId, Wide>> value_named(const Problem& problem, const Form& f) {
  if (f.kind != Form::Kind::zero) return std::nullopt;
  const Poly alone = f.poly.without_constant();
  for (const Wide sign : {1, -1})
    if (const auto v = problem.single_variable(scale(alone, sign)))
      return std::pair{*v, -sign * f.poly.constant()};
  return std::nullopt;
}

} // namespace

bool Normaliser::tighten(FormId root) {
  const Form f = problem_.form(root); // a copy: forms are added
  if (f.kind == Form::Kind::negation) return tighten_apart(problem_.form(f.args[0]));
  if (f.kind != Form::Kind::at_most && f.kind != Form::Kind::zero) return false;
  bool changed = learn(f.poly);
  if (f.kind == Form::Kind::zero) changed |= learn(scale(f.poly, -1));
  return changed;
}

// p <= 0
bool Normaliser::learn(const Poly& p) {
  remember(p);
  bool changed = tighten(p);
  if (const auto weaker = problem_.whatever_the_signs(p)) {
    remember(*weaker);
    changed |= tighten(*weaker);
  }
  return changed;
}

// v != c, where c is the least or the most that v can be, or 0 and v a size.
bool Normaliser::tighten_apart(const Form& equation) {
  const auto named = value_named(problem_, equation);
  if (!named) return false;
  const auto [v, c] = *named;
  const Bounds bounds = problem_.var(v).bounds;
  bool changed = c == 0 && problem_.var(v).uniform && not_zero_.insert(v).second;
  if (bounds.low == c) changed |= narrow(v, {c + 1, std::nullopt});
  if (bounds.high == c) changed |= narrow(v, {std::nullopt, c - 1});
  return changed;
}

void Normaliser::remember(const Poly& p) {
  const Wide high = -p.constant();
  auto [it, inserted] = problem_.upper.try_emplace(p.without_constant(), high);
  if (!inserted) it->second = std::min(it->second, high);
}

// p <= 0: each variable that occurs alone is bounded by the least the others can be.
bool Normaliser::tighten(const Poly& p) {
  if (p.terms.size() > 8) return false;
  bool changed = false;
  for (const auto& [m, c] : p.terms) {
    if (m == 0) continue;
    Poly others = p;
    std::erase_if(others.terms, [&, mono = m](const auto& t) { return t.first == mono; });
    const Bounds rest = problem_.bounds(others);
    if (!rest.low) continue;
    Bounds b; // c * v <= -rest.low
    if (c > 0)
      b.high = floor_div(-*rest.low, c);
    else
      b.low = -floor_div(-*rest.low, -c);
    const Monomial factors = problem_.monomials.get(m);
    if (factors.size() == 1)
      changed |= narrow(factors[0], b);
    else if (const Monomial signs = problem_.signs_in(m); !signs.empty())
      changed |= tighten_signs(m, signs, b);
    else if (b.at_least(1) && std::ranges::all_of(factors, [&](VarId v) {
               return problem_.var(v).bounds.at_least(0);
             }))
      for (VarId v : factors) // a product of what is not negative, at least one
        changed |= narrow(v, {1, std::nullopt});
  }
  return changed;
}

bool Normaliser::narrow(VarId v, const Bounds& by) {
  Var& var = problem_.var(v);
  const Bounds met = meet(var.bounds, by);
  if (met == var.bounds || var.bounds.empty()) return false;
  var.bounds = met;
  var.tightened = true;
  return true;
}

// Is it the value that is cast, where it lies within `bounds`?
bool Normaliser::is_kept(Expr cast, const Bounds& bounds) {
  if (cast->type.width >= 32 && cast->type.is_signed) return true;
  const Bounds inside = integer(cast->args[0]).bounds;
  if (meet(inside, type_bounds(cast->type)) == inside) return true;
  const Wide period = power_of_two(cast->type.width);
  return cast->type.width >= 32 && inside.at_least(-period) && bounds.high &&
         *bounds.high < *inside.low + period;
}

// x / d >= k > 0 says x >= k d, whatever the sign of x was taken to be, d >= 1.
bool Normaliser::tighten_dividends(Expr asserted) {
  if (asserted->op == Op::logical_and) {
    bool changed = false;
    for (Expr part : asserted->args)
      changed |= tighten_dividends(part);
    return changed;
  }
  const bool is_equation = asserted->op == Op::eq, strict = asserted->op == Op::lt;
  if (!is_equation && !strict && asserted->op != Op::le) return false;
  bool changed = false;
  for (const std::size_t i : {0u, 1u}) {
    if (i == 0 && !is_equation) continue; // of what is below
    Expr quotient = asserted->args[i];
    Bounds other = integer(asserted->args[1 - i]).bounds;
    if (!is_equation) other.high = std::nullopt;
    if (quotient->op == Op::cast && is_kept(quotient, other)) quotient = quotient->args[0];
    if (quotient->op != Op::div || !other.low) continue;
    const Poly divisor = integer(quotient->args[1]).poly;
    const Wide least = *other.low + (strict ? 1 : 0);
    if (!problem_.bounds(divisor).at_least(1) || least < 1) continue;
    const Poly dividend = integer(quotient->args[0]).poly;
    if (dividend.is_constant()) continue;
    const Poly fact = scale(divisor, least) - dividend;
    remember(fact);
    changed |= tighten(fact);
  }
  return changed;
}

// Likewise of those that are rounded down, of known sign.
bool Normaliser::tighten_dividends() {
  bool changed = false;
  for (VarId v = 0; v < problem_.var_count(); ++v) {
    const Var var = problem_.var(v);
    if (var.kind != Var::Kind::floor_div || !var.tightened) continue;
    if (var.bounds.low) changed |= tighten(Poly(*var.bounds.low * var.modulus) - var.args[0]);
    if (var.bounds.high)
      changed |= tighten(var.args[0] - Poly(*var.bounds.high * var.modulus + var.modulus - 1));
  }
  return changed;
}

// Facts that say v == c or v == d .., but for what other facts exclude, and bounds.
void Normaliser::find_values() {
  problem_.values.clear();
  const std::set<FormId> known(problem_.roots.begin(), problem_.roots.end());
  for (const FormId root : problem_.roots) {
    const Form f = problem_.form(root);
    if (f.kind != Form::Kind::any) continue;
    std::optional<VarId> of;
    std::vector<Wide> values;
    const bool only_values = std::ranges::all_of(f.args, [&](FormId arg) {
      const auto named = value_named(problem_, problem_.form(arg));
      if (!named || of.value_or(named->first) != named->first)
        return known.contains(problem_.negate(arg));
      of = named->first;
      if (problem_.var(*of).bounds.contains(named->second)) values.push_back(named->second);
      return values.size() <= max_values;
    });
    if (only_values && of) problem_.values.try_emplace(*of, std::move(values));
  }
  find_quotients();
}

// Of a variable of few values the quotients have few, too.
void Normaliser::find_quotients() {
  for (VarId v = 0; v < problem_.var_count(); ++v) {
    const Var& var = problem_.var(v);
    if (var.kind != Var::Kind::floor_div || problem_.values.contains(v)) continue;
    const auto of = problem_.single_variable(var.args[0]);
    const auto known = of ? problem_.values.find(*of) : problem_.values.end();
    if (known == problem_.values.end()) continue;
    std::set<Wide> values;
    for (const Wide value : known->second)
      values.insert(floor_div(value, var.modulus));
    problem_.values.emplace(v, std::vector<Wide>(values.begin(), values.end()));
  }
}

std::optional<bool> Normaliser::is_negative(const Value& v) {
  if (v.bounds.at_least(0)) return false;
  if (v.bounds.at_most(-1)) return true;
  const Wide g = v.poly.content();
  if (g == 0) return std::nullopt;
  Poly shape = v.poly.without_constant();
  for (auto& t : shape.terms)
    t.second /= g;
  // v = g * shape + k
  const Wide k = v.poly.constant();
  const auto below = problem_.upper.find(scale(shape, -1)), above = problem_.upper.find(shape);
  Bounds known;
  if (below != problem_.upper.end()) known.low = -below->second;
  if (above != problem_.upper.end()) known.high = above->second;
  known = known * Bounds{g, g} + Bounds{k, k};
  if (known.at_least(0)) {
    problem_.used.insert(problem_.at_most_zero(below->first - Poly(below->second)));
    return false;
  }
  if (known.at_most(-1)) {
    problem_.used.insert(problem_.at_most_zero(above->first - Poly(above->second)));
    return true;
  }
  if (is_above_fact(v.poly)) return false;
  return std::nullopt;
}

// Whether some fact, high - x >= 0, leaves only what is not negative: i - 1 is i - 1 - j and j,
// where j < i.
bool Normaliser::is_above_fact(const Poly& p) {
  if (problem_.upper.size() > max_facts || p.terms.size() > max_fact_terms) return false;
  for (const auto& [x, high] : problem_.upper) {
    if (x.terms.size() > max_fact_terms) continue;
    if (!problem_.bounds(p + x - Poly(high)).at_least(0)) continue;
    problem_.used.insert(problem_.at_most_zero(x - Poly(high)));
    return true;
  }
  return false;
}

} // namespace heddle::smt
