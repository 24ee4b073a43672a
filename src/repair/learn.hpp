// What a finding of the checker says of placements: a race asks for one of the barriers between its
// accesses, a barrier that diverges may not stand. What no barrier helps against is a reason.
#pragma once
#include "repair/clauses.hpp"
#include "repair/search.hpp"

#include <string>
#include <vector>

namespace heddle::repair {

class Learner {
public:
  Learner(const Task& task, Clauses& clauses, Found& found);

  // What the checker says of `text`, where `barriers` stand. Is there anything new in it?
  bool learn(const CheckResult& result, const EditedText& text, const Placement& barriers);
  // Some finding has no barrier that helps: Found::reasons.
  bool is_helpless() const { return helpless_; }
  void forget_reasons();
  // Is what was found last mended by what stands elsewhere than between two accesses, if at all?
  bool is_elsewhere() const { return elsewhere_; }
  // May blocks hand data to each other by a flag? A barrier of the block before it is set then
  // makes it speak for all threads.
  bool hands_over() const;
  // Is some barrier wrong where it stands, as opposed to one that is missing?
  bool is_one_wrong() const { return one_wrong_; }
  // No placement is left: which races have no place.
  void explain();
  // Barriers may be there for the order of equal values: they are not dropped without a word.
  bool keeps_same_values() const;

private:
  bool learn(const std::string& kernel, const Finding& f);
  bool learn_race(const std::string& kernel, const Finding& f);
  bool learn_elsewhere();
  bool learn_race_among_named(const std::string& kernel, const Finding& f);
  bool learn_same_value(const std::string& kernel, const Finding& f);
  bool learn_divergence(const Finding& f);
  bool learn_named(const Finding& f);
  bool give_up(const Finding& f, const std::string& why, const std::string& help);
  bool give_up_race(const std::string& kernel, const Finding& f);
  bool is_shut(const std::vector<ChoiceId>& choices) const;

  std::optional<EditedText::Origin> origin(const Position& p) const;
  SourcePlace place_of(const AccessReport& access) const;
  std::vector<ChoiceId> between(const std::string& kernel, const Finding& f) const;
  smt::ChoiceClause missing(const std::vector<ChoiceId>& between, FindingScope scope) const;
  bool reaches(ChoiceId i, FindingScope scope) const;
  bool has_grid() const;
  Finding original(Finding f) const;
  Position position(std::size_t offset) const;
  void add_reason(std::string text);

  struct Race {
    std::vector<ChoiceId> choices;
    std::string text, suggestion;
  };

  const Task& task_;
  const Layout& layout_;
  Clauses& clauses_;
  Found& found_;
  const EditedText* text_ = nullptr;    // that is learned from
  const Placement* barriers_ = nullptr; // in it
  std::vector<Race> races_;
  bool helpless_ = false, one_wrong_ = false, elsewhere_ = false;
};

} // namespace heddle::repair
