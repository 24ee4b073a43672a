#include "cli/check.hpp"

#include "cli/explain.hpp"
#include "cli/lsp.hpp"
#include "cli/manual.hpp"
#include "cli/options/nearest.hpp"
#include "cli/options/options.hpp"
#include "cli/ptx.hpp"
#include "cli/repair.hpp"
#include "cli/run.hpp"
#include "cli/shard.hpp"
#include "heddle/heddle.hpp"
#include "report/json.hpp"
#include "report/snippet.hpp"
#include "report/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace heddle::cli {
namespace {

constexpr const char* usage =
    "Heddle checks CUDA kernels for data races and barrier divergence.\n"
    "\n"
    "Usage: heddle check FILE.cu... [options]   check the kernels of files, folders\n"
    "       heddle repair FILE.cu... [options]  the cheapest barriers for them\n"
    "       heddle ptx FILE.ptx... [options]    run one block of compiled kernels\n"
    "       heddle merge REPORT.json...         join the reports of shards of a run\n"
    "       heddle explain KIND                 what a kind of finding means\n"
    "       heddle lsp [options]                a language server, for editors\n"
    "       heddle completion bash|zsh|fish     completion of command lines\n"
    "       heddle man                          the manual page\n"
    "       heddle check --help                 list the options; likewise the others\n"
    "       heddle --version                    print the version\n"
    "       heddle --help                       print this\n"
    "\n"
    "Exit codes: 0 verified, 1 refuted, 2 usage or input error, 3 unknown.\n";

} // namespace

Message input_error(std::string text, std::string file) {
  return {"error", std::move(text), {std::move(file), 0, 0}, ""};
}

void append(CheckResult& to, CheckResult&& from) {
  std::ranges::move(from.kernels, std::back_inserter(to.kernels));
  std::ranges::move(from.messages, std::back_inserter(to.messages));
  to.dump += from.dump;
}

namespace {

// "scale<float>" is asked for as `scale`, as `ns::scale` or in full.
bool is_named(const KernelResult& kernel, const std::string& name) {
  const auto compact = [](std::string text) {
    std::erase(text, ' ');
    return text;
  };
  const std::string plain = kernel.kernel.substr(0, kernel.kernel.find('<'));
  return compact(name) == compact(kernel.kernel) || name == plain || name.ends_with("::" + plain);
}

// "; did you mean 'scale'?", or what there is: an instance has the name of its template.
std::string which_are(const std::string& name, const std::vector<std::string>& known) {
  constexpr std::size_t few = 5;
  const std::string plain = name.substr(0, name.find('<'));
  if (std::ranges::find(known, plain) != known.end())
    return fmt::format("; '{}' is there, but not this instance of it", plain);
  const std::string meant = did_you_mean(plain, known);
  if (!meant.empty() || known.empty() || known.size() > few) return meant;
  return fmt::format("; there {} {}", known.size() == 1 ? "is" : "are", fmt::join(known, ", "));
}

} // namespace

void report_missing_kernels(const std::vector<std::string>& names, CheckResult& result,
                            const std::vector<std::string>& known) {
  if (result.has_errors()) return; // the kernel may be missing because of them
  for (const std::string& name : names)
    if (std::ranges::none_of(result.kernels, [&](const auto& k) { return is_named(k, name); }))
      result.messages.push_back(
          input_error(fmt::format("no kernel named '{}' found{}", name, which_are(name, known))));
}

namespace {

int exit_code(const CheckResult& result) {
  if (result.has_errors() || result.kernels.empty()) return bad_input;
  Verdict all = Verdict::verified;
  for (const KernelResult& kernel : result.kernels)
    all = join(all, kernel.verdict);
  return exit_code_of(all);
}

} // namespace

int exit_code_of(Verdict verdict) {
  switch (verdict) {
  case Verdict::verified:
    return verified;
  case Verdict::refuted:
    return refuted;
  case Verdict::unknown:
    return unknown;
  }
  return bad_input;
}

Outcome present(const CheckResult& result, Format format, bool colour_out, bool colour_err) {
  Outcome outcome;
  outcome.exit_code = exit_code(result);
  if (format == Format::json) {
    outcome.out = report::to_json(result);
  } else {
    outcome.out = result.dump + report::to_text(result, {.colour = colour_out, .stats = true});
    outcome.err = report::messages_to_text(result, {colour_err});
  }
  return outcome;
}

namespace {

using Arguments = std::vector<std::string>;

const std::vector<std::string>& command_names() {
  static const std::vector<std::string> names{"check", "repair",     "ptx", "merge", "explain",
                                              "lsp",   "completion", "man", "help"};
  return names;
}

bool has_help(const std::string& command) {
  return std::ranges::find(command_names(), command) <
         std::ranges::find(command_names(), "completion");
}

[[noreturn]] void refuse_command(const std::string& command) {
  std::error_code none;
  const bool is_file = command.ends_with(".cu") || std::filesystem::exists(command, none);
  throw UsageError(fmt::format("unknown command '{}'{}", command,
                               is_file ? "; did you mean 'heddle check " + command + "'?"
                                       : did_you_mean(command, command_names())));
}

Outcome dispatch(const Arguments& arguments, bool colour_out, bool colour_err) {
  if (arguments.empty()) throw UsageError("no command is given");
  const std::string& command = arguments.front();
  const Arguments rest(arguments.begin() + 1, arguments.end());
  if (command == "check") return check(rest, colour_out, colour_err);
  if (command == "repair") return repair(rest, colour_out, colour_err);
  if (command == "ptx") return ptx(rest, colour_out, colour_err);
  if (command == "merge") return merge(rest);
  if (command == "explain") return explain(rest, colour_out);
  if (command == "lsp") return lsp(rest);
  if (command == "man" && rest.empty()) return {verified, manual_page(), ""};
  if (command == "completion" && rest.size() == 1) return {verified, completion(rest[0]), ""};
  if (command == "help" && rest.size() == 1 && has_help(rest[0]))
    return dispatch({rest[0], "--help"}, colour_out, colour_err);
  const bool help = command == "--help" || command == "-h" || command == "help";
  const bool is_known = std::ranges::find(command_names(), command) != command_names().end();
  if (!help && !is_known && command != "--version") refuse_command(command);
  if (command == "completion") throw UsageError("expected one of bash, zsh, fish");
  if (!rest.empty()) throw UsageError(fmt::format("unexpected argument '{}'", rest[0]));
  return {verified, help ? usage : fmt::format("heddle {}\n", version()), ""};
}

} // namespace

Outcome run(const std::vector<std::string>& arguments, bool colour_out, bool colour_err) {
  try {
    return dispatch(arguments, colour_out, colour_err);
  } catch (const SettingError& e) {
    CheckResult wrong;
    wrong.messages.push_back(e.message);
    return {bad_input, "", report::messages_to_text(wrong, {.colour = colour_err})};
  } catch (const UsageError& e) {
    const std::string command = arguments.empty() ? "" : arguments.front();
    return {bad_input, "",
            fmt::format("heddle: error: {}\nTry 'heddle {}--help'.\n", report::printable(e.what()),
                        has_help(command) ? command + " " : "")};
  }
}

} // namespace heddle::cli
