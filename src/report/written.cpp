#include "report/written.hpp"

#include <cctype>
#include <string_view>

namespace heddle::report {
namespace {

constexpr std::size_t longest = 40; // a reader finds longer ones in the line itself

bool is_in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The end of "[..]" at `from`; `from` where there is none.
std::size_t behind_brackets(std::string_view text, std::size_t from) {
  int depth = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    depth += text[i] == '[';
    depth -= text[i] == ']';
    if (depth == 0) return i == from ? from : i + 1;
  }
  return from;
}

} // namespace

std::string written_place(const AccessReport& access) {
  const std::string_view line = access.source_line;
  const std::size_t column = access.position.column;
  if (column == 0 || column > line.size() || access.array.empty()) return "";
  const std::string_view text = line.substr(column - 1);
  std::size_t name = 0, end = 0;
  while (name < text.size() && is_in_name(text[name]))
    ++name;
  end = name;
  for (std::size_t next = name; (next = behind_brackets(text, end)) != end;)
    end = next;
  if (name == 0 || end == name || end > longest || text.substr(0, name) == access.array) return "";
  return std::string(text.substr(0, end));
}

} // namespace heddle::report
