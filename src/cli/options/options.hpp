// The command lines of `heddle check`, `heddle repair` and `heddle ptx`: one table of options for
// each, from which the parser, `--help` and the messages about bad values are made.
#pragma once
#include "heddle/options.hpp"
#include "heddle/ptx.hpp"
#include "heddle/repair.hpp"
#include "project/origins.hpp"
#include "project/settings.hpp"

#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle::cli {

enum class Format { text, json, sarif, junit };
// What makes a run fail. Bugs, needs_assumption, suspected and undecided are classes of outcome
// (report::Outcome), each with what is worse, verified_under with all of them; refuted is any
// confirmed finding, whether an assumption rules it out or not.
enum class FailOn { bug, refuted, needs_assumption, suspected, undecided, verified_under };
enum class Colour { automatic, always, never };

struct CheckCommand {
  Options options;
  Format format = Format::text;
  bool help = false;
  unsigned shard = 0, shards = 0; // --shard K/N; 0: all files
  std::vector<std::string> files;
  std::string project;  // -p: compile_commands.json or its folder
  std::string baseline; // a report of before, in JSON
  std::string html;     // the file for a report in HTML
  std::optional<FailOn> fail_on;
  Colour colour = Colour::automatic;
  // Where results are kept: a folder; "": nowhere; nothing: where the user's are, for folders and
  // databases, else nowhere.
  std::optional<std::string> cache;
  double time_limit = 0; // seconds for the whole run; 0: none
  bool verbose = false, all_pairs = false, hints = true, stats = false;
  bool timeout_is_given = false;
  // Parameters that the words read last have fixed, and options ("--block") that they gave: those
  // of an earlier place may be overridden.
  std::set<std::string> fixed_here, given_here;
  project::Origins origins; // of those that the command line did not set
  RepairOptions repair;     // of `heddle repair`, which takes the options of `heddle check`, too
  bool in_place = false;
};

struct PtxCommand {
  PtxOptions options;
  Format format = Format::text;
  bool help = false;
  std::string graph;      // the file that --graph names
  bool questions = false; // print what is asked for, and nothing else
  std::vector<std::string> files;
};

// A command line that cannot be obeyed; what() is one line for the user.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// The same of an option in `.heddle` or a source: what() begins with the place.
struct SettingError : UsageError {
  SettingError(const project::Setting& setting, const std::string& text);
  Message message;
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

// Of `heddle check`: those about kernels, and those about a run over many files.
const std::vector<OptionSpec>& check_options();
const std::vector<OptionSpec>& kernel_options();
const std::vector<OptionSpec>& run_options();
std::string check_help();
// What holds before any option is read.
CheckCommand default_command();
// `arguments` are those after `check`. Throws UsageError.
CheckCommand parse_check(const std::vector<std::string>& arguments);
// The same on top of options of other places, which it overrides.
CheckCommand parse_check(const std::vector<std::string>& arguments,
                         const std::vector<project::Setting>& settings);

const std::vector<OptionSpec>& repair_options();
std::string repair_help();
// `arguments` are those after `repair`, `settings` as of parse_check. Throws UsageError.
CheckCommand parse_repair(const std::vector<std::string>& arguments,
                          const std::vector<project::Setting>& settings);

const std::vector<PtxOptionSpec>& ptx_options();
std::string ptx_help();
// `arguments` are those after `ptx`. Throws UsageError.
PtxCommand parse_ptx(const std::vector<std::string>& arguments);

// The lines of help about a table of options.
template <class Command> std::string option_lines(const std::vector<OptionOf<Command>>& table);

} // namespace heddle::cli
