#include "lsp/document.hpp"

#include "project/settings.hpp"

#include <algorithm>

namespace heddle::lsp {
namespace {

std::string plain(const std::string& kernel) { return kernel.substr(0, kernel.find('<')); }

void shift(Position& at, const std::string& path, const Change& change) {
  if (at.file == path && at.line >= change.last_line)
    at.line = static_cast<unsigned>(static_cast<std::ptrdiff_t>(at.line) + change.lines);
}

// Where the lines of a kernel stand now that another one has become longer.
void shift(KernelResult& kernel, const std::string& path, const Change& change) {
  for (Finding& finding : kernel.findings)
    for (AccessReport& access : finding.accesses) {
      shift(access.position, path, change);
      for (Position& call : access.inlined_at)
        shift(call, path, change);
    }
  for (Unknown& unknown : kernel.unknowns)
    shift(unknown.position, path, change);
}

// Nothing was asked of the solver but whether the assumptions hold.
bool was_not_read(const KernelResult& kernel) {
  return kernel.verdict == Verdict::unknown && kernel.findings.empty() &&
         kernel.stats.solver_calls <= 1;
}

} // namespace

void Document::take(const std::string& now, CheckResult&& result,
                    const std::optional<Change>& change) {
  if (result.kernels.empty() && result.has_errors() && !kernels.empty()) {
    messages = std::move(result.messages); // the text does not parse
    return;
  }
  std::vector<project::Suppression> allowed = project::suppressions_in(now, path);
  project::HeaderSuppressions in_headers;
  for (KernelResult& kernel : result.kernels) {
    project::suppress(kernel, allowed);
    project::suppress_by_headers(kernel, path, in_headers);
    if (!was_not_read(kernel)) continue;
    const auto before = std::ranges::find_if(
        kernels, [&](const KernelResult& k) { return k.kernel == kernel.kernel; });
    if (before != kernels.end()) kernel.findings = before->findings;
  }
  if (change) {
    std::erase_if(kernels, [&](const auto& k) { return plain(k.kernel) == change->kernel; });
    for (KernelResult& kernel : kernels)
      shift(kernel, path, *change);
    std::ranges::move(result.kernels, std::back_inserter(kernels));
  } else {
    kernels = std::move(result.kernels);
  }
  messages = std::move(result.messages);
  checked = now;
}

} // namespace heddle::lsp
