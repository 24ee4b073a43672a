// Conditions that were found, said as weakly as they do. Private to the search for suggestions.
#pragma once
#include "check/witness/suggest_trials.hpp"

#include <functional>

namespace heddle::check {

class Weaker : public Trials {
protected:
  using Trials::Trials;

  // What was found for another finding, or in too little time, may say more than this one needs.
  Hint without_needless(Hint hint);
  // Its comparisons: `<=` for `<` and for the equality of a block's side, which may then be longer,
  // or only a sign. What other findings need as well is left as it is: it is told with them.
  Hint weakened(Hint hint);
  // Bounds of an instance with other constants, as weak as this one needs them.
  Hint with_own_numbers(Hint hint);
  // Than that it is no wider than its tile: a bound that is as natural may do.
  Hint with_weaker_block(Hint hint);
  // Of rows that are so many times as long as something: the least that works.
  Hint with_least_factor(Hint hint);
  // The last rung that works together with `beside`; the first one does.
  std::string weakest(const Ladder& ladder, const std::string& beside);
  // `good` works; what a model has does not.
  std::int64_t weakest_bound(const Candidates::Size& size, bool is_upper, std::int64_t good);
  // The same of what `does` says.
  std::int64_t farthest_bound(const Candidates::Size& size, bool is_upper, std::int64_t good,
                              const std::function<bool(std::int64_t)>& does);

  static std::string bound_text(const Candidates::Size& size, bool is_upper, std::int64_t c) {
    return bound_text(size, is_upper, std::to_string(c));
  }
  static std::string bound_text(const Candidates::Size& size, bool is_upper, const std::string& c) {
    return size.name + (is_upper ? " <= " : " >= ") + c;
  }
  // Does another finding need it?
  bool is_known_part(const std::string& part) const;

private:
  template <class F> Hint with_parts(Hint hint, const F& f);
  template <class Together>
  std::string weakest_at_once(const Ladder& ladder, const Together& together);
  std::string weakened_part(const std::string& part, const std::vector<std::string>& others,
                            Reach reach);
  std::vector<std::vector<std::string>> weaker_forms(const std::string& part) const;
  std::string with_own_number(const std::string& part);
};

} // namespace heddle::check
