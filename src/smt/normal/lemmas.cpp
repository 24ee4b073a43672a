#include "smt/normal/lemmas.hpp"

#include <algorithm>

namespace heddle::smt {

namespace {

constexpr std::size_t max_cofactors = 400; // of all factors together
constexpr std::size_t max_lemmas = 6000;

Poly primitive(Poly p) {
  Wide g = 0;
  for (const auto& t : p.terms)
    g = gcd(g, t.second);
  if (g == 0) return p;
  if (p.terms.back().second < 0) g = -g;
  for (auto& t : p.terms)
    t.second /= g;
  return p;
}

// Finds, for every shared factor, what it is multiplied with: products as written, splits of
// monomials, quotients and sums in compared terms; closed under the products this adds.
class Collector {
public:
  explicit Collector(Problem& problem) : problem_(problem) {}

  std::vector<std::pair<Poly, std::vector<Poly>>> collect() {
    Reach reached = reach(problem_, problem_.roots);
    work_ = std::move(reached.polys);
    for (VarId v : reached.vars)
      if (problem_.var(v).kind == Var::Kind::quotient)
        add(problem_.of_var(v), Poly(problem_.var(v).args[1]));
    for (const Poly& p : problem_.sides)
      work_.push_back(p);
    for (const auto& [a, b] : std::set(problem_.products)) {
      add(a, b);
      add(b, a);
    }
    while (!work_.empty()) {
      const Poly p = std::move(work_.back());
      work_.pop_back();
      examine(p);
    }
    return std::move(groups_);
  }

private:
  void add(const Poly& cofactor, const Poly& factor) {
    if (factor.is_constant() || cofactor.is_constant() || !problem_.uniform(factor)) return;
    if (count_ >= max_cofactors) return;
    const Poly m = primitive(unsigned_part(factor)), a = primitive(unsigned_part(cofactor));
    if (m.is_constant() || a.is_constant()) return; // of signs alone
    auto [it, inserted] = index_.try_emplace(m, groups_.size());
    if (inserted) groups_.push_back({m, {Poly()}}); // 0 is a cofactor of everything
    if (!members_.emplace(it->second, a).second) return;
    groups_[it->second].second.push_back(a);
    ++count_;
    work_.push_back(problem_.multiply(a, m));
    work_.push_back(a);
  }

  // A choice between products is made of products, by the solver.
  bool chooses(VarId v) const {
    const Var::Kind kind = problem_.var(v).kind;
    return kind == Var::Kind::indicator || kind == Var::Kind::sign;
  }

  Monomial without_choices(Monomial m) const {
    std::erase_if(m, [&](VarId v) { return chooses(v); });
    return m;
  }

  // Signs decide which way it differs from 0, the lemma is of how far.
  Poly unsigned_part(const Poly& p) { return problem_.times(p, problem_.common_signs(p)); }

  Monomial uniform_part(const Monomial& m) const {
    Monomial u;
    for (VarId v : m)
      if (problem_.var(v).uniform && !chooses(v)) u.push_back(v);
    return u;
  }

  Poly of(const Monomial& m) { return Poly::monomial(problem_.monomials.intern(m)); }

  // Every way to write a monomial as rest * shared part.
  void split(const Monomial& m) {
    if (m.size() < 2 || m.size() > 6 || !split_.insert(m).second) return;
    for (unsigned mask = 1; mask + 1 < (1u << m.size()); ++mask) {
      Monomial factor, rest;
      for (std::size_t i = 0; i < m.size(); ++i)
        (mask >> i & 1 ? factor : rest).push_back(m[i]);
      if (std::ranges::all_of(factor, [&](VarId v) { return problem_.var(v).uniform; }))
        add(of(rest), of(factor));
    }
  }

  void examine(const Poly& given) {
    const Poly p = primitive(given);
    if (!examined_.insert(p).second) return;
    std::set<Monomial> factors;
    for (const auto& t : p.terms) {
      const Monomial m = without_choices(problem_.monomials.get(t.first));
      split(m);
      const Monomial u = uniform_part(m);
      if (!u.empty()) factors.insert(u);
      for (VarId v : u)
        factors.insert({v});
    }
    for (const Monomial& f : factors)
      add(problem_.divided(p, f).first, of(f));
    add_sums(p);
  }

  // The shared sums that p multiplies something with: m in m * b + n * b, 256 - 2 n in
  // 256 * b - 2 * n * b.
  void add_sums(const Poly& p) {
    std::map<Monomial, Poly> factors; // by what they are multiplied with
    for (const auto& [m, c] : p.terms) {
      const Monomial whole = problem_.monomials.get(m), shared = uniform_part(whole);
      Monomial rest;
      std::ranges::set_difference(whole, shared, std::back_inserter(rest));
      if (rest.empty()) continue;
      Poly& sum = factors[std::move(rest)];
      sum = sum + Poly::monomial(problem_.monomials.intern(shared), c);
    }
    for (const auto& [rest, sum] : factors)
      if (sum.terms.size() > 1) add(of(rest), sum);
  }

  Problem& problem_;
  std::vector<std::pair<Poly, std::vector<Poly>>> groups_;
  std::map<Poly, std::size_t> index_;
  std::set<std::pair<std::size_t, Poly>> members_;
  std::size_t count_ = 0;
  std::vector<Poly> work_;
  std::set<Poly> examined_;
  std::set<Monomial> split_;
};

} // namespace

std::vector<OrderLemma> order_lemmas(Problem& problem) {
  std::vector<OrderLemma> lemmas;
  for (const auto& [factor, cofactors] : Collector(problem).collect()) {
    std::set<Poly> seen;
    for (std::size_t i = 0; i < cofactors.size(); ++i)
      for (std::size_t j = i + 1; j < cofactors.size(); ++j) {
        const Poly d = primitive(cofactors[j] - cofactors[i]);
        if (d.is_constant() || !seen.insert(d).second) continue;
        OrderLemma lemma{factor, d, problem.multiply(d, factor)};
        const bool product = std::ranges::any_of(lemma.product.terms, [&](const auto& t) {
          return problem.monomials.get(t.first).size() > 1;
        });
        if (!product) continue;
        if (factor.terms.size() > 1) // 256 - 2 n or 2 n - 256: either may be the positive one
          lemmas.push_back({scale(factor, -1), d, scale(lemma.product, -1)});
        lemmas.push_back(std::move(lemma));
        if (lemmas.size() >= max_lemmas) return lemmas;
      }
  }
  return lemmas;
}

FormId instance(Problem& problem, const OrderLemma& l, Wide k) {
  const Poly km = scale(l.factor, k);
  auto at_least = [&](const Poly& a, const Poly& b) { return problem.at_most_zero(b - a); };
  const FormId rising =
      problem.any({problem.negate(at_least(l.difference, Poly(k))), at_least(l.product, km)});
  const FormId falling =
      problem.any({problem.negate(at_least(Poly(k), l.difference)), at_least(km, l.product)});
  return problem.any({problem.negate(at_least(l.factor, Poly())), problem.all({rising, falling})});
}

} // namespace heddle::smt
