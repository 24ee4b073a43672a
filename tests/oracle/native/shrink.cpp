#include "judge.hpp"

#include <algorithm>

namespace heddle::oracle {

namespace {

constexpr unsigned max_trials = 600;

long balance(const std::string& line) {
  return std::ranges::count(line, '{') - std::ranges::count(line, '}');
}

// The line behind the statement or block that starts at `first`; `first` when it is none.
std::size_t end_of(const std::vector<std::string>& lines, std::size_t first) {
  long open = 0;
  for (std::size_t i = first; i < lines.size(); ++i) {
    open += balance(lines[i]);
    if (open < 0) return first;
    if (open == 0) return i + 1;
  }
  return first;
}

// The change with a given number: leaves out a statement or block, or only its first and last line.
bool change(std::vector<std::string>& lines, unsigned wanted) {
  const std::size_t first = wanted / 2;
  const auto end = end_of(lines, first);
  if (end == first) return false;
  const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(first);
  if (wanted % 2 == 0) {
    lines.erase(begin, lines.begin() + static_cast<std::ptrdiff_t>(end));
    return true;
  }
  if (end - first < 3) return false;
  lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(end) - 1);
  lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(first));
  return true;
}

} // namespace

TextKernel shrink(TextKernel kernel, TextFault fault) {
  unsigned trials = 0;
  const auto try_it = [&](TextKernel smaller) {
    ++trials;
    if (examine(smaller).fault != fault) return false;
    kernel = std::move(smaller);
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned n = 0; n / 2 < kernel.lines.size() && trials < max_trials; ++n) {
      TextKernel smaller = kernel;
      if (!change(smaller.lines, n) || !try_it(std::move(smaller))) continue;
      changed = true;
      --n;
    }
  }
  return kernel;
}

} // namespace heddle::oracle
