// Queries that halve sizes and multiply the halves, as where an image is stored as bands of w / 2
// and (w + 1) / 2 columns: one query for each remainder of the sizes. With 2 m + 1 in the place of
// w both halves are sums, and the products of sums are those of m.
#include "smt/residues.hpp"

#include "smt/portfolio.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace heddle::smt {

namespace {

constexpr Wide max_divisor = 4;
constexpr Wide max_cases = 16;
constexpr double share = 0.6;       // of the time left, for all cases; of what is left of that ..
constexpr double case_share = 0.5;  // .. for each but the last: one that stays open decides it
constexpr double quick_share = 0.7; // of a case's time: signs are known, but for a size of 1

// Quotients and remainders by small constants that are factors, or are of products.
std::set<VarId> multiplied_parts(const Problem& problem) {
  std::set<VarId> found;
  const auto is_part = [&](VarId id) {
    const Var& v = problem.var(id);
    return (v.kind == Var::Kind::floor_div || v.kind == Var::Kind::floor_mod) &&
           v.modulus <= max_divisor && problem.uniform(v.args[0]);
  };
  for (MonoId m = 0; m < problem.monomials.size(); ++m)
    if (const Monomial& factors = problem.monomials.get(m); factors.size() > 1)
      std::ranges::copy_if(factors, std::inserter(found, found.end()), is_part);
  for (VarId id = 0; id < problem.var_count(); ++id)
    if (is_part(id) && std::ranges::any_of(problem.var(id).args[0].terms, [&](const auto& t) {
          return problem.monomials.get(t.first).size() > 1;
        }))
      found.insert(id);
  return found;
}

} // namespace

Expr of_remainder(Pool& pool, Expr size, Wide c, Wide r) {
  Symbol symbol = pool.symbol(size);
  const Bounds type = type_bounds(size->type);
  const Wide low = symbol.low ? Wide{*symbol.low} : *type.low;
  const Wide high = symbol.high ? Wide{*symbol.high} : *type.high;
  const Wide least = -floor_div(r - low, c), most = floor_div(high - r, c);
  if (least > most) return nullptr;
  symbol.role = Role::fresh;
  symbol.low = static_cast<std::int64_t>(least);
  symbol.high = static_cast<std::int64_t>(most);
  Expr m = pool.symbol_ref(pool.new_symbol(symbol));
  const auto constant = [&](Wide value) {
    return pool.constant(static_cast<std::int64_t>(value), size->type);
  };
  return pool.add(pool.mul(m, constant(c)), constant(r));
}

// Sizes of which parts are multiplied, and what they are divided by for these.
std::vector<Portfolio::Fixed> Portfolio::divided_sizes(const Encoding& encoding) const {
  const Problem& problem = encoding.problem;
  std::map<VarId, Wide> divisors;
  for (const VarId v : factors_to_fix(problem)) {
    Expr e = problem.var(v).origin;
    if (problem.var(v).kind == Var::Kind::symbol && e->type.width >= 32 && e->type != Type::u64())
      divisors.emplace(v, 1);
  }
  for (const VarId id : multiplied_parts(problem)) {
    const Var& v = problem.var(id);
    for (const auto& [m, c] : v.args[0].terms)
      for (const VarId factor : problem.monomials.get(m))
        if (const auto it = divisors.find(factor); it != divisors.end() && c % v.modulus != 0)
          it->second = it->second / gcd(it->second, v.modulus) * v.modulus;
  }
  std::vector<Fixed> found;
  for (const auto& [v, divisor] : divisors)
    if (divisor > 1) found.push_back({v, divisor});
  return found;
}

// The query where each size has the remainder that the number of the case says. Its answer, nothing
// where it is refuted.
std::optional<Answer> Portfolio::of_remainders(const Problem& problem,
                                               const std::vector<Fixed>& sizes, Wide number,
                                               double seconds) {
  Query one{query_.name, {}, {}};
  std::map<Expr, Expr> by;
  for (const auto& [v, divisor] : sizes) {
    Expr size = problem.var(v).origin, sum = of_remainder(pool_, size, divisor, number % divisor);
    if (!sum) return std::nullopt;
    number /= divisor;
    by.emplace(size, sum);
    one.uniform.push_back(atoms(sum)[0]);
  }
  Pool::Memo memo;
  const auto image = [&](Expr e) {
    return pool_.substitute(
        e, [&](Expr a) { return by.contains(a) ? by.at(a) : nullptr; }, memo);
  };
  for (Expr e : query_.assertions)
    one.assertions.push_back(image(e));
  for (Expr e : query_.uniform)
    if (!by.contains(e)) one.uniform.push_back(image(e));
  Limits limits = limits_;
  limits.seconds = seconds;
  Answer answer;
  try {
    Portfolio part(pool_, one, limits);
    part.quick_seconds_ = seconds * quick_share;
    part.only_refutes_ = only_refutes_;
    answer = part.run();
  } catch (const TooLarge& e) {
    answer.reason = e.reason;
  }
  answer_.solver_calls += answer.solver_calls;
  if (answer.status == Status::unsat) return std::nullopt;
  if (answer.status == Status::sat)
    for (Expr e : atoms_)
      answer.model.values.emplace(e, answer.model.eval(pool_, image(e)));
  return answer;
}

bool Portfolio::residues(const Encoding& encoding) {
  if (!within_signs_ && !open_signs(encoding).empty()) return false; // asked in each of its cases
  const std::vector<Fixed> sizes = divided_sizes(encoding);
  Wide cases = 1;
  for (const Fixed& size : sizes)
    cases *= size.value;
  if (sizes.empty() || cases > max_cases) return false;
  const Deadline until(deadline_.left() * share);
  for (Wide i = 0; i < cases; ++i) {
    const double seconds = until.left() * (i + 1 < cases ? case_share : 1);
    auto open = of_remainders(encoding.problem, sizes, i, seconds);
    if (!open) continue;
    if (open->status != Status::sat) return false;
    return conclude(std::move(open->model), "remainders");
  }
  return conclude(Status::unsat, "remainders");
}

} // namespace heddle::smt
