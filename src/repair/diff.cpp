#include "repair/diff.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace heddle::repair {

namespace {

constexpr std::size_t context = 3;

using Lines = std::vector<std::string_view>;

// With their ends; the last one may have none.
Lines lines_of(const std::string& text) {
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(std::string_view(text).substr(at, end - at));
    at = end;
  }
  return lines;
}

struct Step {
  char sign; // ' ', '-', '+'
  std::string_view line;
};

// Repairs change few lines: the part between the equal ends is small, and a table does.
void compare(const Lines& a, const Lines& b, std::vector<Step>& steps) {
  std::vector<std::vector<unsigned>> common(a.size() + 1, std::vector<unsigned>(b.size() + 1));
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      common[i][j] =
          a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      steps.push_back({' ', a[i++]});
      ++j;
    } else if (i < a.size() && (j == b.size() || common[i + 1][j] >= common[i][j + 1])) {
      steps.push_back({'-', a[i++]});
    } else {
      steps.push_back({'+', b[j++]});
    }
  }
}

std::vector<Step> steps_of(const Lines& a, const Lines& b) {
  const auto ends = std::ranges::mismatch(a, b);
  const std::size_t head = std::size_t(ends.in1 - a.begin());
  std::size_t tail = 0;
  while (tail < std::min(a.size(), b.size()) - head &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
    ++tail;
  std::vector<Step> steps;
  for (std::size_t i = 0; i < head; ++i)
    steps.push_back({' ', a[i]});
  const auto middle = [&](const Lines& all) {
    return Lines(all.begin() + std::ptrdiff_t(head), all.end() - std::ptrdiff_t(tail));
  };
  compare(middle(a), middle(b), steps);
  for (std::size_t i = a.size() - tail; i < a.size(); ++i)
    steps.push_back({' ', a[i]});
  return steps;
}

std::string hunk(const std::vector<Step>& steps, std::size_t first, std::size_t last) {
  std::size_t line[2] = {0, 0}, count[2] = {0, 0};
  std::string body;
  for (std::size_t i = 0; i < last; ++i)
    for (const std::size_t side : {0, 1})
      if (steps[i].sign != (side == 0 ? '+' : '-')) ++(i < first ? line : count)[side];
  for (std::size_t i = first; i < last; ++i) {
    body += steps[i].sign + std::string(steps[i].line);
    if (!steps[i].line.ends_with('\n')) body += "\n\\ No newline at end of file\n";
  }
  const auto range = [&](std::size_t side) {
    return std::to_string(count[side] == 0 ? line[side] : line[side] + 1) + "," +
           std::to_string(count[side]);
  };
  return "@@ -" + range(0) + " +" + range(1) + " @@\n" + body;
}

} // namespace

std::string unified_diff(const std::string& path, const std::string& before,
                         const std::string& after) {
  if (before == after) return "";
  const std::vector<Step> steps = steps_of(lines_of(before), lines_of(after));
  std::string text = "--- " + path + "\n+++ " + path + "\n";
  for (std::size_t i = 0; i < steps.size();) {
    if (steps[i].sign == ' ') {
      ++i;
      continue;
    }
    const std::size_t first = i - std::min(i, context);
    std::size_t last = i, quiet = 0; // the change ends where twice the context is equal
    for (std::size_t k = i; k < steps.size() && quiet <= 2 * context; ++k) {
      quiet = steps[k].sign == ' ' ? quiet + 1 : 0;
      if (quiet == 0) last = k + 1;
    }
    text += hunk(steps, first, std::min(last + context, steps.size()));
    i = last;
  }
  return text;
}

} // namespace heddle::repair
