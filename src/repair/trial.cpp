#include "repair/trial.hpp"

#include "repair/words.hpp"
#include "smt/cheapest.hpp"
#include "support/clock.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::repair {

namespace {

using Placement = std::set<ChoiceId>;

constexpr unsigned max_checks = 200;
constexpr double solver_seconds = 5;
constexpr double same_cost = 1e-9;

class Trial {
public:
  explicit Trial(const Task& task) : task_(task), layout_(task.layout) {
    const auto& choices = layout_.choices();
    for (ChoiceId i = 0; i < choices.size(); ++i)
      if (choices[i].is_arrival)
        arrivals_.emplace(choices[i].statement, i);
      else if (!choices[i].is_new)
        there_.push_back(i);
  }

  Found run() {
    best_ = {there_.begin(), there_.end()};
    if (!starts_right()) return std::move(found_);
    while (!over() && improve()) {
    }
    found_.outcome = RepairOutcome::repaired;
    found_.optimal = none_is_cheaper();
    found_.barriers = best_;
    return std::move(found_);
  }

private:
  bool over() const {
    return watch_.seconds() > task_.repair.seconds || found_.checks >= max_checks;
  }
  double cost(const Placement& placement) const { return layout_.cost(placement); }

  bool starts_right() {
    const CheckResult result = check(best_);
    same_values_ = same_values(result);
    if (is_verified(result)) return true;
    found_.reasons.emplace_back("the kernel is not verified as it is: repair it first");
    return false;
  }

  CheckResult check(const Placement& placement) {
    const EditedText edited(task_.tree, layout_, placement);
    CheckResult result =
        check_text(task_.path, edited.text(), limited(task_.options, task_, watch_.seconds()));
    ++found_.checks;
    for (KernelResult& kernel : result.kernels)
      for (Finding& f : kernel.findings)
        for (AccessReport& a : f.accesses)
          if (const auto origin = edited.origin(a.position.line, a.position.column);
              origin && a.position.file == task_.path)
            a.position = {"", unsigned(origin->offset), 0};
    return result;
  }

  static bool is_verified(const CheckResult& result) {
    return !result.has_errors() && !result.kernels.empty() &&
           std::ranges::all_of(result.kernels, [](const KernelResult& k) {
             return k.verdict == Verdict::verified;
           });
  }

  // Pairs that are not ordered and do no harm: writes of equal values, reads for a guess.
  static std::set<std::string> same_values(const CheckResult& result) {
    std::set<std::string> found;
    for (const KernelResult& kernel : result.kernels)
      for (const Finding& f : kernel.findings)
        if ((f.kind == FindingKind::same_value_write || f.kind == FindingKind::racy_guess) &&
            f.accesses.size() == 2)
          found.insert(kernel.kernel + ": " + pair_text(f));
    return found;
  }

  // Barriers may be there for the order of equal values: they are not dropped without a word.
  bool is_right(const Placement& placement) {
    if (!tried_.insert(placement).second) return false;
    const CheckResult result = check(placement);
    return is_verified(result) && (task_.repair.drop_same_value ||
                                   std::ranges::includes(same_values_, same_values(result)));
  }

  // ---- what is tried ---------------------------------------------------------------------------

  const SourceSync& sync(ChoiceId i) const { return layout_.choices()[i].sync; }
  bool is_named(ChoiceId i) const { return sync(i).kind == SourceSync::Kind::named; }

  // Without all of one named barrier, without two statements of one, without one; and one that
  // only arrives.
  std::vector<Placement> moves() const {
    std::vector<Placement> found;
    const auto without = [&](const std::vector<ChoiceId>& some) {
      Placement next = best_;
      for (const ChoiceId i : some)
        next.erase(i);
      if (next.size() < best_.size()) found.push_back(std::move(next));
    };
    for (const ChoiceId i : best_) {
      without({i});
      if (!is_named(i)) continue;
      std::vector<ChoiceId> all;
      for (const ChoiceId k : best_) {
        if (!is_named(k) || sync(k).id != sync(i).id) continue;
        all.push_back(k);
        if (i < k) without({i, k});
      }
      without(all);
      const auto arrival = arrivals_.find(layout_.choices()[i].statement);
      if (arrival == arrivals_.end() || arrival->second == i) continue;
      Placement next = best_;
      next.erase(i);
      next.insert(arrival->second);
      found.push_back(std::move(next));
    }
    std::ranges::stable_sort(found, {}, [&](const Placement& p) { return cost(p); });
    return found;
  }

  bool improve() {
    for (Placement& next : moves()) {
      if (over()) return false;
      if (cost(next) >= cost(best_) - same_cost || !is_right(next)) continue;
      best_ = std::move(next);
      return true;
    }
    return false;
  }

  // ---- is it the cheapest? ---------------------------------------------------------------------

  // Exactly this placement, of which `other` differs.
  smt::ChoiceClause other(const Placement& placement) const {
    smt::ChoiceClause clause;
    const auto literal = [&](ChoiceId i) {
      (placement.contains(i) ? clause.left : clause.chosen).push_back(i);
    };
    std::ranges::for_each(there_, literal);
    for (const auto& [statement, i] : arrivals_)
      literal(i);
    return clause;
  }

  smt::CheapestChoice cheapest() const {
    smt::ChoiceProblem problem;
    for (const Choice& c : layout_.choices())
      problem.weights.push_back(c.cost);
    for (const Placement& placement : tried_)
      if (placement != best_) problem.clauses.push_back(other(placement));
    for (const ChoiceId i : there_) // a barrier, or the arrival in its place
      if (const auto it = arrivals_.find(layout_.choices()[i].statement); it != arrivals_.end())
        problem.clauses.push_back({{}, {i, it->second}});
    return smt::cheapest(problem, solver_seconds);
  }

  bool none_is_cheaper() {
    while (!over()) {
      const smt::CheapestChoice next = cheapest();
      if (!next.decided || !next.chosen) return next.decided;
      Placement placement(next.chosen->begin(), next.chosen->end());
      if (cost(placement) >= cost(best_) - same_cost) return true;
      if (is_right(placement)) best_ = std::move(placement);
    }
    return false;
  }

  const Task& task_;
  const Layout& layout_;
  const Stopwatch watch_;
  Found found_;
  std::vector<ChoiceId> there_;
  std::map<Extent, ChoiceId> arrivals_; // that may stand for a barrier
  std::set<std::string> same_values_;
  Placement best_;
  std::set<Placement> tried_;
};

} // namespace

Found search_by_trial(const Task& task) { return Trial(task).run(); }

} // namespace heddle::repair
