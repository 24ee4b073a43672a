#include "report/schedule.hpp"

#include <algorithm>
#include <cctype>

namespace heddle::report {
namespace {

constexpr std::size_t widest = 150;

// Takes "generation 0" or "phase 0" out of what stands in brackets at the end.
void take_generation(Step& step) {
  const std::size_t open = step.what.rfind(" (");
  if (open == std::string::npos || !step.what.ends_with(')')) return;
  const std::string inner = step.what.substr(open + 2, step.what.size() - open - 3);
  const std::size_t comma = inner.rfind(", ");
  const std::string last = comma == std::string::npos ? inner : inner.substr(comma + 2);
  if (!last.starts_with("generation ") && !last.starts_with("phase ")) return;
  step.generation = last;
  const std::size_t name = step.what.find("barrier ");
  if (name < open) {
    const bool is_mbarrier = name > 0 && step.what[name - 1] == 'm';
    step.barrier = step.what.substr(name - is_mbarrier, open - name + is_mbarrier);
  }
  step.what.resize(open);
  if (comma != std::string::npos) step.what += " (" + inner.substr(0, comma) + ")";
}

} // namespace

Step split_step(const std::string& text) {
  const std::size_t first = text.find(' ');
  const std::size_t second = first == std::string::npos ? first : text.find(' ', first + 1);
  const bool numbered =
      second != std::string::npos && std::isdigit(static_cast<unsigned char>(text[first + 1]));
  if (!numbered) return {"", text, "", ""};
  Step step{text.substr(0, second), text.substr(second + 1), "", ""};
  take_generation(step);
  return step;
}

std::vector<std::string> schedule_table(const std::vector<std::string>& steps) {
  std::vector<std::string> columns;
  std::size_t width = 0;
  for (const std::string& text : steps) {
    const Step step = split_step(text);
    if (!step.who.empty() && std::ranges::find(columns, step.who) == columns.end())
      columns.push_back(step.who);
    width = std::max({width, step.who.size(), step.what.size()});
  }
  std::ranges::sort(columns, [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b; // numbers in order
  });
  width += 2;
  if (columns.empty() || columns.size() * width > widest) return {};
  std::vector<std::string> lines{""};
  for (const std::string& who : columns)
    lines[0] += who + std::string(width - who.size(), ' ');
  for (const std::string& text : steps) {
    const Step step = split_step(text);
    const auto column = std::ranges::find(columns, step.who) - columns.begin();
    const bool nobody = step.who.empty();
    lines.push_back(nobody
                        ? "(" + step.what + ")"
                        : std::string(static_cast<std::size_t>(column) * width, ' ') + step.what);
  }
  lines[0].erase(lines[0].find_last_not_of(' ') + 1);
  return lines;
}

} // namespace heddle::report
