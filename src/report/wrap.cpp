#include "report/wrap.hpp"

#include <algorithm>

namespace heddle::report {

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
    const std::size_t end = std::min(text.find_first_of(" \n", from), text.size());
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
