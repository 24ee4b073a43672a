#include "report/table.hpp"

#include "report/snippet.hpp"
#include "report/words.hpp"
#include "report/wrap.hpp"

#include <algorithm>
#include <array>

namespace heddle::report {
namespace {

using Row = std::array<std::string, 3>; // what it is, and of each thread

constexpr std::size_t widest = 150; // also where lines may have any length

// Of `access`, the `n`th variable called `name`.
std::optional<std::int64_t> value_of(const AccessReport& access, const std::string& name,
                                     std::size_t n) {
  for (const auto& [variable, value] : access.loops)
    if (variable == name && n-- == 0) return value;
  return std::nullopt;
}

std::size_t occurrences(const std::vector<LoopRow>& rows, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::count(rows, name, &LoopRow::name));
}

// Accesses that a value tells apart, or names for one cell.
bool is_worth_it(const Finding& finding, const std::vector<LoopRow>& rows) {
  const AccessReport &a = finding.accesses.front(), &b = finding.accesses.back();
  const bool differ = std::ranges::any_of(rows, [](const LoopRow& row) {
    return row.values[0] && row.values[1] && row.values[0] != row.values[1];
  });
  return differ || (a.array == b.array && a.cell != b.cell);
}

std::string what_is_accessed(const Finding& finding, std::size_t index) {
  const AccessReport& access = finding.accesses[index];
  const std::string what = describe_what(finding, index);
  return printable(access.array.empty() ? what : what + " of " + access.array + access.cell);
}

std::vector<Row> rows_of(const Finding& finding, const std::vector<LoopRow>& loops) {
  const AccessReport &a = finding.accesses.front(), &b = finding.accesses.back();
  std::vector<Row> rows{{"", "thread " + triple(a.thread), "thread " + triple(b.thread)}};
  if (a.block != b.block) rows.push_back({"block", triple(a.block), triple(b.block)});
  for (const LoopRow& loop : loops) {
    Row row{printable(loop.name), "", ""};
    for (std::size_t i = 0; i < 2; ++i)
      row[i + 1] = loop.values[i] ? std::to_string(*loop.values[i]) : "-";
    rows.push_back(std::move(row));
  }
  const bool is_renamed = a.array + a.cell != b.array + b.cell;
  rows.push_back({"access", what_is_accessed(finding, 0),
                  what_is_accessed(finding, 1) + (is_renamed ? "  <- the same memory" : "")});
  return rows;
}

} // namespace

std::vector<LoopRow> loop_rows(const Finding& finding) {
  std::vector<LoopRow> rows;
  for (const AccessReport& access : finding.accesses) {
    std::vector<LoopRow> own; // a name once for each loop within each other
    for (const auto& [name, value] : access.loops) {
      const std::size_t before = occurrences(own, name);
      own.push_back({name, {}});
      if (before < occurrences(rows, name)) continue;
      rows.push_back({name, {}});
      for (const AccessReport& of : finding.accesses)
        rows.back().values.push_back(value_of(of, name, before));
    }
  }
  return rows;
}

std::vector<std::string> witness_table(const Finding& finding, std::size_t width) {
  if (finding.accesses.size() != 2) return {};
  const std::vector<LoopRow> loops = loop_rows(finding);
  if (!is_worth_it(finding, loops)) return {};
  const std::vector<Row> rows = rows_of(finding, loops);
  std::array<std::size_t, 3> widths{};
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], columns(row[i]) + 2);
  const std::size_t most = width == 0 ? widest : std::min(width, widest);
  if (widths[0] + widths[1] + widths[2] > most + 2) return {};
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    lines.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i)
      lines.back() += row[i] + std::string(widths[i] - columns(row[i]), ' ');
    lines.back().erase(lines.back().find_last_not_of(' ') + 1);
  }
  return lines;
}

} // namespace heddle::report
