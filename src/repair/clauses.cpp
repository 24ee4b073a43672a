#include "repair/clauses.hpp"

#include <algorithm>
#include <functional>

namespace heddle::repair {

namespace {

using Mode = RepairOptions::Mode;

// Of two choices of equal cost: no braces; no condition on threadIdx; the first in the text.
constexpr double braces_weight = 3e-6, thread_weight = 6e-6, new_weight = 1e-6, late_weight = 1e-6;
constexpr double solver_seconds = 10;

} // namespace

Clauses::Clauses(const Layout& layout, Mode mode) : layout_(layout), mode_(mode) {
  for (ChoiceId i = 0; i < layout_.choices().size(); ++i) {
    if (!is_open(i)) excluded_.insert(i);
    if (mode_ == Mode::missing && !layout_.choices()[i].is_new) fixed_.insert(i);
  }
}

bool Clauses::is_open(ChoiceId i) const {
  return !layout_.choices()[i].is_new || mode_ != Mode::optimize;
}

void Clauses::guess(smt::ChoiceClause clause, smt::ChoiceClause wide) {
  guesses_.push_back(std::move(clause));
  wide_.push_back(std::move(wide));
}

bool Clauses::exclude(ChoiceId i, bool is_guess) {
  if (is_guess) guessed_.insert(i);
  fixed_.erase(i);
  return excluded_.insert(i).second;
}

void Clauses::skip(const Placement& barriers) {
  smt::ChoiceClause other = others(barriers);
  other.left.assign(barriers.begin(), barriers.end());
  skipped_.push_back(std::move(other));
}

smt::ChoiceClause Clauses::others(const Placement& barriers) const {
  smt::ChoiceClause clause;
  for (ChoiceId i = 0; i < layout_.choices().size(); ++i)
    if (!barriers.contains(i) && is_open(i)) clause.chosen.push_back(i);
  return clause;
}

std::vector<ChoiceId> Clauses::everywhere() const {
  std::vector<ChoiceId> all;
  for (ChoiceId i = 0; i < layout_.choices().size(); ++i)
    if (!excluded_.contains(i)) all.push_back(i);
  std::ranges::stable_sort(all, std::greater{}, [&](ChoiceId i) { return weight(i); });
  return all;
}

bool Clauses::has_guesses() const {
  return !guessed_.empty() || !skipped_.empty() || !guesses_.empty();
}

double Clauses::weight(ChoiceId i) const {
  const Choice& c = layout_.choices()[i];
  return c.cost + (c.braces ? braces_weight : 0) + (c.by_thread ? thread_weight : 0) +
         (c.is_new ? new_weight : 0) +
         late_weight * double(i + 1) / double(layout_.choices().size() + 1);
}

smt::CheapestChoice Clauses::cheapest(bool with_guesses) const {
  smt::ChoiceProblem problem;
  for (ChoiceId i = 0; i < layout_.choices().size(); ++i)
    problem.weights.push_back(weight(i));
  problem.clauses = clauses_;
  for (const ChoiceId i : fixed_)
    problem.clauses.push_back({{i}, {}});
  for (const ChoiceId i : excluded_)
    if (with_guesses || !guessed_.contains(i)) problem.clauses.push_back({{}, {i}});
  if (with_guesses) {
    problem.clauses.insert(problem.clauses.end(), skipped_.begin(), skipped_.end());
    problem.clauses.insert(problem.clauses.end(), guesses_.begin(), guesses_.end());
  }
  return smt::cheapest(problem, solver_seconds);
}

smt::CheapestChoice Clauses::next() {
  smt::CheapestChoice choice = cheapest(true);
  if (!choice.decided || choice.chosen || guesses_.empty()) return choice;
  guesses_ = wide_;
  return cheapest(true);
}

} // namespace heddle::repair
