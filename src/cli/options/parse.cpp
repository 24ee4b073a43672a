// From the table of options to Boost.Program_options and back.
#include "cli/options/nearest.hpp"
#include "cli/options/options.hpp"
#include "project/database.hpp"

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <type_traits>

namespace heddle::cli {
namespace {

namespace po = boost::program_options;

template <class Command> std::string long_name(const OptionOf<Command>& option) {
  return option.letter ? fmt::format("{},{}", option.name, option.letter) : option.name;
}

template <class Command>
po::options_description description(const std::vector<OptionOf<Command>>& table) {
  po::options_description out;
  for (const OptionOf<Command>& option : table) {
    auto add = out.add_options();
    if (option.arity == Arity::flag)
      add(long_name(option).c_str(), "");
    else
      add(long_name(option).c_str(), po::value<std::vector<std::string>>(), "");
  }
  return out;
}

bool is_number(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// Boost takes whatever follows an option for its value. Where the value may be left out, only a
// number that follows is one.
template <class Command>
std::vector<std::string> complete_optional_values(const std::vector<OptionOf<Command>>& table,
                                                  std::vector<std::string> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i)
    for (const OptionOf<Command>& option : table) {
      if (option.arity != Arity::optional || arguments[i] != fmt::format("--{}", option.name))
        continue;
      if (i + 1 == arguments.size() || !is_number(arguments[i + 1]))
        arguments[i] += fmt::format("={}", option.bare);
    }
  return arguments;
}

// "--blok=32" and "-blok" as well.
std::string unrecognised(const std::string& word, const po::options_description& options) {
  const std::size_t start = std::min(word.find_first_not_of('-'), word.size());
  std::vector<std::string> names;
  for (const auto& option : options.options())
    names.push_back(option->long_name());
  std::error_code none;
  if (std::filesystem::exists(word, none))
    return fmt::format("unrecognised option '{0}'; './{0}' is the file of this name", word);
  const auto meant = nearest(word.substr(start, word.find('=') - start), names);
  return fmt::format("unrecognised option '{}'{}", word,
                     meant ? "; did you mean '--" + *meant + "'?" : "");
}

po::parsed_options parse(const std::vector<std::string>& arguments,
                         const po::options_description& options) {
  using namespace po::command_line_style;
  po::options_description all;
  all.add(options).add_options()("file", po::value<std::vector<std::string>>(), "");
  po::positional_options_description files;
  files.add("file", -1);
  try {
    return po::command_line_parser(arguments)
        .options(all)
        .positional(files)
        .style(unix_style & ~allow_guessing)
        .run();
  } catch (const po::unknown_option& e) {
    throw UsageError(unrecognised(e.get_option_name(), options));
  } catch (const po::error& e) {
    throw UsageError(e.what());
  }
}

template <class Command>
void apply(const OptionOf<Command>& option, const std::string& value, Command& command) {
  try {
    option.apply(command, value);
  } catch (const UsageError& e) {
    throw UsageError(fmt::format("bad value '{}' for --{}: {}", value, option.name, e.what()));
  }
}

template <class Command>
Command parse_with(const std::vector<OptionOf<Command>>& table, Command command,
                   const std::vector<std::string>& arguments) {
  std::map<std::string, int> seen;
  if constexpr (std::is_same_v<Command, CheckCommand>) {
    command.fixed_here.clear();
    command.given_here.clear();
  }
  const auto parsed = parse(complete_optional_values(table, arguments), description(table));
  for (const auto& given : parsed.options) {
    const std::string value = given.value.empty() ? "" : given.value.front();
    if (given.string_key == "file") {
      command.files.push_back(value);
      continue;
    }
    const auto option =
        std::ranges::find_if(table, [&](const auto& o) { return given.string_key == o.name; });
    if (++seen[option->name] > 1 && option->arity != Arity::repeated &&
        option->arity != Arity::flag)
      throw UsageError(fmt::format("--{} is given twice", option->name));
    apply(*option, value, command);
    if constexpr (std::is_same_v<Command, CheckCommand>)
      command.given_here.insert(fmt::format("--{}", option->name));
  }
  return command;
}

template <class Command> Command with_files(Command command) {
  if (command.files.empty() && !command.help) throw UsageError("no file is given");
  return command;
}

// Options of nvcc and Clang are known by their names; those of ours that have the same come first.
std::size_t words_of_ours(const std::string& word) {
  for (const OptionSpec& option : check_options()) {
    const std::string name = fmt::format("--{}", option.name);
    const bool has_value = option.arity != Arity::flag;
    if (word == name) return has_value && option.arity != Arity::optional ? 2 : 1;
    if (word.starts_with(name + "=")) return 1;
    if (option.letter == 0 || !word.starts_with(fmt::format("-{}", option.letter))) continue;
    if (word.size() == 2) return has_value ? 2 : 1;
    const bool number = option.letter == 'j' && is_number(word.substr(2));
    if (option.letter == 'D' || option.letter == 'I' || number) return 1;
  }
  return 0;
}

bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
  return std::ranges::find(words, word) != words.end();
}

// "strict-exit = true" is strict-exit, "strict-exit = false" is as if it had not been said before.
std::vector<project::Setting> switched(const std::vector<project::Setting>& settings) {
  const auto& table = check_options();
  std::vector<project::Setting> found;
  for (const project::Setting& setting : settings) {
    const std::string& name = setting.words.front();
    const bool is_flag = std::ranges::any_of(table, [&](const auto& option) {
      return option.arity == Arity::flag && name == fmt::format("--{}", option.name);
    });
    found.push_back(setting);
    if (!is_flag || setting.words.size() < 2) continue;
    const std::string& value = setting.words[1];
    if (is_one_of(value, {"false", "no", "off", "0"}))
      std::erase_if(found, [&](const auto& s) { return s.words.front() == name; });
    else if (is_one_of(value, {"true", "yes", "on", "1"}))
      found.back().words = {name};
    else
      throw SettingError(setting, fmt::format("{} is on or off, not '{}'", name, value));
  }
  return found;
}

// What the command line says comes later, and overrides it.
CheckCommand command_with(const std::vector<project::Setting>& settings) {
  CheckCommand command = default_command();
  for (const project::Setting& setting : switched(settings))
    try {
      command = parse_with(check_options(), std::move(command), setting.words);
      command.origins.set(setting);
    } catch (const UsageError& e) {
      throw SettingError(setting, e.what());
    }
  return command;
}

// Options are called there without their dashes.
std::string without_dashes(std::string text) {
  for (const char* before : {"'", " "})
    for (std::size_t at = 0; (at = text.find(before + std::string("--"), at)) != text.npos;)
      text.erase(at + 1, 2);
  return text.starts_with("--") ? text.substr(2) : text;
}

} // namespace

SettingError::SettingError(const project::Setting& setting, const std::string& text)
    : UsageError(fmt::format("{}:{}:{}: {}", setting.at.file, setting.at.line, setting.at.column,
                             without_dashes(text))),
      message{"error", without_dashes(text), setting.at, setting.line} {}

CheckCommand parse_check(const std::vector<std::string>& arguments) {
  return parse_check(arguments, {});
}

CheckCommand parse_check(const std::vector<std::string>& arguments,
                         const std::vector<project::Setting>& settings) {
  CheckCommand command = command_with(settings);
  const project::CompilerFlags flags = project::take_compiler_flags(arguments, words_of_ours);
  if (!flags.mistake.empty()) throw UsageError(flags.mistake);
  command = parse_with(check_options(), std::move(command), flags.rest);
  command.origins.override_by(command.given_here, command.fixed_here);
  project::add_flags(command.options, flags.flags, flags.arch);
  if (command.files.empty() && command.project.empty() && !command.help)
    throw UsageError("no file is given; 'heddle check .' checks this folder");
  return command;
}

CheckCommand parse_repair(const std::vector<std::string>& arguments,
                          const std::vector<project::Setting>& settings) {
  CheckCommand command = parse_with(repair_options(), command_with(settings), arguments);
  command.origins.override_by(command.given_here, command.fixed_here);
  return with_files(std::move(command));
}

PtxCommand parse_ptx(const std::vector<std::string>& arguments) {
  return with_files(parse_with(ptx_options(), PtxCommand{}, arguments));
}

} // namespace heddle::cli
