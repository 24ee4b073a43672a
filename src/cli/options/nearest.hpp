// What somebody may have meant who mistyped a word.
#pragma once
#include <string>
#include <vector>

namespace heddle::cli {

// "; did you mean 'block'?" of the name that is fewest changes of letters away, where these are few
// for the length of `word`; else "". A change adds, takes or replaces a letter, or swaps two
// neighbours.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& names);

} // namespace heddle::cli
