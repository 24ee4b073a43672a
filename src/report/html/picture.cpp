#include "report/html/picture.hpp"

#include "report/lead.hpp"
#include "report/markup.hpp"
#include "report/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>

namespace heddle::report {
namespace {

constexpr int cell_width = 52, row_height = 34, left = 130, lane_width = 230, step_height = 30,
              generation_height = 22;
constexpr std::int64_t cells_around = 3;

std::string thread_of(const AccessReport& a) {
  return fmt::format("thread ({},{},{})", a.thread[0], a.thread[1], a.thread[2]);
}

std::string block_of(const AccessReport& a) {
  return fmt::format("block ({},{},{})", a.block[0], a.block[1], a.block[2]);
}

std::string text(int x, int y, const std::string& what, const char* kind = "") {
  return fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>", x, y, kind, escaped(what));
}

std::string svg(int width, int height, const std::string& label, const std::string& inner) {
  // A wide one is not made smaller than can be read, but scrolled in.
  const int least = width > 500 ? width * 4 / 5 : std::min(width, 300);
  return fmt::format(
      "<div class=\"wide\"><svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "style=\"min-width:{4}px\" role=\"img\" aria-label=\"{2}\">{3}</svg></div>\n",
      width, height, escaped(label), inner, least);
}

// The last index of "[3][5]", and what stands before it.
bool split_cell(const std::string& cell, std::string& before, std::int64_t& index) {
  const std::size_t open = cell.rfind('[');
  if (open == std::string::npos || !cell.ends_with(']')) return false;
  const std::string digits = cell.substr(open + 1, cell.size() - open - 2);
  if (digits.empty() || digits.size() > 15 ||
      !std::ranges::all_of(digits, [](unsigned char c) { return std::isdigit(c) != 0; }))
    return false;
  before = cell.substr(0, open);
  index = std::stoll(digits);
  return true;
}

// Two rows of threads, columns of cells: where both have a mark they meet.
std::string cells(const Finding& finding) {
  const AccessReport &a = finding.accesses[0], &b = finding.accesses[1];
  std::string before_a, before_b;
  std::int64_t at_a = 0, at_b = 0;
  if (!split_cell(a.cell, before_a, at_a) || !split_cell(b.cell, before_b, at_b)) return "";
  if (before_a != before_b || std::abs(at_a - at_b) > 2 * cells_around) return "";
  const std::int64_t first = std::max<std::int64_t>(0, std::min(at_a, at_b) - cells_around);
  const std::int64_t last = std::max(at_a, at_b); // where the array ends is not known here
  std::string out;
  for (std::int64_t c = first; c <= last; ++c) {
    const int x = left + static_cast<int>(c - first) * cell_width;
    out += text(x + cell_width / 2, 16, fmt::format("[{}]", c), "middle small");
    for (int row = 0; row < 2; ++row) {
      const AccessReport& access = row == 0 ? a : b;
      const bool hit = c == (row == 0 ? at_a : at_b);
      const int y = 24 + row * row_height;
      out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"{}\"/>", x, y,
                         cell_width, row_height, hit ? (row == 0 ? "first" : "second") : "cell");
      if (hit) out += text(x + cell_width / 2, y + 22, access.access, "middle");
    }
  }
  for (int row = 0; row < 2; ++row)
    out += text(0, 24 + row * row_height + 22, thread_of(row == 0 ? a : b));
  const int end = left + static_cast<int>(last - first + 1) * cell_width;
  out += text(end + 4, 16, "...", "small");
  const int width = end + 28;
  return fmt::format("<p class=\"legend\">Threads against cells of <code>{}{}</code></p>",
                     escaped(a.array), escaped(before_a)) +
         svg(width, 24 + 2 * row_height + 6, "threads against cells", out);
}

std::string lane(int number, int height, const std::string& name, const std::string& more,
                 int wide = lane_width) {
  const int x = 20 + number * wide + wide / 2;
  return text(x, 16, name, "middle") + text(x, 32, more, "middle small") +
         fmt::format("<line x1=\"{0}\" y1=\"40\" x2=\"{0}\" y2=\"{1}\" class=\"lane\"/>", x,
                     height);
}

std::string event(int number, int y, const std::string& what, const char* kind,
                  int wide = lane_width) {
  const int x = 20 + number * wide + 8;
  return fmt::format("<rect x=\"{}\" y=\"{}\" rx=\"4\" width=\"{}\" height=\"24\" class=\"{}\"/>",
                     x, y, wide - 16, kind) +
         text(x + (wide - 16) / 2, y + 17, what, "middle");
}

std::string at_line(const AccessReport& a, const Lead& lead) {
  std::string out =
      fmt::format("{} in line {}", a.access == "barrier" ? "waits" : a.access, lead.at.line);
  if (!a.loops.empty())
    out += fmt::format(", {} = {}", a.loops.back().first, a.loops.back().second);
  return out;
}

// Time goes down: the two accesses, side by side, and what should stand between them.
std::string ways(const Finding& finding) {
  const AccessReport &a = finding.accesses[0], &b = finding.accesses[1];
  const std::vector<Lead> first = leads(finding);
  const bool race =
      finding.kind == FindingKind::race || finding.kind == FindingKind::unordered_flag ||
      finding.kind == FindingKind::racy_guess || finding.kind == FindingKind::same_value_write;
  const bool blocks = a.block != b.block;
  std::string out =
      lane(0, 150, thread_of(a), block_of(a)) + lane(1, 150, thread_of(b), block_of(b));
  if (race) {
    out +=
        event(0, 50, at_line(a, first[0]), "first") + event(1, 104, at_line(b, first[1]), "second");
    out += "<line x1=\"12\" y1=\"89\" x2=\"488\" y2=\"89\" class=\"missing\"/>";
    out += text(250, 85, blocks ? "nothing orders blocks" : "no barrier orders these",
                "middle small bad");
  } else {
    out += event(0, 60, at_line(a, first[0]), "first");
    out += event(1, 104,
                 finding.kind == FindingKind::exited_threads ? "has returned" : "never comes here",
                 "second");
  }
  return svg(500, 156, "the ways of the two threads", out);
}

// In the colour of the access that it is, as the legend above has it; of none, or of both, in none.
const char* colour_of(const Step& step, const Finding& finding) {
  const auto is = [&](std::size_t access) {
    return access < finding.accesses.size() && !finding.accesses[access].access.empty() &&
           step.what.starts_with(finding.accesses[access].access);
  };
  if (is(0) == is(1)) return "cell";
  return is(0) ? "first" : "second";
}

// Where a step is the first of a generation of its barrier: "barrier 1: generation 2" on a line
// across all lanes.
std::string generation_line(const Step& step, int y, int width) {
  return fmt::format("<line x1=\"12\" y1=\"{0}\" x2=\"{1}\" y2=\"{0}\" class=\"generation\"/>",
                     y + generation_height - 5, width - 12) +
         text(16, y + generation_height - 9, step.barrier + ": " + step.generation, "small");
}

// What its longest step takes.
int lane_width_of(const std::vector<Step>& steps) {
  constexpr int letter = 7, margin = 34;
  int wide = lane_width;
  for (const Step& step : steps)
    if (!step.who.empty())
      wide = std::max(wide, static_cast<int>(step.what.size()) * letter + margin);
  return wide;
}

// The steps of a schedule in a lane for each role.
std::string timeline(const Finding& finding) {
  std::vector<Step> steps;
  std::ranges::transform(finding.schedule, std::back_inserter(steps), split_step);
  std::vector<std::string> lanes;
  for (const Step& step : steps)
    if (!step.who.empty() && std::ranges::find(lanes, step.who) == lanes.end())
      lanes.push_back(step.who);
  const int wide = lane_width_of(steps);
  const int width = std::max(500, 40 + static_cast<int>(lanes.size()) * wide);
  std::set<std::pair<std::string, std::string>> begun;
  std::string out;
  int y = 46;
  for (const Step& step : steps) {
    if (!step.generation.empty() && begun.insert({step.barrier, step.generation}).second) {
      out += generation_line(step, y, width);
      y += generation_height;
    }
    const auto number = static_cast<int>(std::ranges::find(lanes, step.who) - lanes.begin());
    out += step.who.empty() ? text(24, y + 17, "(" + step.what + ")", "small")
                            : event(number, y, step.what, colour_of(step, finding), wide);
    y += step_height;
  }
  std::string heads;
  for (std::size_t i = 0; i < lanes.size(); ++i)
    heads += lane(static_cast<int>(i), y + 4, lanes[i], "", wide);
  const std::string& missing = finding.order.empty() ? finding.message : finding.order;
  out += fmt::format("<line x1=\"12\" y1=\"{0}\" x2=\"{1}\" y2=\"{0}\" class=\"missing\"/>", y + 4,
                     width - 12);
  return "<p class=\"legend\">Time goes down; a lane for each role</p>" +
         svg(width, y + 12, "timeline", heads + out) +
         fmt::format("<p class=\"bad\">{}</p>\n", escaped(missing));
}

} // namespace

std::string picture(const Finding& finding) {
  if (!finding.schedule.empty()) return timeline(finding);
  if (finding.accesses.size() != 2) return "";
  return cells(finding) + ways(finding);
}

} // namespace heddle::report
