// The command lines of `heddle check`, `heddle repair` and `heddle ptx`: one table of options for
// each, from which the parser, `--help` and the messages about bad values are made.
#pragma once
#include "heddle/options.hpp"
#include "heddle/ptx.hpp"
#include "heddle/repair.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace heddle::cli {

enum class Format { text, json };

struct CheckCommand {
  Options options;
  Format format = Format::text;
  bool help = false;
  unsigned shard = 0, shards = 0; // --shard K/N; 0: all files
  std::vector<std::string> files;
  RepairOptions repair; // of `heddle repair`, which takes the options of `heddle check`, too
  bool in_place = false;
};

struct PtxCommand {
  PtxOptions options;
  Format format = Format::text;
  bool help = false;
  std::string graph; // the file that --graph names
  std::vector<std::string> files;
};

// A command line that cannot be obeyed; what() is one line for the user.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Arity {
  flag,     // no value
  single,   // one value, at most once
  repeated, // one value, as often as wanted
  optional  // an integer may follow, else `bare` is its value
};

template <class Command> struct OptionOf {
  const char* name;
  char letter; // short form, or 0
  Arity arity;
  const char* value;   // how help names the value
  const char* initial; // shown in help as the default; "" for none
  const char* range;   // what values are accepted
  const char* help;
  // Stores one value ("" when none was given); throws UsageError, without the option's name.
  void (*apply)(Command& command, const std::string& value);
  const char* bare = "";
};
using OptionSpec = OptionOf<CheckCommand>;
using PtxOptionSpec = OptionOf<PtxCommand>;

const std::vector<OptionSpec>& check_options();
std::string check_help();
// What holds before any option is read.
CheckCommand default_command();
// `arguments` are those after `check`. Throws UsageError.
CheckCommand parse_check(const std::vector<std::string>& arguments);

const std::vector<OptionSpec>& repair_options();
std::string repair_help();
// `arguments` are those after `repair`. Throws UsageError.
CheckCommand parse_repair(const std::vector<std::string>& arguments);

const std::vector<PtxOptionSpec>& ptx_options();
std::string ptx_help();
// `arguments` are those after `ptx`. Throws UsageError.
PtxCommand parse_ptx(const std::vector<std::string>& arguments);

// The lines of help about a table of options.
template <class Command> std::string option_lines(const std::vector<OptionOf<Command>>& table);

} // namespace heddle::cli
