// From the table of options to Boost.Program_options and back.
#include "cli/options.hpp"

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>

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
  }
  if (command.files.empty() && !command.help) throw UsageError("no file is given");
  return command;
}

} // namespace

CheckCommand parse_check(const std::vector<std::string>& arguments) {
  return parse_with(check_options(), default_command(), arguments);
}

CheckCommand parse_repair(const std::vector<std::string>& arguments) {
  return parse_with(repair_options(), default_command(), arguments);
}

PtxCommand parse_ptx(const std::vector<std::string>& arguments) {
  return parse_with(ptx_options(), PtxCommand{}, arguments);
}

} // namespace heddle::cli
