// Digits by a size that facts tell apart: an index y * w + x below w, of tiles whose number is w /
// 128.
#include "smt/normal/normalise.hpp"
#include "smt/normal/rules.hpp"

#include <algorithm>

namespace heddle::smt {

namespace {

constexpr std::size_t max_facts = 100, max_fact_terms = 8, max_terms = 24;
constexpr int max_steps = 5; // facts that one bound is put together of

} // namespace

// A multiple of d * x + y is 0 where y is above -d and below d: x == 0 and y == 0.
FormId Normaliser::equal_zero(const Poly& bytes) {
  const Wide unit = std::max<Wide>(bytes.content(), 1);
  if (bytes.constant() % unit != 0) return problem_.zero(bytes);
  Poly p = bytes;
  for (auto& t : p.terms)
    t.second /= unit;
  for (const VarId size : sizes_in(p)) {
    const auto [high, rest] = problem_.divided(p, {size});
    if (high.is_zero() || rest.terms.size() > max_terms) continue;
    const Poly low = problem_.times(rest, problem_.common_signs(rest));
    const Poly below = Poly(1) - problem_.of_var(size);
    std::set<FormId> facts;
    if (!is_at_most_zero(low + below, max_steps, facts) ||
        !is_at_most_zero(scale(low, -1) + below, max_steps, facts)) {
      seeks_facts_ = true;
      continue;
    }
    fired(Rule::positions_symbolic);
    problem_.used.insert(facts.begin(), facts.end());
    return problem_.all({problem_.zero(low), equal_zero(high)});
  }
  return problem_.zero(bytes);
}

// Positive variables that others are multiplied by.
std::vector<VarId> Normaliser::sizes_in(const Poly& p) const {
  std::vector<VarId> sizes;
  for (const auto& [m, c] : p.terms) {
    const Monomial& factors = problem_.monomials.get(m);
    if (factors.size() < 2) continue;
    for (const VarId v : factors) {
      const Var& var = problem_.var(v);
      if (var.kind != Var::Kind::sign && var.uniform && var.bounds.at_least(1) &&
          std::ranges::find(sizes, v) == sizes.end())
        sizes.push_back(v);
    }
  }
  return sizes;
}

// Is p <= 0 by bounds, once what may be largest in it is replaced by what a fact has above it?
bool Normaliser::is_at_most_zero(const Poly& p, int steps, std::set<FormId>& facts) {
  const Bounds whole = problem_.bounds(p);
  if (whole.at_most(0)) return true;
  if (steps == 0 || whole.at_least(1)) return false;
  std::optional<std::pair<MonoId, Wide>> largest;
  std::optional<Wide> most;
  for (const auto& [m, c] : p.terms) {
    const std::optional<Wide> high = problem_.bounds(Poly::monomial(m, c)).high;
    if (m == 0 || (largest && !most) || (largest && high && *high <= *most)) continue;
    largest = {m, c};
    most = high;
  }
  if (!largest) return false;
  const auto [term, factor] = *largest;
  const auto replaced = [&](const Poly& fact) { // fact <= 0, of which the term is part
    const auto in = std::ranges::find(fact.terms, term, [](const auto& t) { return t.first; });
    if (in == fact.terms.end() || in->second * factor <= 0 || factor % in->second != 0)
      return false;
    return is_at_most_zero(p - scale(fact, factor / in->second), steps - 1, facts);
  };
  if (const auto v = problem_.single_variable(Poly::monomial(term));
      v && problem_.var(*v).kind == Var::Kind::floor_div) {
    const Poly multiple = Poly::monomial(term, problem_.var(*v).modulus);
    if (replaced(multiple - problem_.var(*v).args[0])) return true; // by what it is
  }
  if (problem_.upper.size() > max_facts) return false;
  for (const auto& [x, high] : problem_.upper) {
    const Poly fact = x - Poly(high);
    if (x.terms.size() > max_fact_terms || !replaced(fact)) continue;
    facts.insert(problem_.at_most_zero(fact));
    return true;
  }
  return false;
}

} // namespace heddle::smt
