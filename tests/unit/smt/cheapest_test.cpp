// The cheapest choice, against all of them.
#include "smt/cheapest.hpp"

#include <gtest/gtest.h>

#include <random>

namespace heddle::smt {
namespace {

bool holds(const ChoiceClause& clause, unsigned set) {
  for (const unsigned i : clause.chosen)
    if (set >> i & 1U) return true;
  for (const unsigned i : clause.left)
    if (!(set >> i & 1U)) return true;
  return false;
}

double cost(const ChoiceProblem& problem, unsigned set) {
  double sum = 0;
  for (unsigned i = 0; i < problem.weights.size(); ++i)
    if (set >> i & 1U) sum += problem.weights[i];
  return sum;
}

std::optional<double> by_trial(const ChoiceProblem& problem) {
  std::optional<double> best;
  for (unsigned set = 0; set < 1U << problem.weights.size(); ++set) {
    bool all = true;
    for (const ChoiceClause& clause : problem.clauses)
      all = all && holds(clause, set);
    if (all && (!best || cost(problem, set) < *best)) best = cost(problem, set);
  }
  return best;
}

TEST(Cheapest, IsTheLeastOfAll) {
  std::mt19937 random(7);
  unsigned none = 0, some = 0;
  for (int round = 0; round < 200; ++round) {
    ChoiceProblem problem;
    const unsigned n = 2 + random() % 6;
    for (unsigned i = 0; i < n; ++i)
      problem.weights.push_back(double(1 + random() % 400) / 4);
    for (unsigned c = 1 + random() % 8; c > 0; --c) {
      ChoiceClause clause;
      for (unsigned k = 1 + random() % 3; k > 0; --k)
        (random() % 3 ? clause.chosen : clause.left).push_back(random() % n);
      problem.clauses.push_back(clause);
    }
    const std::optional<double> best = by_trial(problem);
    const CheapestChoice got = cheapest(problem, 10);
    ASSERT_TRUE(got.decided);
    ASSERT_EQ(got.chosen.has_value(), best.has_value());
    (best ? some : none)++;
    if (!best) continue;
    unsigned set = 0;
    for (const unsigned i : *got.chosen)
      set |= 1U << i;
    for (const ChoiceClause& clause : problem.clauses)
      EXPECT_TRUE(holds(clause, set));
    EXPECT_DOUBLE_EQ(cost(problem, set), *best);
  }
  EXPECT_GT(none, 0U);
  EXPECT_GT(some, 100U);
}

TEST(Cheapest, TakesNothingWithoutClauses) {
  const CheapestChoice got = cheapest({{1, 2}, {}}, 10);
  ASSERT_TRUE(got.decided && got.chosen);
  EXPECT_TRUE(got.chosen->empty());
}

// An empty clause: nothing between two accesses.
TEST(Cheapest, FindsNoneForAnEmptyClause) {
  const CheapestChoice got = cheapest({{1}, {{}}}, 10);
  EXPECT_TRUE(got.decided);
  EXPECT_FALSE(got.chosen);
}

} // namespace
} // namespace heddle::smt
