#include "cli/options/nearest.hpp"

#include <algorithm>
#include <cstddef>

namespace heddle::cli {
namespace {

// Optimal string alignment.
std::size_t changes_between(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> least(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        least[i][j] = i + j;
        continue;
      }
      least[i][j] = std::min({least[i - 1][j] + 1, least[i][j - 1] + 1,
                              least[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) least[i][j] = std::min(least[i][j], least[i - 2][j - 2] + 1);
    }
  return least[a.size()][b.size()];
}

} // namespace

std::optional<std::string> nearest(const std::string& word, const std::vector<std::string>& names) {
  constexpr std::size_t longest = 60, letters_for_a_change = 3;
  if (word.size() > longest) return std::nullopt;
  std::size_t least = word.size() / letters_for_a_change + 1;
  std::optional<std::string> found;
  for (const std::string& name : names)
    if (const std::size_t changes = changes_between(word, name); changes < least) {
      least = changes;
      found = name;
    }
  return found;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& names) {
  const std::optional<std::string> meant = nearest(word, names);
  return meant ? "; did you mean '" + *meant + "'?" : "";
}

} // namespace heddle::cli
