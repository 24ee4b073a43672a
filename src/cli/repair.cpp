#include "cli/repair.hpp"

#include "cli/console.hpp"
#include "cli/options/options.hpp"
#include "cli/ptx.hpp"
#include "project/files.hpp"
#include "project/settings.hpp"
#include "project/write_file.hpp"
#include "report/plural.hpp"
#include "report/repair.hpp"
#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::cli {
namespace {

int exit_code(const RepairResult& result) {
  if (result.has_errors()) return bad_input;
  switch (outcome(result)) {
  case RepairOutcome::right:
  case RepairOutcome::repaired:
    return verified;
  case RepairOutcome::helpless:
    return refuted;
  case RepairOutcome::undecided:
    return unknown;
  }
  return bad_input;
}

void write_back(RepairResult& result) {
  if (result.diff.empty() || result.has_errors()) return;
  const std::string why = project::write_file(result.path, result.text);
  if (!why.empty())
    result.messages.push_back(input_error("cannot be written: " + why, result.path));
}

// What the verdicts of the repaired file rest on.
std::string proof(const RepairResult& result) {
  CheckResult verdicts = result.after;
  std::erase_if(verdicts.kernels,
                [](const KernelResult& k) { return k.verdict != Verdict::verified; });
  return report::to_text(verdicts, {});
}

// Each file is told of when it is repaired: the next may take minutes.
class Repairs {
public:
  Repairs(const std::vector<std::string>& arguments, const CheckCommand& command, bool colour)
      : arguments_(arguments), command_(command), colour_(colour), console_(colour) {}

  int run() {
    const project::Found found = project::find_files(command_.files);
    for (const Message& mistake : found.mistakes)
      refuse(mistake);
    std::size_t without_kernel = 0;
    for (std::size_t i = 0; i < found.files.size() && !console_.failed(); ++i) {
      if (found.files.size() > 1)
        console_.progress(i, found.files.size(), report::plural(changes_, "diff"), std::nullopt);
      if (!repair(found.files[i], found.searched)) ++without_kernel;
    }
    if (without_kernel == found.files.size() && without_kernel > 0)
      refuse(input_error(
          fmt::format("no kernel found in {}", report::plural(without_kernel, "file"))));
    else if (without_kernel > 0 && command_.format != Format::json)
      console_.err(report::plural(without_kernel, "file") + " without a kernel\n");
    if (console_.failed()) {
      console_.err(fmt::format("heddle: error: cannot write the output: {}\n", console_.failure()));
      exit_code_ = bad_input;
    }
    return exit_code_;
  }

private:
  // False: it has no kernel, and was not asked for by its name.
  bool repair(const std::string& file, bool searched) {
    try {
      const CheckCommand own = command_of(file);
      RepairResult result = repair_file(file, own.options, own.repair);
      if (searched && has_no_kernel(result)) return false;
      own.origins.tell(result.messages);
      for (KernelResult& kernel : result.after.kernels)
        own.origins.tell(kernel);
      tell(std::move(result));
    } catch (const SettingError& e) {
      refuse(e.message);
    } catch (const UsageError& e) {
      refuse(input_error(e.what()));
    }
    return true;
  }

  // With what stands in `.heddle` and in the file, as `heddle check` reads it.
  CheckCommand command_of(const std::string& file) const {
    std::vector<project::Setting> settings = project::settings_for(file);
    for (project::Setting& own : project::settings_in(project::read_text(file), file))
      settings.push_back(std::move(own));
    return parse_repair(arguments_, settings);
  }

  // A folder has others that have one.
  static bool has_no_kernel(const RepairResult& result) {
    return result.groups.empty() && std::ranges::any_of(result.messages, [](const Message& m) {
             return m.text == "no kernel found";
           });
  }

  void refuse(Message message) {
    CheckResult messages;
    messages.messages.push_back(std::move(message));
    console_.err(report::messages_to_text(messages, {colour_}));
    exit_code_ = bad_input;
  }

  void tell(RepairResult&& result) {
    if (command_.in_place) write_back(result);
    const int code = exit_code(result);
    if (exit_code_ != bad_input && (code == bad_input || code > exit_code_)) exit_code_ = code;
    if (!result.diff.empty()) ++changes_;
    if (command_.format == Format::json) return console_.out(report::to_json(result));
    if (!command_.in_place) console_.out(result.diff);
    CheckResult messages;
    messages.messages = result.messages;
    console_.err(report::messages_to_text(messages, {colour_}) + report::to_text(result) +
                 proof(result));
  }

  const std::vector<std::string>& arguments_;
  const CheckCommand& command_;
  bool colour_;
  Console console_;
  int exit_code_ = verified;
  std::size_t changes_ = 0;
};

} // namespace

Outcome repair(const std::vector<std::string>& arguments, bool, bool colour_err) {
  const CheckCommand command = parse_repair(arguments, {});
  if (command.help) return {verified, repair_help(), ""};
  return {Repairs(arguments, command, colour_err).run(), "", ""};
}

} // namespace heddle::cli
