#include "cli/repair.hpp"

#include "cli/options/options.hpp"
#include "cli/ptx.hpp"
#include "project/write_file.hpp"
#include "report/repair.hpp"
#include "report/text.hpp"

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

} // namespace

Outcome repair(const std::vector<std::string>& arguments, bool, bool colour_err) {
  const CheckCommand command = parse_repair(arguments);
  if (command.help) return {verified, repair_help(), ""};
  Outcome all{verified, "", ""};
  for (const std::string& file : command.files) {
    RepairResult result = repair_file(file, command.options, command.repair);
    if (command.in_place) write_back(result);
    const int code = exit_code(result);
    if (all.exit_code != bad_input && (code == bad_input || code > all.exit_code))
      all.exit_code = code;
    if (command.format == Format::json) {
      all.out += report::to_json(result);
      continue;
    }
    if (!command.in_place) all.out += result.diff;
    CheckResult messages;
    messages.messages = result.messages;
    all.err +=
        report::messages_to_text(messages, {colour_err}) + report::to_text(result) + proof(result);
  }
  return all;
}

} // namespace heddle::cli
