#include "cli/repair.hpp"

#include "cli/options/options.hpp"
#include "cli/ptx.hpp"
#include "project/files.hpp"
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

class Repairs {
public:
  Repairs(const CheckCommand& command, bool colour) : command_(command), colour_(colour) {}

  Outcome run() {
    const project::Found found = project::find_files(command_.files);
    for (const std::string& mistake : found.mistakes)
      refuse(input_error(mistake));
    std::size_t without_kernel = 0;
    for (const std::string& file : found.files) {
      RepairResult result = repair_file(file, command_.options, command_.repair);
      if (found.searched && has_no_kernel(result))
        ++without_kernel;
      else
        add(std::move(result));
    }
    if (without_kernel == found.files.size() && without_kernel > 0)
      refuse(input_error(
          fmt::format("no kernel found in {}", report::plural(without_kernel, "file"))));
    else if (without_kernel > 0 && command_.format != Format::json)
      all_.err += report::plural(without_kernel, "file") + " without a kernel\n";
    return std::move(all_);
  }

private:
  // A folder has others that have one.
  static bool has_no_kernel(const RepairResult& result) {
    return result.groups.empty() && std::ranges::any_of(result.messages, [](const Message& m) {
             return m.text == "no kernel found";
           });
  }

  void refuse(Message message) {
    CheckResult messages;
    messages.messages.push_back(std::move(message));
    all_.err += report::messages_to_text(messages, {colour_});
    all_.exit_code = bad_input;
  }

  void add(RepairResult&& result) {
    if (command_.in_place) write_back(result);
    const int code = exit_code(result);
    if (all_.exit_code != bad_input && (code == bad_input || code > all_.exit_code))
      all_.exit_code = code;
    if (command_.format == Format::json) {
      all_.out += report::to_json(result);
      return;
    }
    if (!command_.in_place) all_.out += result.diff;
    CheckResult messages;
    messages.messages = result.messages;
    all_.err +=
        report::messages_to_text(messages, {colour_}) + report::to_text(result) + proof(result);
  }

  const CheckCommand& command_;
  bool colour_;
  Outcome all_{verified, "", ""};
};

} // namespace

Outcome repair(const std::vector<std::string>& arguments, bool, bool colour_err) {
  const CheckCommand command = parse_repair(arguments);
  if (command.help) return {verified, repair_help(), ""};
  return Repairs(command, colour_err).run();
}

} // namespace heddle::cli
