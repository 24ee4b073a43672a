#include "report/snippet.hpp"

#include "report/wrap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace heddle::report {
namespace {

constexpr std::size_t screen = 120; // bytes of a source line that are quoted at most
constexpr std::size_t least = 30;   // also on a narrow one
constexpr std::size_t margin = 8;   // "   14 | "
constexpr std::string_view dots = "...";

bool continues_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

struct Part {
  std::string text;
  std::size_t column = 0; // of the focus
};

// The part of `text` that fits on a screen, with the byte `focus` in it.
Part cut(const std::string& text, std::size_t focus, std::size_t most) {
  if (text.size() <= most) return {text, columns(text.substr(0, focus))};
  const std::size_t lead = most / 3; // before the focus
  std::size_t start = focus > lead ? focus - lead : 0;
  start = std::min(start, text.size() - most);
  while (start > 0 && continues_code_point(text[start]))
    --start;
  std::size_t end = std::min(text.size(), start + most);
  while (end < text.size() && continues_code_point(text[end]))
    ++end;
  Part part{text.substr(start, end - start), columns(text.substr(start, focus - start))};
  if (start > 0) {
    part.text.insert(0, dots);
    part.column += dots.size();
  }
  if (end < text.size()) part.text += dots;
  return part;
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
                    const std::string& label, const SnippetStyle& style) {
  if (line == 0 || source_line.empty()) return label.empty() ? "" : fmt::format("  {}\n", label);
  const std::string text = printable(source_line);
  const bool inside = column >= 1 && column <= text.size() + 1;
  const std::size_t room = style.width == 0 ? screen : std::min(screen, style.width);
  const std::size_t most = std::max(least, room - std::min(room, margin + 2 * dots.size()));
  const Part shown = cut(text, inside ? column - 1 : 0, style.width == 0 ? screen : most);
  std::string out = fmt::format("{:5} | {}\n", line, shown.text);
  const std::string gutter = "      | ";
  const std::string below =
      gutter + wrapped(label, style.width > margin ? style.width - margin : 0, 0, 0);
  const auto label_lines = [&] { // each behind a gutter
    std::string lines = below;
    for (std::size_t at = gutter.size(); (at = lines.find('\n', at)) != std::string::npos;)
      lines.insert(at + 1, gutter), at += 1 + gutter.size();
    return lines + "\n";
  };
  if (!inside) return label.empty() ? out : out + label_lines();
  out += gutter + std::string(shown.column, ' ') + style.green + "^";
  const bool fits = style.width == 0 || margin + shown.column + 2 + columns(label) <= style.width;
  if (label.empty()) return out + style.reset + "\n";
  if (fits) return out + " " + label + style.reset + "\n";
  return out + style.reset + "\n" + label_lines();
}

} // namespace heddle::report
