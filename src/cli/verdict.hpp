// How a run ends: what counts, the exit code, the report at the end.
#pragma once
#include "cli/options/options.hpp"
#include "heddle/heddle.hpp"
#include "report/identity.hpp"
#include "report/summary.hpp"

#include <map>
#include <optional>
#include <string>

namespace heddle::cli {

// Findings of an earlier report.
class Baseline {
public:
  // `path`: a report in JSON. Throws UsageError.
  explicit Baseline(const std::string& path);
  // Marks the findings of `kernel` that the report has; equal ones as often as it has them.
  void mark(KernelResult& kernel);

private:
  std::map<std::string, std::size_t> left_; // by identity
};

// 0, 1, 2 or 3; with `fail_on` 1 for what that says and 0 for the rest, but 2 for input errors.
int run_exit_code(const CheckResult& result, const std::optional<FailOn>& fail_on);

std::string render(const CheckResult& result, const report::RunFacts& facts, Format format);

} // namespace heddle::cli
