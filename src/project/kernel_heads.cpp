#include "project/kernel_heads.hpp"

#include <algorithm>
#include <cctype>

namespace heddle::project {
namespace {

constexpr std::string_view keyword = "__global__";
constexpr const char* blanks = " \t\r\n";

} // namespace

bool is_part_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string last_word(std::string_view text) {
  const std::size_t last = text.find_last_not_of(blanks);
  if (last == std::string_view::npos) return "";
  std::size_t begin = last + 1;
  while (begin > 0 && is_part_of_word(text[begin - 1]))
    --begin;
  return std::string(text.substr(begin, last + 1 - begin));
}

std::string_view without_arguments(std::string_view text) {
  std::size_t end = text.find_last_not_of(blanks);
  if (end == std::string_view::npos || text[end] != '>') return text;
  for (int depth = 0;; --end) {
    depth += text[end] == '>' ? 1 : text[end] == '<' ? -1 : 0;
    if (depth == 0) return text.substr(0, end);
    if (end == 0 || text[end] == ';') return "";
  }
}

void for_each_head(std::string_view text,
                   const std::function<void(std::string_view head, bool has_body)>& use) {
  for (std::size_t at = text.find(keyword); at != std::string_view::npos;
       at = text.find(keyword, at + 1)) {
    const std::size_t begin = at + keyword.size();
    const std::size_t end = std::min(text.find_first_of("{;", begin), text.size());
    use(text.substr(begin, end - begin), end < text.size() && text[end] == '{');
  }
}

bool declares(std::string_view text, std::string_view name) {
  name.remove_prefix(name.rfind(':') + 1);
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    if (at > 0 && is_part_of_word(text[at - 1])) continue;
    const std::size_t next = text.find_first_not_of(blanks, at + name.size());
    if (next != std::string_view::npos && (text[next] == '(' || text[next] == '<')) return true;
  }
  return false;
}

std::set<std::string> kernels_in(std::string_view text, bool with_body) {
  std::set<std::string> names;
  for_each_head(text, [&](std::string_view head, bool has_body) {
    if (has_body != with_body) return;
    std::size_t open = head.find('(');
    std::string name = last_word(head.substr(0, open));
    if (name == "__launch_bounds__" && open != std::string_view::npos) { // (256, 2) k(
      const std::size_t close = head.find(')', open);
      if (close == std::string_view::npos) return;
      open = head.find('(', close);
      name = open == std::string_view::npos ? "" : last_word(head.substr(0, open));
    }
    if (!name.empty()) names.insert(std::move(name));
  });
  return names;
}

std::set<std::string> launched_in(std::string_view text) {
  std::set<std::string> names;
  for (std::size_t at = text.find("<<<"); at != std::string_view::npos;
       at = text.find("<<<", at + 3))
    if (std::string name = last_word(without_arguments(text.substr(0, at))); !name.empty())
      names.insert(std::move(name));
  return names;
}

} // namespace heddle::project
