#include "report/identity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>

namespace heddle::report {

std::string identity(const Finding& finding, const KernelResult& kernel) {
  std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a, 64 bits
  const auto add = [&](const std::string& text) {
    for (const char c : text + '\0')
      if (std::isspace(static_cast<unsigned char>(c)) == 0)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  };
  add(heddle::to_string(finding.kind));
  add(std::filesystem::path(kernel.file).filename().string());
  add(kernel.kernel);
  for (const AccessReport& access : finding.accesses) {
    add(access.access);
    add(access.array);
    add(access.source_line);
  }
  if (finding.accesses.empty()) add(finding.message);
  return fmt::format("{:016x}", hash);
}

std::string Identities::next(const Finding& finding, const KernelResult& kernel) {
  const std::string name = identity(finding, kernel);
  const unsigned count = ++seen_[name];
  return count == 1 ? name : fmt::format("{}-{}", name, count);
}

Outcome outcome_of(const KernelResult& kernel) {
  if (kernel.verdict == Verdict::unknown) return Outcome::undecided;
  if (kernel.verdict == Verdict::verified && kernel.precondition) return Outcome::verified_under;
  if (kernel.verdict == Verdict::verified)
    return kernel.findings.empty() ? Outcome::verified : Outcome::warned;
  bool all_avoidable = true, confirmed = false;
  if (!kernel.findings.empty() && std::ranges::none_of(kernel.findings, counts))
    return Outcome::excused;
  for (const Finding& f : kernel.findings) {
    if (!counts(f)) continue;
    all_avoidable = all_avoidable && !f.suggestion.empty();
    confirmed = confirmed || (f.status == FindingStatus::confirmed && f.suggestion.empty());
  }
  if (confirmed) return Outcome::bug;
  return all_avoidable ? Outcome::needs_assumption : Outcome::suspected;
}

const char* to_string(Outcome outcome) {
  switch (outcome) {
  case Outcome::verified:
    return "verified";
  case Outcome::warned:
    return "warned";
  case Outcome::verified_under:
    return "verified-under";
  case Outcome::bug:
    return "bug";
  case Outcome::needs_assumption:
    return "needs-assumption";
  case Outcome::suspected:
    return "suspected";
  case Outcome::undecided:
    return "undecided";
  case Outcome::excused:
    return "excused";
  }
  return "";
}

bool counts(const Finding& finding) {
  return finding.severity == FindingSeverity::error && finding.suppressed.empty() &&
         !finding.is_known;
}

} // namespace heddle::report
