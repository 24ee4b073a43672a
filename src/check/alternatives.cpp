#include "check/alternatives.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::check {

namespace {

// s < c, s <= c: the largest that s may be.
std::optional<std::pair<Expr, std::int64_t>> upper_bound(Expr e) {
  const bool strict = e->op == Op::lt;
  if ((!strict && e->op != Op::le) || e->args[0]->op != Op::symbol) return std::nullopt;
  const auto limit = constant_value(e->args[1]);
  if (!limit || *limit == INT64_MIN) return std::nullopt;
  return std::pair{e->args[0], *limit - (strict ? 1 : 0)};
}

// Of the symbols of one case.
std::map<Expr, std::optional<std::int64_t>> upper_bounds(Expr condition) {
  std::map<Expr, std::optional<std::int64_t>> all;
  for (Expr a : atoms(condition))
    if (a->op == Op::symbol) all[a];
  const auto note = [&](Expr part) {
    const auto bound = upper_bound(part);
    if (bound) all[bound->first] = std::min(bound->second, all[bound->first].value_or(INT64_MAX));
  };
  if (condition->op == Op::logical_and)
    std::ranges::for_each(condition->args, note);
  else
    note(condition);
  return all;
}

} // namespace

std::vector<Expr> one_of(Pool& pool, const std::vector<Expr>& cases,
                         const std::vector<Expr>& others) {
  std::vector<Expr> conditions{pool.any(cases)};
  if (cases.size() < 2) return conditions;
  std::set<Expr> elsewhere;
  for (Expr e : others)
    for (Expr a : atoms(e))
      elsewhere.insert(a);
  std::map<Expr, std::optional<std::int64_t>> largest;
  for (Expr e : cases)
    for (const auto& [symbol, bound] : upper_bounds(e)) {
      const auto [it, is_new] = largest.emplace(symbol, bound);
      if (!is_new)
        it->second =
            it->second && bound ? std::optional(std::max(*it->second, *bound)) : std::nullopt;
    }
  for (const auto& [symbol, bound] : largest) {
    const std::optional<std::int64_t> low = interval(pool, symbol).low;
    if (bound && low && *low <= *bound && !elsewhere.contains(symbol))
      conditions.push_back(pool.le(symbol, pool.constant(*bound, symbol->type)));
  }
  return conditions;
}

} // namespace heddle::check
