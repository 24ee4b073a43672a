#include "report/snippet.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::report {
namespace {

constexpr std::size_t screen = 120; // bytes of a source line that are quoted at most
constexpr std::size_t lead = 40;    // of them before the caret, when the line is cut

bool continues_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::size_t code_points(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_code_point(c); }));
}

// The part of `text` that fits on a screen, with the byte `focus` in it, and where it starts.
std::pair<std::string, std::size_t> cut(const std::string& text, std::size_t focus) {
  if (text.size() <= screen) return {text, 0};
  std::size_t start = focus > lead ? focus - lead : 0;
  start = std::min(start, text.size() - screen);
  while (start > 0 && continues_code_point(text[start]))
    --start;
  std::size_t end = std::min(text.size(), start + screen);
  while (end < text.size() && continues_code_point(text[end]))
    ++end;
  return {text.substr(start, end - start), start};
}

} // namespace

std::string printable(const std::string& text) {
  std::string out = text;
  for (char& c : out) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\t')
      c = ' ';
    else if (byte < 0x20 || byte == 0x7f)
      c = '?';
  }
  return out;
}

std::string snippet(const std::string& source_line, unsigned line, unsigned column,
                    const std::string& label, const std::string& green, const std::string& reset) {
  if (line == 0 || source_line.empty()) return label.empty() ? "" : fmt::format("  {}\n", label);
  const std::string text = printable(source_line);
  const bool inside = column >= 1 && column <= text.size() + 1;
  const auto [shown, start] = cut(text, inside ? column - 1 : 0);
  std::string out = fmt::format("{:5} | {}\n", line, shown);
  if (!inside) return label.empty() ? out : out + fmt::format("      | {}\n", label);
  const std::string before(code_points(shown.substr(0, column - 1 - start)), ' ');
  out += fmt::format("      | {}{}^{}", before, green, label.empty() ? "" : " " + label);
  return out + reset + "\n";
}

} // namespace heddle::report
