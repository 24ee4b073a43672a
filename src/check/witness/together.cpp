#include "check/witness/together.hpp"

#include "protocol/split/few_contents.hpp"

#include <algorithm>

namespace heddle::check {

namespace {

constexpr double seconds_per_question = 0.2; // of sizes alone, which most are answered at once
constexpr std::size_t most_kept = 8;

std::vector<Expr> open_sizes(const std::vector<Expr>& facts) {
  std::vector<Expr> found;
  for (Expr fact : facts)
    for (Expr a : atoms(fact))
      if (a->op == Op::symbol && a->type.is_int() && std::ranges::find(found, a) == found.end())
        found.push_back(a);
  return found;
}

bool may_be_kept(const Environment& env, std::span<const std::string> conditions, bool positive) {
  Pool& pool = env.pool();
  std::vector<Expr> facts;
  std::vector<core::Contract> contracts = env.kernel.contracts;
  for (const std::string& text : conditions) {
    const auto statement = env.hints.statement(env.kernel, text);
    if (!statement) continue;
    facts.push_back(statement->condition);
    contracts.insert(contracts.end(), statement->contracts.begin(), statement->contracts.end());
  }
  if (positive)
    for (Expr size : open_sizes(facts))
      facts.push_back(pool.gt(size, pool.constant(0, size->type)));
  for (Expr fact : protocol::few_contents(env.kernel, contracts))
    facts.push_back(fact);
  for (const core::Assumption& a : env.kernel.assumptions)
    facts.push_back(a.cond);
  const smt::Query query{"suggestions together", facts, {}};
  const smt::Answer answer =
      smt::solve(pool, query, {seconds_per_question, env.ctx.options.memory_mb, true});
  env.statistics.answer(answer);
  return answer.status != smt::Status::unsat;
}

} // namespace

bool may_be_kept_together(const Environment& env, std::span<const std::string> conditions) {
  if (may_be_kept(env, conditions, true)) return true;
  const bool are_for_positive = std::ranges::all_of(conditions, [&](const std::string& one) {
    return may_be_kept(env, std::span(&one, 1), true);
  });
  return !are_for_positive && may_be_kept(env, conditions, false);
}

std::vector<std::string> kept_together(const Environment& env) {
  std::vector<std::string> kept;
  for (const Hint& hint : env.experience->hints()) {
    if (env.experience->is_of_other_instance(hint) || kept.size() >= most_kept) continue;
    kept.push_back(hint.text);
    if (!may_be_kept_together(env, kept)) kept.pop_back(); // perhaps by another launch
  }
  return kept;
}

void keep_together(const Environment& env, std::vector<Finding>& findings) {
  std::vector<std::string> kept;
  for (Finding& f : findings) {
    if (f.suggestion.empty() || std::ranges::find(kept, f.suggestion) != kept.end()) continue;
    kept.push_back(f.suggestion);
    if (may_be_kept_together(env, kept)) continue;
    kept.pop_back();
    f.suggestion.clear();
  }
}

} // namespace heddle::check
