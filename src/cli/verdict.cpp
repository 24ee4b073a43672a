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
  if (const std::string why = project::why_unreadable(path); !why.empty())
    throw UsageError(fmt::format("--baseline: '{}': {}", path, why));
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

bool is_refuted(report::Outcome outcome) {
  using enum report::Outcome;
  return outcome == bug || outcome == needs_assumption || outcome == suspected;
}

// Also a kernel whose findings are all excused may have open questions.
bool is_open(const KernelResult& kernel) {
  return kernel.verdict == Verdict::unknown || !kernel.unknowns.empty();
}

bool has_confirmed(const KernelResult& kernel) {
  return std::ranges::any_of(kernel.findings, [](const Finding& finding) {
    return report::counts(finding) && finding.status == FindingStatus::confirmed;
  });
}

bool fails(const KernelResult& kernel, FailOn least) {
  const report::Outcome outcome = report::outcome_of(kernel);
  switch (least) {
  case FailOn::bug:
    return outcome == report::Outcome::bug;
  case FailOn::refuted:
    return has_confirmed(kernel);
  case FailOn::needs_assumption:
    return outcome == report::Outcome::bug || outcome == report::Outcome::needs_assumption;
  case FailOn::suspected:
    return is_refuted(outcome);
  case FailOn::undecided:
    return is_refuted(outcome) || is_open(kernel);
  case FailOn::verified_under:
    return is_refuted(outcome) || is_open(kernel) || outcome == report::Outcome::verified_under;
  }
  return true;
}

} // namespace

int run_exit_code(const CheckResult& result, const std::optional<FailOn>& fail_on) {
  if (result.has_errors() || result.kernels.empty()) return bad_input;
  const auto any = [&](FailOn least) {
    return std::ranges::any_of(result.kernels,
                               [&](const KernelResult& kernel) { return fails(kernel, least); });
  };
  if (fail_on) return any(*fail_on) ? refuted : verified;
  if (any(FailOn::suspected)) return refuted;
  return any(FailOn::undecided) ? unknown : verified;
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
