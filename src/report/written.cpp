#include "report/written.hpp"

#include <cctype>
#include <string_view>

namespace heddle::report {
namespace {

constexpr std::size_t longest = 40; // a reader finds longer ones in the line itself

bool is_in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Of the bracket at `open`; npos where it is in another line.
std::size_t closing(std::string_view text, std::size_t open) {
  const char close = text[open] == '[' ? ']' : ')';
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == text[open]) ++depth;
    if (text[at] == close && --depth == 0) return at;
  }
  return std::string_view::npos;
}

} // namespace

std::size_t end_of_place(std::string_view text, std::size_t at, std::string_view open) {
  while (at < text.size() && is_in_name(text[at]))
    ++at;
  while (at < text.size() && open.find(text[at]) != std::string_view::npos) {
    const std::size_t close = closing(text, at);
    if (close == std::string_view::npos) break;
    at = close + 1;
  }
  return at;
}

std::string written_place(const AccessReport& access) {
  const std::string_view line = access.source_line;
  const std::size_t column = access.position.column;
  if (column == 0 || column > line.size() || access.array.empty()) return "";
  const std::string_view text = line.substr(column - 1);
  const std::size_t name = end_of_place(text, 0, ""), end = end_of_place(text, 0, "[");
  if (name == 0 || end == name || end > longest || text.substr(0, name) == access.array) return "";
  return std::string(text.substr(0, end));
}

} // namespace heddle::report
