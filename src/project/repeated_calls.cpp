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

// Is what begins at `at` in no body, of a class or function?
class Scopes {
public:
  explicit Scopes(std::string_view code) : code_(code) {}
  // For places in ascending order.
  bool is_of_file(std::size_t at) {
    for (; next_ < at; ++next_) {
      if (code_[next_] == '{') open_.push_back(is_of_namespace(next_));
      if (code_[next_] == '}' && !open_.empty()) open_.pop_back();
    }
    return std::ranges::all_of(open_, [](bool of_namespace) { return of_namespace; });
  }

private:
  // `namespace a::b {`, `extern "C" {` (of which the text is left out)
  bool is_of_namespace(std::size_t brace) const {
    const std::size_t end =
        brace == 0 ? std::string_view::npos : code_.find_last_of(";{}", brace - 1);
    const std::size_t begin = end == std::string_view::npos ? 0 : end + 1;
    const std::string_view before = code_.substr(begin, brace - begin);
    return before.find('(') == std::string_view::npos &&
           (before.find("namespace") != std::string_view::npos ||
            before.find("extern") != std::string_view::npos);
  }

  std::string_view code_;
  std::size_t next_ = 0;
  std::vector<bool> open_;
};

// Is the function of the list named without an object, a class or a namespace?
bool is_unqualified(std::string_view code, const List& list) {
  const std::size_t name = code.rfind(list.function, list.open);
  const std::size_t before = code.find_last_not_of(blanks, name == 0 ? 0 : name - 1);
  return name == 0 || before == std::string_view::npos ||
         std::string_view(".>:").find(code[before]) == std::string_view::npos;
}

// Functions with a body that belong to no class, and how many parameters they have.
std::set<std::pair<std::string, std::size_t>> free_functions_in(std::string_view code) {
  std::set<std::pair<std::string, std::size_t>> found;
  Scopes scopes(code);
  for_each_list(code, [&](const List& list) {
    const std::size_t next = code.find_first_not_of(blanks, list.close + 1);
    if (scopes.is_of_file(list.open) && next != std::string_view::npos && code[next] == '{' &&
        is_unqualified(code, list))
      found.emplace(list.function, list.parts.size());
  });
  return found;
}

// Words that stand for themselves somewhere, not before a list: variables, and functions that are
// given away.
std::set<std::string> values_in(std::string_view code) {
  std::set<std::string> found;
  for (std::size_t at = 0; at < code.size();) {
    if (!is_part_of_word(code[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < code.size() && is_part_of_word(code[end]))
      ++end;
    const std::size_t next = code.find_first_not_of(blanks, end);
    if (next == std::string_view::npos || std::string_view(",);=}").find(code[next]) != code.npos)
      found.emplace(code.substr(at, end - at));
    at = end;
  }
  return found;
}

// What is called through a variable may be each function that the text gives away: of the text's
// own ones it is known.
void add_pointed(std::string_view code, const std::set<std::pair<std::string, std::size_t>>& own,
                 std::vector<RepeatedCall>& calls) {
  if (calls.empty()) return;
  const std::set<std::string> values = values_in(code);
  std::vector<RepeatedCall> pointed;
  for (const RepeatedCall& call : calls)
    if (values.contains(call.function))
      for (const std::string& name : values)
        if (name != call.function && !own.contains({name, call.arguments})) {
          pointed.push_back(call);
          pointed.back().function = name;
        }
  calls.insert(calls.end(), pointed.begin(), pointed.end());
}

} // namespace

std::vector<RepeatedCall> repeated_calls(std::string_view text) {
  const std::string code = code_of(text);
  const auto own = free_functions_in(code);
  std::vector<RepeatedCall> found;
  for_each_list(code, [&](const List& list) {
    if (own.contains({list.function, list.parts.size()}) && is_unqualified(code, list)) return;
    for (std::size_t j = 1; j < list.parts.size(); ++j)
      for (std::size_t i = 0; i < j; ++i)
        if (list.parts[i] == list.parts[j] && may_be_pointer(list.parts[i]))
          found.push_back(
              {list.function, static_cast<unsigned>(list.parts.size()), static_cast<unsigned>(i),
               static_cast<unsigned>(j),
               static_cast<unsigned>(1 + std::ranges::count(code.substr(0, list.open), '\n'))});
  });
  add_pointed(code, own, found);
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
