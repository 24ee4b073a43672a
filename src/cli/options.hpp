// The command line of `heddle check`: one table of options, from which the parser, `--help` and the
// messages about bad values are made.
#pragma once
#include "heddle/options.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace heddle::cli {

enum class Format { text, json };

struct CheckCommand {
  Options options;
  Format format = Format::text;
  bool help = false;
  std::vector<std::string> files;
};

// A command line that cannot be obeyed; what() is one line for the user.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct OptionSpec {
  enum class Arity {
    flag,     // no value
    single,   // one value, at most once
    repeated, // one value, as often as wanted
    optional  // an integer may follow, else `bare` is its value
  };
  const char* name;
  char letter; // short form, or 0
  Arity arity;
  const char* value;   // how help names the value
  const char* initial; // shown in help as the default; "" for none
  const char* range;   // what values are accepted
  const char* help;
  // Stores one value ("" when none was given); throws UsageError, without the option's name.
  void (*apply)(CheckCommand& command, const std::string& value);
  const char* bare = "";
};

const std::vector<OptionSpec>& check_options();
std::string check_help();
// What holds before any option is read.
CheckCommand default_command();
// `arguments` are those after `check`. Throws UsageError.
CheckCommand parse_check(const std::vector<std::string>& arguments);

} // namespace heddle::cli
