#include "report/causes.hpp"

#include "report/same_place.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <tuple>

namespace heddle::report {
namespace {

// What orders a race, or rules it out, tells causes apart: a second missing barrier is another bug.
using Cause =
    std::tuple<FindingKind, FindingSeverity, FindingStatus, FindingScope, std::string, std::string,
               std::vector<std::string>, std::string, std::string, std::string, bool>;

bool is_about_memory(const Finding& finding) {
  return finding.accesses.size() == 2 &&
         (finding.kind == FindingKind::race || finding.kind == FindingKind::racy_guess ||
          finding.kind == FindingKind::same_value_write);
}

// One statement of two threads in one iteration: no barrier comes between.
bool is_of_one_statement(const Finding& finding) {
  const AccessReport &a = finding.accesses.front(), &b = finding.accesses.back();
  return same_place(a.position, b.position) && a.loops == b.loops;
}

Cause cause_of(const Finding& finding) {
  std::string a = finding.accesses.front().array, b = finding.accesses.back().array;
  if (b < a) std::swap(a, b);
  return {finding.kind,
          finding.severity,
          finding.status,
          finding.scope,
          std::move(a),
          std::move(b),
          finding.launches,
          finding.suppressed + (finding.is_known ? "known" : ""),
          finding.repair,
          finding.suggestion,
          is_of_one_statement(finding)};
}

// Less is clearer.
auto effort(const Finding& finding) {
  std::int64_t iterations = 0;
  double sizes = 0;
  for (const AccessReport& access : finding.accesses)
    for (const auto& [name, value] : access.loops)
      iterations += value < 0 ? -value : value;
  for (const auto& [name, value] : finding.witness)
    if (!value.real) sizes += std::abs(static_cast<double>(value.bits));
  const bool same_block = finding.accesses.front().block == finding.accesses.back().block;
  return std::tuple(!same_block, iterations, sizes);
}

std::string place(const Position& at) {
  return at.file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string places(const Finding& finding) {
  const Position &a = finding.accesses.front().position, &b = finding.accesses.back().position;
  return place(a) + (same_place(a, b) ? " with itself" : " and " + place(b));
}

} // namespace

std::vector<OneCause> causes_in(const std::vector<Finding>& findings) {
  std::map<Cause, std::vector<std::size_t>> causes;
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (is_about_memory(findings[i])) causes[cause_of(findings[i])].push_back(i);
  std::vector<OneCause> out;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (!is_about_memory(findings[i])) {
      out.push_back({i, {}});
      continue;
    }
    std::vector<std::size_t>& equal = causes[cause_of(findings[i])];
    if (equal.empty()) continue; // told with the first of them
    const auto clearest = std::ranges::min_element(
        equal, {}, [&](std::size_t index) { return effort(findings[index]); });
    out.push_back({*clearest, {}});
    std::ranges::copy_if(equal, std::back_inserter(out.back().others),
                         [&](std::size_t other) { return other != *clearest; });
    equal.clear();
  }
  return out;
}

std::vector<Finding> fold_causes(const std::vector<Finding>& findings) {
  std::vector<Finding> out;
  for (const OneCause& cause : causes_in(findings)) {
    out.push_back(findings[cause.told]);
    for (const std::size_t other : cause.others)
      out.back().others.push_back(places(findings[other]));
  }
  return out;
}

std::string instance_key(const KernelResult& kernel) {
  const std::size_t open = kernel.kernel.find('<');
  if (open == std::string::npos || kernel.findings.size() + kernel.unknowns.size() == 0) return "";
  std::string key = kernel.file + "\n" + kernel.kernel.substr(0, open);
  for (const Finding& f : kernel.findings) {
    key += std::string("\n") + to_string(f.kind) + " " + to_string(f.status) + " " +
           to_string(f.severity) + " " + f.suggestion + f.suppressed + (f.is_known ? "known" : "");
    for (const AccessReport& a : f.accesses)
      key += " " + place(a.position) + " " + a.access + " " + a.array;
  }
  for (const Unknown& u : kernel.unknowns)
    key += "\n" + place(u.position) + " " + u.reason;
  return key;
}

std::vector<OneTold> fold_instances(const std::vector<KernelResult>& kernels) {
  std::vector<OneTold> out;
  std::map<std::string, std::size_t> first;
  for (const KernelResult& kernel : kernels) {
    const std::string key = instance_key(kernel);
    const auto [it, is_new] = first.try_emplace(key, out.size());
    if (is_new || key.empty())
      out.push_back({&kernel});
    else
      out[it->second].same_in.push_back(kernel.kernel);
  }
  return out;
}

} // namespace heddle::report
