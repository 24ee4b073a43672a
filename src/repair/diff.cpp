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

// How far a shortest way from `a` to `b` comes in `a` with so many changes, by the difference of
// the two lines that it has come to (Myers 1986, "An O(ND) Difference Algorithm").
class Ways {
public:
  Ways(const Lines& a, const Lines& b) : a_(a), b_(b) {
    while (!add()) {
    }
  }

  // What to go to from the end of both, with so many changes before it; nothing at the start.
  std::size_t changes() const { return reached_.size() - 1; }
  bool inserts(long changes, long k) const {
    return k == -changes ||
           (k != changes && reached(changes - 1, k - 1) < reached(changes - 1, k + 1));
  }
  long reached(long changes, long k) const {
    return reached_[std::size_t(changes)][std::size_t(changes + k)];
  }

private:
  // With one change more; does it end at both ends?
  bool add() {
    const long changes = long(reached_.size());
    reached_.emplace_back(std::size_t(2 * changes + 1), -1);
    for (long k = -changes; k <= changes; k += 2) {
      long x = 0;
      if (changes > 0)
        x = inserts(changes, k) ? reached(changes - 1, k + 1) : reached(changes - 1, k - 1) + 1;
      while (x < long(a_.size()) && x - k < long(b_.size()) &&
             a_[std::size_t(x)] == b_[std::size_t(x - k)])
        ++x;
      reached_.back()[std::size_t(changes + k)] = x;
      if (x >= long(a_.size()) && x - k >= long(b_.size())) return true;
    }
    return false;
  }

  const Lines &a_, &b_;
  std::vector<std::vector<long>> reached_;
};

void compare(const Lines& a, const Lines& b, std::vector<Step>& steps) {
  const Ways ways(a, b);
  std::vector<Step> back;
  long x = long(a.size()), y = long(b.size());
  const auto equal_down_to = [&](long end) {
    for (; x > end; --y)
      back.push_back({' ', a[std::size_t(--x)]});
  };
  for (long changes = long(ways.changes()); changes > 0; --changes) {
    const long k = x - y;
    if (ways.inserts(changes, k)) {
      equal_down_to(ways.reached(changes - 1, k + 1));
      back.push_back({'+', b[std::size_t(--y)]});
    } else {
      equal_down_to(ways.reached(changes - 1, k - 1) + 1);
      back.push_back({'-', a[std::size_t(--x)]});
    }
  }
  equal_down_to(0);
  steps.insert(steps.end(), back.rbegin(), back.rend());
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
  // patch(1) ends a name at the first space, but for one with a tab behind it.
  const std::string name = path.find(' ') == std::string::npos ? path : path + "\t";
  std::string text = "--- " + name + "\n+++ " + name + "\n";
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
