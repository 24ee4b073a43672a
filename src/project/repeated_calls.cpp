#include "project/repeated_calls.hpp"

#include "project/kernel_heads.hpp"
#include "project/lists.hpp"
#include "project/scopes.hpp"

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

// Is the function of the list named without an object, a class or a namespace?
bool is_unqualified(std::string_view code, const List& list) {
  const std::size_t name = code.rfind(list.function, list.open);
  const std::size_t before = code.find_last_not_of(blanks, name == 0 ? 0 : name - 1);
  return name == 0 || before == std::string_view::npos ||
         std::string_view(".>:").find(code[before]) == std::string_view::npos;
}

// `, rows(n) {` and `: rows(n) {` of a constructor.
bool is_initializer(std::string_view code, const List& list) {
  const std::size_t name = code.rfind(list.function, list.open);
  const std::size_t before = name == 0 ? name : code.find_last_not_of(blanks, name - 1);
  if (name == 0 || before == std::string_view::npos) return false;
  if (code[before] == ',') return true;
  if (code[before] != ':' || (before > 0 && code[before - 1] == ':')) return false;
  const std::size_t closed = code.find_last_not_of(blanks, before == 0 ? 0 : before - 1);
  return closed != std::string_view::npos && code[closed] == ')';
}

// Can no code of the host call it?
bool is_of_device(std::string_view code, const List& list) {
  const std::size_t end = code.find_last_of(";{}", list.open);
  const std::size_t begin = end == std::string_view::npos ? 0 : end + 1;
  const std::string_view head = code.substr(begin, list.open - begin);
  return head.find("__device__") != std::string_view::npos &&
         head.find("__host__") == std::string_view::npos;
}

// A function with a body that belongs to no class.
struct Definition {
  std::string function;
  std::vector<std::string> parameters; // names
  std::size_t begin, end;              // of the body
};

// `float *p`, `int n = 3`, `int a[]`
std::string name_of_parameter(std::string_view text) {
  text = text.substr(0, text.find('='));
  text = text.substr(0, text.find('['));
  return last_word(text);
}

std::size_t end_of_body(std::string_view code, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t at = open; at < code.size(); ++at) {
    if (code[at] == '{') ++depth;
    if (code[at] == '}' && --depth == 0) return at;
  }
  return code.size();
}

std::vector<Definition> free_functions_in(std::string_view code) {
  std::vector<Definition> found;
  Scopes scopes(code);
  for_each_list(code, [&](const List& list) {
    const std::size_t next = code.find_first_not_of(blanks, list.close + 1);
    if (!scopes.is_of_file(list.open) || next == std::string_view::npos || code[next] != '{' ||
        !is_unqualified(code, list))
      return;
    Definition one{list.function, {}, next, end_of_body(code, next)};
    for (const std::string& part : list.parts)
      one.parameters.push_back(name_of_parameter(part));
    found.push_back(std::move(one));
  });
  return found;
}

// Finds what is passed twice: at once, or by a function of the text that gets one argument twice
// and passes both on.
class Repeated {
public:
  explicit Repeated(std::string_view code) : code_(code), own_(free_functions_in(code)) {}

  std::vector<RepeatedCall> run() {
    for_each_list(code_, [&](const List& list) {
      note_pairs(list, [](const std::string& a, const std::string& b) {
        return a == b && may_be_pointer(a);
      });
    });
    for (std::size_t next = 0; next < passed_.size(); ++next)
      pass_on(Passed(passed_[next])); // a copy: others are added
    return std::move(found_);
  }
  bool has(const std::string& function, std::size_t arguments) const {
    return std::ranges::any_of(own_,
                               [&](const Definition& d) { return is_of(d, function, arguments); });
  }

private:
  // Two parameters of a function of the text that are one.
  struct Passed {
    std::size_t of, first, second;
    bool operator==(const Passed&) const = default;
  };

  static bool is_of(const Definition& d, const std::string& function, std::size_t arguments) {
    return d.function == function && d.parameters.size() == arguments;
  }

  template <class AreOne> void note_pairs(const List& list, const AreOne& are_one) {
    for (std::size_t j = 1; j < list.parts.size(); ++j)
      for (std::size_t i = 0; i < j; ++i)
        if (are_one(list.parts[i], list.parts[j])) note(list, i, j);
  }

  void note(const List& list, std::size_t first, std::size_t second) {
    bool is_own = false;
    for (std::size_t of = 0; of < own_.size(); ++of) {
      if (!is_of(own_[of], list.function, list.parts.size()) || !is_unqualified(code_, list))
        continue;
      is_own = true;
      if (const Passed one{of, first, second}; std::ranges::find(passed_, one) == passed_.end())
        passed_.push_back(one);
    }
    if (is_own) return;
    found_.push_back(
        {list.function, static_cast<unsigned>(list.parts.size()), static_cast<unsigned>(first),
         static_cast<unsigned>(second),
         static_cast<unsigned>(1 + std::ranges::count(code_.substr(0, list.open), '\n'))});
  }

  void pass_on(const Passed& passed) {
    const Definition& by = own_[passed.of];
    const std::string &one = by.parameters[passed.first], &other = by.parameters[passed.second];
    if (one.empty() || other.empty() || one == other) return;
    for_each_list(code_, [&](const List& list) {
      if (list.open < by.begin || list.open > by.end) return;
      note_pairs(list, [&](const std::string& a, const std::string& b) {
        return (a == one && b == other) || (a == other && b == one);
      });
    });
  }

  std::string_view code_;
  std::vector<Definition> own_;
  std::vector<Passed> passed_;
  std::vector<RepeatedCall> found_;
};

// Words that stand for themselves somewhere, not before a list: variables, and functions that are
// given away.
std::set<std::string> values_in(std::string_view code) {
  std::set<std::string> found;
  for (Word word = next_word(code, 0); word.begin < code.size(); word = next_word(code, word.end)) {
    const std::size_t next = code.find_first_not_of(blanks, word.end);
    if (next == std::string_view::npos || std::string_view(",);=}").find(code[next]) != code.npos)
      found.emplace(code.substr(word.begin, word.end - word.begin));
  }
  return found;
}

// What is called through a variable may be each function that the text gives away: of the text's
// own ones it is known.
void add_pointed(std::string_view code, const Repeated& repeated,
                 std::vector<RepeatedCall>& calls) {
  if (calls.empty()) return;
  const std::set<std::string> values = values_in(code);
  std::vector<RepeatedCall> pointed;
  for (const RepeatedCall& call : calls)
    if (values.contains(call.function))
      for (const std::string& name : values)
        if (name != call.function && !repeated.has(name, call.arguments)) {
          pointed.push_back(call);
          pointed.back().function = name;
        }
  calls.insert(calls.end(), pointed.begin(), pointed.end());
}

} // namespace

std::vector<RepeatedCall> repeated_calls(std::string_view text) {
  const std::string code = code_of(text);
  Repeated repeated(code);
  std::vector<RepeatedCall> found = repeated.run();
  add_pointed(code, repeated, found);
  return found;
}

std::set<std::string> functions_in(std::string_view text) {
  const std::string code = code_of(text);
  std::set<std::string> found;
  for_each_list(code, [&](const List& list) {
    const std::size_t next = code.find_first_not_of(blanks, list.close + 1);
    if (next != std::string::npos && code[next] == '{' && !is_initializer(code, list) &&
        !is_of_device(code, list))
      found.insert(list.function);
  });
  return found;
}

} // namespace heddle::project
