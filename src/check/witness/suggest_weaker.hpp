// Conditions that were found, said as weakly as they do. Private to the search for suggestions.
#pragma once
#include "check/witness/suggest_trials.hpp"

namespace heddle::check {

class Weaker : public Trials {
protected:
  using Trials::Trials;

  // What was found for another finding, or in too little time, may say more than this one needs.
  Hint without_needless(Hint hint);
  // Its comparisons: `<=` for `<` and for the equality of a block's side, which may then be longer,
  // or only a sign. What other findings need as well is left as it is: it is told with them.
  Hint weakened(Hint hint);
  // Does another finding need it?
  bool is_known_part(const std::string& part) const;

private:
  std::string weakened_part(const std::string& part, const std::vector<std::string>& others,
                            Reach reach);
  std::vector<std::vector<std::string>> weaker_forms(const std::string& part) const;
};

} // namespace heddle::check
