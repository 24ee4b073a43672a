// Options of `heddle check` about a run: what is read, how it is told, when it fails.
#include "cli/options/options.hpp"
#include "cli/options/values.hpp"

#include <fmt/format.h>

namespace heddle::cli {
namespace {

// The value that `text` names, of those in `names`.
template <class Value>
Value chosen(const std::string& text, const std::vector<std::pair<const char*, Value>>& names) {
  std::string all;
  for (const auto& [name, value] : names) {
    if (text == name) return value;
    all += (all.empty() ? "" : ", ") + std::string(name);
  }
  throw UsageError("expected one of " + all);
}

void set_format(CheckCommand& command, const std::string& text) {
  command.format = chosen<Format>(text, {{"text", Format::text},
                                         {"json", Format::json},
                                         {"sarif", Format::sarif},
                                         {"junit", Format::junit}});
}

void set_colour(CheckCommand& command, const std::string& text) {
  command.colour = chosen<Colour>(
      text, {{"auto", Colour::automatic}, {"always", Colour::always}, {"never", Colour::never}});
}

void set_fail_on(CheckCommand& command, const std::string& text) {
  command.fail_on = chosen<FailOn>(text, {{"bug", FailOn::bug},
                                          {"needs-assumption", FailOn::needs_assumption},
                                          {"suspected", FailOn::suspected},
                                          {"undecided", FailOn::undecided},
                                          {"verified-under", FailOn::verified_under},
                                          // by verdict instead of by outcome
                                          {"refuted", FailOn::refuted},
                                          {"possible", FailOn::suspected},
                                          {"unknown", FailOn::undecided}});
}

void set_shard(CheckCommand& command, const std::string& value) {
  const auto slash = value.find('/');
  if (slash == std::string::npos) throw UsageError("expected K/N");
  command.shards = static_cast<unsigned>(parse_count(value.substr(slash + 1), 1, 100000));
  command.shard = static_cast<unsigned>(parse_count(value.substr(0, slash), 1, command.shards));
}

} // namespace

const std::vector<OptionSpec>& run_options() {
  static const std::vector<OptionSpec> table{
      {"project", 'p', Arity::single, "DB", "", "",
       "check the CUDA files of compile_commands.json, or of the folder that holds it",
       [](CheckCommand& c, const std::string& v) { c.project = v; }},
      {"format", 0, Arity::single, "F", "text", "text, json, sarif, junit",
       "how results are printed", set_format},
      {"html", 0, Arity::single, "FILE", "", "",
       "write a report for a browser as well: sources, witnesses, pictures",
       [](CheckCommand& c, const std::string& v) {
         if (v.empty()) throw UsageError("expected the name of a file");
         c.html = v;
       }},
      {"color", 0, Arity::single, "WHEN", "auto", "auto, always, never", "colours in text",
       set_colour},
      {"verbose", 0, Arity::flag, "", "", "",
       "list all assumptions with each kernel, all calls of a chain",
       [](CheckCommand& c, const std::string&) { c.verbose = true; }},
      {"all-pairs", 0, Arity::flag, "", "", "", "tell findings of one cause each by itself",
       [](CheckCommand& c, const std::string&) { c.all_pairs = true; }},
      {"stats", 0, Arity::flag, "", "", "",
       "tell with each kernel what was asked, how it was answered, and the time of stages",
       [](CheckCommand& c, const std::string&) { c.stats = true; }},
      {"no-hints", 0, Arity::flag, "", "", "",
       "do not look for the barriers that would order a race (in text, SARIF and for --html)",
       [](CheckCommand& c, const std::string&) { c.hints = false; }},
      {"fail-on", 0, Arity::single, "WHAT", "",
       "bug, needs-assumption, suspected, undecided, verified-under; or refuted, possible, unknown",
       "exit with 1 for this and what is worse, else with 0", set_fail_on},
      {"baseline", 0, Arity::single, "OLD.json", "", "",
       "findings that this report has, by their content, do not count",
       [](CheckCommand& c, const std::string& v) { c.baseline = v; }},
      {"time-limit", 0, Arity::single, "S", "none", "above 0", "seconds for the whole run",
       [](CheckCommand& c, const std::string& v) { c.time_limit = parse_seconds(v); }},
      {"cache", 0, Arity::single, "DIR", "for folders and -p", "",
       "take results that are kept there of the same input, and keep new ones; default: "
       "~/.cache/heddle",
       [](CheckCommand& c, const std::string& v) {
         if (v.empty()) throw UsageError("expected the name of a folder");
         c.cache = v;
       }},
      {"no-cache", 0, Arity::flag, "", "", "", "check all anew, and keep nothing",
       [](CheckCommand& c, const std::string&) { c.cache = ""; }},
      {"shard", 0, Arity::single, "K/N", "all", "K from 1 to N",
       "check part K of N of the files; 'heddle merge' joins the reports", set_shard},
  };
  return table;
}

} // namespace heddle::cli
