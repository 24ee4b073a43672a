#include "project/lists.hpp"

#include "project/kernel_heads.hpp"

#include <algorithm>
#include <cctype>

namespace heddle::project {
namespace {

constexpr std::size_t max_length = 2000; // of a list of arguments

// The end of the comment, string or character that begins there; `at`: none does.
std::size_t end_of_text(std::string_view text, std::size_t at) {
  const auto behind = [&](std::string_view end, std::size_t from) {
    const std::size_t found = text.find(end, from);
    return found == std::string_view::npos ? text.size() : found + end.size();
  };
  if (text.substr(at, 2) == "//") return behind("\n", at);
  if (text.substr(at, 2) == "/*") return behind("*/", at + 2);
  if (text[at] == '\'' && at + 2 < text.size() && (text[at + 1] == '\\' || text[at + 2] == '\''))
    return behind("'", at + 2);
  if (text[at] != '"') return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != '"' && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

// Without blanks but between words.
std::string compact(std::string_view text) {
  std::string out;
  bool is_apart = false;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c))) {
      is_apart = true;
      continue;
    }
    if (is_apart && !out.empty() && is_part_of_word(c) && is_part_of_word(out.back())) out += ' ';
    is_apart = false;
    out += c;
  }
  return out;
}

} // namespace

Word next_word(std::string_view code, std::size_t at) {
  for (; at < code.size(); ++at) {
    if (!is_part_of_word(code[at])) continue;
    std::size_t end = at;
    while (end < code.size() && is_part_of_word(code[end]))
      ++end;
    if (!std::isdigit(static_cast<unsigned char>(code[at]))) return {at, end};
    at = end;
  }
  return {code.size(), code.size()};
}

std::string code_of(std::string_view text) {
  std::string code(text);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t end = end_of_text(text, i);
    for (; i < end; ++i)
      if (code[i] != '\n') code[i] = ' ';
    if (i < text.size() && end_of_text(text, i) != i) --i; // one behind another
  }
  return code;
}

std::size_t closing(std::string_view code, std::size_t open, std::vector<std::size_t>& commas) {
  int depth = 0;
  for (std::size_t i = open; i < std::min(code.size(), open + max_length); ++i) {
    const char c = code[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}')
      if (--depth == 0) return c == ')' ? i : std::string_view::npos;
    if (c == ',' && depth == 1) commas.push_back(i);
    if (c == ';') return std::string_view::npos;
  }
  return std::string_view::npos;
}

void for_each_list(std::string_view code, const std::function<void(const List&)>& use) {
  for (std::size_t at = code.find('('); at != std::string_view::npos; at = code.find('(', at + 1)) {
    List list{last_word(without_arguments(code.substr(0, at))), at, 0, {}};
    std::vector<std::size_t> ends;
    if (list.function.empty()) continue;
    list.close = closing(code, at, ends);
    if (list.close == std::string_view::npos) continue;
    ends.push_back(list.close);
    std::size_t begin = at + 1;
    for (const std::size_t end : ends) {
      list.parts.push_back(compact(code.substr(begin, end - begin)));
      begin = end + 1;
    }
    use(list);
  }
}

} // namespace heddle::project
