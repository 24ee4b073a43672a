#include "cli/manual.hpp"

#include "cli/options/options.hpp"
#include "report/kinds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace heddle::cli {
namespace {

// What manual and shells have to know of an option.
struct Entry {
  std::string name, value, help, facts;
  char letter = 0;
  std::vector<std::string> choices; // of values; empty: any
};

struct Command {
  std::string name, arguments, help;
  std::vector<Entry> options;
  std::vector<std::string> choices = {}; // of its argument; empty: files
};

// "text, json, sarif" to its words, also behind "; or "; what is no such list has none.
std::vector<std::string> choices_in(std::string list, const std::string& separator) {
  const std::string more = "; or ";
  if (const std::size_t at = list.find(more); at != std::string::npos)
    list.replace(at, more.size(), separator);
  std::vector<std::string> words;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(separator, at), list.size());
    words.push_back(list.substr(at, end - at));
    at = end + separator.size();
  }
  const auto is_plain = [](const std::string& word) {
    return std::ranges::all_of(word, [](unsigned char c) { return std::islower(c) || c == '-'; });
  };
  if (words.size() < 2 || !std::ranges::all_of(words, is_plain)) words.clear();
  return words;
}

template <class C> std::vector<Entry> entries(const std::vector<OptionOf<C>>& table) {
  std::vector<Entry> out;
  for (const OptionOf<C>& option : table) {
    std::vector<std::string> facts;
    if (*option.range) facts.emplace_back(option.range);
    if (*option.initial) facts.push_back(fmt::format("default: {}", option.initial));
    if (option.arity == Arity::repeated) facts.emplace_back("repeatable");
    const bool takes = option.arity == Arity::single || option.arity == Arity::repeated;
    std::string value = option.arity == Arity::flag ? "" : option.value;
    if (!takes && !value.empty()) value = "[" + value + "]";
    std::vector<std::string> choices = choices_in(option.range, ", ");
    if (choices.empty()) choices = choices_in(value, "|");
    out.push_back({option.name, value, option.help, fmt::format("{}", fmt::join(facts, "; ")),
                   option.letter, std::move(choices)});
  }
  return out;
}

std::vector<Command> commands() {
  return {{"check", "FILE.cu|DIR|GLOB|-...", "check every kernel of the files",
           entries(check_options())},
          {"repair", "FILE.cu|DIR|GLOB...", "the cheapest barriers that make kernels right",
           entries(repair_options())},
          {"ptx", "FILE.ptx...", "run one block of compiled kernels and check that",
           entries(ptx_options())},
          {"merge", "REPORT.json...", "join the reports of shards of a run", {}},
          {"explain",
           "KIND | ID REPORT.json",
           "what a kind of finding means, or one finding",
           {},
           report::kind_names()},
          {"lsp", "", "a language server, for editors", entries(check_options())},
          {"completion",
           "bash|zsh|fish",
           "print what completes command lines in a shell",
           {},
           {"bash", "zsh", "fish"}},
          {"man", "", "print the manual page", {}}};
}

// Of troff: lines that begin with a dot or an apostrophe, backslashes and hyphens mean something.
std::string troff(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

// In single quotes of a shell.
std::string in_quotes(const std::string& text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

std::string bash_completion() {
  std::string out = "# bash completion for heddle\n_heddle() {\n"
                    "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                    "  local command=${COMP_WORDS[1]} options=\n  COMPREPLY=()\n";
  std::vector<std::string> names;
  std::string cases;
  for (const Command& command : commands()) {
    names.push_back(command.name);
    std::vector<std::string> options;
    for (const Entry& option : command.options) {
      options.push_back("--" + option.name);
      if (!option.choices.empty())
        cases += fmt::format(
            "    {}\\ --{}) COMPREPLY=($(compgen -W {} -- \"$word\")); return ;;\n", command.name,
            option.name, in_quotes(fmt::format("{}", fmt::join(option.choices, " "))));
    }
    if (!command.choices.empty())
      cases +=
          fmt::format("    {0}\\ {0}) COMPREPLY=($(compgen -W {1} -- \"$word\")); return ;;\n",
                      command.name, in_quotes(fmt::format("{}", fmt::join(command.choices, " "))));
    out += fmt::format("  [[ $command == {} ]] && options={}\n", command.name,
                       in_quotes(fmt::format("{}", fmt::join(options, " "))));
  }
  return out +
         fmt::format(
             "  if ((COMP_CWORD == 1)); then\n    COMPREPLY=($(compgen -W {} -- \"$word\"))\n"
             "    return\n  fi\n  case \"$command $before\" in\n{}  esac\n",
             in_quotes(fmt::format("{} --help --version", fmt::join(names, " "))), cases) +
         "  if [[ $word == -* ]]; then\n    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  else\n    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n  fi\n}\n"
         "complete -o filenames -F _heddle heddle\n";
}

// In an explanation of _arguments, brackets and colons have to be escaped.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += c == '[' || c == ']' || c == ':' ? "\\" + std::string(1, c) : std::string(1, c);
  return out;
}

bool names_files(const Entry& option) {
  constexpr std::array<std::string_view, 4> values{"FILE", "DIR", "DB", "OLD.json"};
  return std::ranges::find(values, option.value) != values.end();
}

std::string zsh_completion() {
  std::string out = "#compdef heddle\n_heddle() {\n  local -a commands=(\n";
  std::string cases;
  for (const Command& command : commands()) {
    out += fmt::format("    {}\n", in_quotes(command.name + ":" + command.help));
    cases += fmt::format("    {})\n      _arguments \\\n", command.name);
    for (const Entry& option : command.options) {
      std::string spec = fmt::format("*--{}[{}]", option.name, zsh_text(option.help));
      if (!option.choices.empty())
        spec += fmt::format(":{}:({})", option.value, fmt::join(option.choices, " "));
      else if (!option.value.empty() && !option.value.starts_with('['))
        spec += fmt::format(":{}:{}", zsh_text(option.value), names_files(option) ? "_files" : " ");
      cases += fmt::format("        {} \\\n", in_quotes(spec));
    }
    if (!command.choices.empty())
      cases += fmt::format("        '1:argument:({})' \\\n", fmt::join(command.choices, " "));
    cases += "        '*:file:_files' ;;\n";
  }
  return out +
         "  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n"
         "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n  case $command in\n" +
         // zsh reads the file when it is asked for the first time, and expects an answer then
         cases +
         "  esac\n}\nif [[ $funcstack[1] == _heddle ]]; then\n  _heddle \"$@\"\nelse\n"
         "  compdef _heddle heddle\nfi\n";
}

std::string fish_completion() {
  std::string out = "# fish completion for heddle\n";
  std::vector<std::string> names;
  for (const Command& command : commands())
    names.push_back(command.name);
  for (const Command& command : commands()) {
    out +=
        fmt::format("complete -c heddle -n 'not __fish_seen_subcommand_from {}' -f -a {} -d {}\n",
                    fmt::join(names, " "), command.name, in_quotes(command.help));
    if (!command.choices.empty())
      out +=
          fmt::format("complete -c heddle -n '__fish_seen_subcommand_from {}' -a {}\n",
                      command.name, in_quotes(fmt::format("{}", fmt::join(command.choices, " "))));
    for (const Entry& option : command.options) {
      out += fmt::format("complete -c heddle -n '__fish_seen_subcommand_from {}' -l {}",
                         command.name, option.name);
      if (option.letter) out += fmt::format(" -s {}", option.letter);
      if (!option.choices.empty())
        out +=
            fmt::format(" -x -a {}", in_quotes(fmt::format("{}", fmt::join(option.choices, " "))));
      else if (!option.value.empty() && !option.value.starts_with('['))
        out += " -r";
      out += fmt::format(" -d {}\n", in_quotes(option.help));
    }
  }
  return out;
}

} // namespace

std::string manual_page() {
  std::string out = fmt::format(".TH HEDDLE 1 \"\" \"heddle {}\" \"User Commands\"\n.SH "
                                "NAME\nheddle \\- verifies GPU kernels: "
                                "data races, barrier divergence, deadlock\n.SH SYNOPSIS\n",
                                version());
  for (const Command& command : commands())
    out += fmt::format(".B heddle {}\n{}\n.br\n", command.name, troff(command.arguments));
  out +=
      ".SH DESCRIPTION\nA kernel of CUDA goes in, and a proof for all inputs and sizes comes out, "
      "or a concrete witness that was replayed step by step. No GPU and no toolkit is needed.\n";
  for (const Command& command : commands()) {
    out += fmt::format(".SH \"HEDDLE {}\"\n{}.\n", command.name, troff(command.help));
    for (const Entry& option : command.options) {
      out += ".TP\n.B ";
      if (option.letter) out += fmt::format("\\-{}, ", option.letter);
      out += fmt::format("\\-\\-{}", troff(option.name));
      if (!option.value.empty()) out += " " + troff(option.value);
      out += "\n" + troff(option.help);
      if (!option.facts.empty()) out += " [" + troff(option.facts) + "]";
      out += "\n";
    }
  }
  return out + ".SH \"EXIT STATUS\"\n0 verified, 1 refuted, 2 usage or input error, 3 unknown.\n"
               ".SH FILES\n.I .heddle\nin the folder of a file or above it: an option in each "
               "line.\n";
}

std::string completion(const std::string& shell) {
  if (shell == "bash") return bash_completion();
  if (shell == "zsh") return zsh_completion();
  if (shell == "fish") return fish_completion();
  throw UsageError("expected one of bash, zsh, fish");
}

} // namespace heddle::cli
