// The command line of `heddle repair`: the options of `heddle check`, and those of its own.
#include "cli/options/options.hpp"
#include "cli/options/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace heddle::cli {
namespace {

using Mode = RepairOptions::Mode;

void set_mode(CheckCommand& command, Mode mode) {
  if (command.repair.mode != Mode::missing && command.repair.mode != mode)
    throw UsageError("--from-scratch and --optimize exclude each other");
  command.repair.mode = mode;
}

double weight(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= 0.01) ||
      !(value <= 1e6))
    throw UsageError("a weight is a number from 0.01 to 1000000");
  return value;
}

// "loop=100,branch=0.5,syncwarp=0.1,grid=10,arrive=0.5"
void set_cost(CheckCommand& command, const std::string& text) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string part = text.substr(at, end - at);
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string name = part.substr(0, equals);
    RepairOptions& r = command.repair;
    double* const to = name == "loop"       ? &r.loop
                       : name == "branch"   ? &r.branch
                       : name == "syncwarp" ? &r.syncwarp
                       : name == "grid"     ? &r.grid
                       : name == "arrive"   ? &r.arrive
                                            : nullptr;
    if (equals == part.size() || !to)
      throw UsageError("expected some of loop=W, branch=W, syncwarp=W, grid=W and arrive=W");
    *to = weight(part.substr(equals + 1));
    at = end + 1;
  }
}

const std::vector<OptionSpec> own{
    {"from-scratch", 0, Arity::flag, "", "", "",
     "choose anew: barriers of the block that are there may go",
     [](CheckCommand& c, const std::string&) { set_mode(c, Mode::from_scratch); }},
    {"optimize", 0, Arity::flag, "", "", "",
     "only remove barriers that are not needed, and weaken named ones to arrivals",
     [](CheckCommand& c, const std::string&) { set_mode(c, Mode::optimize); }},
    {"drop-same-value", 0, Arity::flag, "", "", "",
     "remove barriers, too, that only order writes of equal values",
     [](CheckCommand& c, const std::string&) { c.repair.drop_same_value = true; }},
    {"cost", 0, Arity::single, "W", "loop=100,branch=0.5,syncwarp=0.1,grid=10,arrive=0.5",
     "weights above 0",
     "what a barrier costs: for each loop and condition around it, of a warp or tile, of the grid, "
     "an arrival at a named one",
     set_cost},
    {"limit", 0, Arity::single, "S", "60", "above 0", "seconds for kernels that share functions",
     [](CheckCommand& c, const std::string& v) { c.repair.seconds = parse_seconds(v); }},
    {"in-place", 0, Arity::flag, "", "", "", "write the repaired file instead of a diff",
     [](CheckCommand& c, const std::string&) { c.in_place = true; }},
    {"json", 0, Arity::flag, "", "", "", "the same as --format json",
     [](CheckCommand& c, const std::string&) { c.format = Format::json; }},
};

} // namespace

const std::vector<OptionSpec>& repair_options() {
  static const std::vector<OptionSpec> all = [] {
    std::vector<OptionSpec> options = own;
    for (const OptionSpec& option : kernel_options())
      if (std::string(option.name) != "dump") options.push_back(option);
    return options;
  }();
  return all;
}

std::string repair_help() {
  return "Usage: heddle repair FILE.cu|DIR|GLOB... [options]\n"
         "\n"
         "Finds the cheapest barriers that make every kernel of the files right, as the\n"
         "checker proves, and prints them as a diff for `patch -p0`. A folder stands for\n"
         "the .cu files below it that .gitignore leaves.\n"
         "\nOptions:\n" +
         option_lines(repair_options()) +
         "\nExit codes: 0 repaired or right, 1 no placement helps, 2 usage or input error,\n"
         "3 not decided.\n";
}

} // namespace heddle::cli
