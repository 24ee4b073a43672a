#include "report/junit.hpp"

#include "report/identity.hpp"
#include "report/markup.hpp"
#include "report/snippet.hpp"
#include "report/text.hpp"
#include "report/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace heddle::report {
namespace {

std::string case_of(const KernelResult& kernel) {
  CheckResult one;
  one.kernels.push_back(kernel);
  const std::string details = escaped(to_text(one, {}));
  std::string out = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">\n",
                                escaped(kernel.file), escaped(kernel.kernel), kernel.stats.seconds);
  const auto bad = std::ranges::find_if(kernel.findings, counts);
  if (bad != kernel.findings.end())
    out += fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n",
                       heddle::to_string(bad->kind), escaped(describe_finding(*bad)), details);
  else if (kernel.precondition)
    out += fmt::format("      <system-out>{}</system-out>\n", details);
  else if (!kernel.unknowns.empty())
    out += fmt::format("      <skipped message=\"{}\"/>\n      <system-out>{}</system-out>\n",
                       escaped(kernel.unknowns.front().reason), details);
  return out + "    </testcase>\n";
}

std::string suite(const std::string& file, const std::vector<const KernelResult*>& kernels) {
  std::size_t failures = 0, skipped = 0;
  double seconds = 0;
  std::string cases;
  for (const KernelResult* kernel : kernels) {
    const bool fails = std::ranges::any_of(kernel->findings, counts);
    failures += fails ? 1 : 0;
    skipped += !fails && !kernel->unknowns.empty() ? 1 : 0;
    seconds += kernel->stats.seconds;
    cases += case_of(*kernel);
  }
  return fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" "
                     "skipped=\"{}\" time=\"{:.3f}\">\n{}  </testsuite>\n",
                     escaped(file), kernels.size(), failures, skipped, seconds, cases);
}

// Files that could not be read.
std::string errors(const CheckResult& result) {
  std::string cases;
  std::size_t count = 0;
  for (const Message& message : result.messages) {
    if (message.severity != "error") continue;
    ++count;
    cases += fmt::format("    <testcase classname=\"{}\" name=\"reading\">\n"
                         "      <error message=\"{}\"/>\n    </testcase>\n",
                         escaped(message.position.file), escaped(message.text));
  }
  if (count == 0) return "";
  return fmt::format("  <testsuite name=\"reading\" tests=\"{0}\" failures=\"0\" errors=\"{0}\" "
                     "skipped=\"0\">\n{1}  </testsuite>\n",
                     count, cases);
}

} // namespace

std::string to_junit(const CheckResult& result) {
  std::vector<std::pair<std::string, std::vector<const KernelResult*>>> files;
  for (const KernelResult& kernel : result.kernels) {
    auto at = std::ranges::find(files, kernel.file, [](const auto& entry) { return entry.first; });
    if (at == files.end()) at = files.insert(at, {kernel.file, {}});
    at->second.push_back(&kernel);
  }
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"heddle\">\n";
  for (const auto& [file, kernels] : files)
    out += suite(file, kernels);
  return out + errors(result) + "</testsuites>\n";
}

} // namespace heddle::report
