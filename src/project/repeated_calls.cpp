#include "project/repeated_calls.hpp"

#include "project/kernel_heads.hpp"
#include "project/lists.hpp"

#include <algorithm>
#include <cctype>

namespace heddle::project {
namespace {

constexpr const char* blanks = " \t\r\n";

// `p`, `*p`, `&a[i]`, `p+n`, `net->layers[l].out`, `v.data()`: a word behind another is a
// declaration.
bool may_be_pointer(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of("&*"), text.size()));
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) || text == "nullptr" ||
      text == "NULL")
    return false;
  return std::ranges::all_of(text, [](char c) {
    return is_part_of_word(c) || std::string_view(".->[]:()+").find(c) != std::string_view::npos;
  });
}

} // namespace

std::vector<RepeatedCall> repeated_calls(std::string_view text) {
  const std::string code = code_of(text);
  std::vector<RepeatedCall> found;
  for_each_list(code, [&](const List& list) {
    for (std::size_t j = 1; j < list.parts.size(); ++j)
      for (std::size_t i = 0; i < j; ++i)
        if (list.parts[i] == list.parts[j] && may_be_pointer(list.parts[i]))
          found.push_back(
              {list.function, static_cast<unsigned>(list.parts.size()), static_cast<unsigned>(i),
               static_cast<unsigned>(j),
               static_cast<unsigned>(1 + std::ranges::count(code.substr(0, list.open), '\n'))});
  });
  return found;
}

std::set<std::string> functions_in(std::string_view text) {
  const std::string code = code_of(text);
  std::set<std::string> found;
  for_each_list(code, [&](const List& list) {
    const std::size_t next = code.find_first_not_of(blanks, list.close + 1);
    if (next != std::string::npos && code[next] == '{') found.insert(list.function);
  });
  return found;
}

} // namespace heddle::project
