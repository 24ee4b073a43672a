#include "project/naming.hpp"

#include "project/kernel_heads.hpp"
#include "project/lists.hpp"

#include <algorithm>
#include <array>

namespace heddle::project {
namespace {

constexpr const char* blanks = " \t\r\n";
constexpr std::size_t none = std::string_view::npos;

// Behind the arguments of a template, where they stand there.
std::size_t behind_template(std::string_view code, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < code.size() && code[i] != ';' && code[i] != '{'; ++i) {
    depth += code[i] == '<' ? 1 : code[i] == '>' ? -1 : 0;
    if (depth == 0) return code.find_first_not_of(blanks, i + 1);
  }
  return none;
}

// The list behind a name.
struct Arguments {
  bool is_there = false, has_body = false;
  std::optional<unsigned> number; // nothing: not known
};
Arguments arguments_behind(std::string_view code, const Word& name) {
  std::size_t at = code.find_first_not_of(blanks, name.end);
  if (at != none && code[at] == '<') at = behind_template(code, at);
  if (at == none || code[at] != '(') return {};
  std::vector<std::size_t> commas;
  const std::size_t close = closing(code, at, commas);
  if (close == none) return {true, false, {}};
  const std::size_t first = code.find_first_not_of(blanks, at + 1);
  const bool is_empty = first == close || (last_word(code.substr(at, close - at)) == "void" &&
                                           code.substr(first, 4) == "void" && commas.empty());
  const std::size_t next = code.find_first_not_of(blanks, close + 1);
  return {true, next != none && code[next] == '{',
          is_empty ? 0 : static_cast<unsigned>(commas.size() + 1)};
}

// `.name` and `->name` without a list.
bool is_member(std::string_view code, const Word& name) {
  const std::size_t before = name.begin == 0 ? none : code.find_last_not_of(blanks, name.begin - 1);
  return before != none &&
         (code[before] == '.' || (code[before] == '>' && before > 0 && code[before - 1] == '-'));
}

// `void name(..)`, and no statement or macro.
bool is_declared(std::string_view code, const Word& name) {
  static constexpr std::array statements{"return",   "else", "do",  "case", "throw",   "co_return",
                                         "co_yield", "not",  "and", "or",   "co_await"};
  const std::string before = last_word(code.substr(0, name.begin));
  const std::size_t line = code.substr(0, name.begin).find_last_of("\n;{}") + 1;
  const std::size_t first = code.find_first_not_of(blanks, line);
  return !before.empty() && code[first] != '#' &&
         std::ranges::find(statements, before) == statements.end();
}

} // namespace

std::set<NamedElsewhere> named_in(std::string_view text, const Functions& functions,
                                  bool is_header) {
  const std::string code = code_of(text);
  std::set<NamedElsewhere> named, own;
  for (Word word = next_word(code, 0); word.begin < code.size(); word = next_word(code, word.end)) {
    const auto it =
        functions.find(std::string_view(code).substr(word.begin, word.end - word.begin));
    if (it == functions.end()) continue;
    const Arguments arguments = arguments_behind(code, word);
    if (arguments.has_body)
      own.insert({*it, arguments.number});
    else if (arguments.is_there ? !is_header || !is_declared(code, word) : !is_member(code, word))
      named.insert({*it, arguments.number});
  }
  std::erase_if(named, [&](const NamedElsewhere& name) {
    return name.arguments
               ? own.contains(name)
               : std::ranges::find(own, name.function, &NamedElsewhere::function) != own.end();
  });
  return named;
}

bool declares_function(std::string_view text, std::string_view function) {
  const std::string code = code_of(text);
  for (Word word = next_word(code, 0); word.begin < code.size(); word = next_word(code, word.end))
    if (std::string_view(code).substr(word.begin, word.end - word.begin) == function &&
        arguments_behind(code, word).is_there && is_declared(code, word))
      return true;
  return false;
}

bool is_compiled(const std::filesystem::path& path) {
  static const std::set<std::string> endings{".cu", ".c", ".cc", ".cpp", ".cxx", ".c++"};
  return endings.contains(path.extension().string());
}

bool may_launch(std::string_view text) {
  return text.find("<<<") != none || text.find("aunch") != none;
}

bool has_main(std::string_view text) {
  const std::string code = code_of(text);
  int conditions = 0, braces = 0;
  for (std::size_t at = 0; at < code.size(); ++at) {
    const std::string_view rest = std::string_view(code).substr(at);
    if (rest[0] == '#') {
      const Word word = next_word(code, at);
      const std::string_view directive =
          std::string_view(code).substr(word.begin, word.end - word.begin);
      conditions += directive.starts_with("if") ? 1 : directive == "endif" ? -1 : 0;
    }
    braces += rest[0] == '{' ? 1 : rest[0] == '}' ? -1 : 0;
    if (conditions == 0 && braces == 0 && rest.starts_with("main") &&
        (at == 0 || !is_part_of_word(code[at - 1])) &&
        arguments_behind(code, {at, at + 4}).has_body)
      return true;
  }
  return false;
}

bool may_have_main(std::string_view text) {
  return text.find("main") != none || text.find("MAIN") != none;
}

} // namespace heddle::project
