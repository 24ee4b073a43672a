#include "report/wrap.hpp"

#include <algorithm>

namespace heddle::report {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Does a line break badly at the blank `at`: around the "=" of a value, before the unit of a time?
bool holds_together(const std::string& text, std::size_t at) {
  if (at == 0 || at + 1 >= text.size()) return false;
  const std::string around = " " + text.substr(at >= 2 ? at - 2 : 0, at >= 2 ? 2 : 1);
  if (around.ends_with(" =") || text.compare(at + 1, 2, "= ") == 0) return true;
  const bool is_unit = text[at + 1] == 's' && (at + 2 == text.size() || text[at + 2] == ' ' ||
                                               text[at + 2] == ',' || text[at + 2] == ';');
  return is_unit && is_digit(text[at - 1]);
}

// Of the part of `text` from `from` on that stays in one line.
std::size_t end_of_part(const std::string& text, std::size_t from) {
  std::size_t end = text.find_first_of(" \n", from);
  while (end != std::string::npos && text[end] == ' ' && holds_together(text, end))
    end = text.find_first_of(" \n", end + 1);
  return std::min(end, text.size());
}

} // namespace

std::size_t columns(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t start,
                    std::size_t indent) {
  if (width == 0) return text;
  std::string out;
  std::size_t at = start;
  bool is_first = true; // in its line: a break before it would help nobody
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = end_of_part(text, from);
    const std::string word = text.substr(from, end - from);
    const std::size_t length = columns(word);
    if (!is_first && at + 1 + length > width) {
      out += "\n" + std::string(indent, ' ');
      at = indent;
    } else if (!is_first) {
      out += ' ';
      ++at;
    }
    out += word;
    at += length;
    is_first = false;
    if (end < text.size() && text[end] == '\n') {
      out += '\n';
      at = 0;
      is_first = true;
    }
    from = end + 1;
  }
  return out;
}

} // namespace heddle::report
