// What somebody may have meant who mistyped a word.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

// The name that is fewest changes of letters away, where these are few for the length of `word`. A
// change adds, takes or replaces a letter, or swaps two neighbours.
std::optional<std::string> nearest(const std::string& word, const std::vector<std::string>& names);

// "; did you mean 'block'?" of the nearest name; "" where there is none.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& names);

} // namespace heddle::cli
