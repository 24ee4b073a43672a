// The cheapest choice that satisfies clauses: weighted MaxSAT, by Z3's Optimize.
#pragma once
#include <optional>
#include <vector>

namespace heddle::smt {

// A disjunction: one of `chosen` is chosen, or one of `left` is not.
struct ChoiceClause {
  std::vector<unsigned> chosen, left;
};

struct ChoiceProblem {
  std::vector<double> weights; // of each choice, above 0: what choosing it costs
  std::vector<ChoiceClause> clauses;
};

struct CheapestChoice {
  bool decided = false; // false: the time was not enough
  // Nothing: no choice satisfies the clauses.
  std::optional<std::vector<unsigned>> chosen; // ascending
};

CheapestChoice cheapest(const ChoiceProblem& problem, double seconds);

} // namespace heddle::smt
