// What is known of placements: barriers that stand, that may not stand, and of which one at least
// is needed. Part of it surely holds for every right placement; the rest is a guess that guides the
// search and proves nothing.
#pragma once
#include "repair/layout.hpp"
#include "smt/cheapest.hpp"

namespace heddle::repair {

using Placement = std::set<ChoiceId>;

class Clauses {
public:
  Clauses(const Layout& layout, RepairOptions::Mode mode);

  // May the mode choose it? Barriers that are there are always open.
  bool is_open(ChoiceId i) const;
  bool is_fixed(ChoiceId i) const { return fixed_.contains(i); }
  bool is_excluded(ChoiceId i) const { return excluded_.contains(i); }
  const Placement& fixed() const { return fixed_; }
  std::size_t count_skipped() const { return skipped_.size(); }

  // One at least of these.
  void need(smt::ChoiceClause clause) { clauses_.push_back(std::move(clause)); }
  // Perhaps one of these; when no placement is left with that, then perhaps one of `wide`.
  void guess(smt::ChoiceClause clause, smt::ChoiceClause wide);
  // May not stand. True when that is new.
  bool exclude(ChoiceId i, bool is_guess);
  // Not exactly this placement, which was not decided.
  void skip(const Placement& barriers);

  // The barriers that stand, and every other that may, as far as is known; the dearest first.
  std::vector<ChoiceId> everywhere() const;
  // All that are open and not among `barriers`.
  smt::ChoiceClause others(const Placement& barriers) const;

  // The cheapest placement with all that is known; with nothing left, guesses are widened.
  smt::CheapestChoice next();
  // A bound: with what surely holds alone.
  smt::CheapestChoice bound() const { return cheapest(false); }
  bool has_guesses() const;

private:
  double weight(ChoiceId i) const;
  smt::CheapestChoice cheapest(bool with_guesses) const;

  const Layout& layout_;
  RepairOptions::Mode mode_;
  std::vector<smt::ChoiceClause> clauses_, skipped_;
  std::vector<smt::ChoiceClause> guesses_, wide_; // perhaps not needed with other barriers
  Placement fixed_, excluded_, guessed_;          // guessed: perhaps not with other barriers
};

} // namespace heddle::repair
