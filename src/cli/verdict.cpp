#include "cli/verdict.hpp"

#include "cli/check.hpp"
#include "project/files.hpp"
#include "report/json.hpp"
#include "report/junit.hpp"
#include "report/read.hpp"
#include "report/sarif.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::cli {

Baseline::Baseline(const std::string& path) {
  const auto report = report::read_report(project::read_text(path));
  if (!report)
    throw UsageError(fmt::format("--baseline: '{}' is not a report in JSON of this version", path));
  for (const KernelResult& kernel : report->kernels)
    for (const Finding& finding : kernel.findings)
      ++left_[report::identity(finding, kernel)];
}

void Baseline::mark(KernelResult& kernel) {
  for (Finding& finding : kernel.findings) {
    const auto at = left_.find(report::identity(finding, kernel));
    if (at == left_.end() || at->second == 0) continue;
    --at->second;
    finding.is_known = true;
  }
}

namespace {

// The worst that a kernel has to say.
std::optional<FailOn> worst(const KernelResult& kernel) {
  std::optional<FailOn> found;
  if (!kernel.unknowns.empty() || kernel.verdict == Verdict::unknown) found = FailOn::unknown;
  bool is_excused = false;
  for (const Finding& finding : kernel.findings) {
    is_excused = is_excused || !finding.suppressed.empty() || finding.is_known;
    if (!report::counts(finding)) continue;
    const FailOn how =
        finding.status == FindingStatus::confirmed ? FailOn::refuted : FailOn::possible;
    if (!found || how < *found) found = how;
  }
  if (kernel.verdict == Verdict::refuted && !is_excused && (!found || *found == FailOn::unknown))
    return FailOn::possible;
  return found;
}

} // namespace

int run_exit_code(const CheckResult& result, const std::optional<FailOn>& fail_on) {
  if (result.has_errors() || result.kernels.empty()) return bad_input;
  std::optional<FailOn> all;
  for (const KernelResult& kernel : result.kernels)
    if (const auto one = worst(kernel); one && (!all || *one < *all)) all = one;
  if (!all) return verified;
  if (fail_on) return *all <= *fail_on ? refuted : verified;
  return *all == FailOn::unknown ? unknown : refuted;
}

std::string render(const CheckResult& result, const report::RunFacts& facts, Format format) {
  switch (format) {
  case Format::sarif:
    return report::to_sarif(result, facts);
  case Format::junit:
    return report::to_junit(result);
  case Format::text:
  case Format::json:
    break;
  }
  return report::to_json(result, facts);
}

} // namespace heddle::cli
