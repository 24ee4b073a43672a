#include "report/causes.hpp"

#include <algorithm>
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
         (finding.kind == FindingKind::race || finding.kind == FindingKind::same_value_write);
}

// One statement of two threads in one iteration: no barrier comes between.
bool is_of_one_statement(const Finding& finding) {
  const AccessReport &a = finding.accesses.front(), &b = finding.accesses.back();
  return a.position.file == b.position.file && a.position.line == b.position.line &&
         a.position.column == b.position.column && a.loops == b.loops;
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
    sizes += value < 0 ? -static_cast<double>(value) : static_cast<double>(value);
  const bool same_block = finding.accesses.front().block == finding.accesses.back().block;
  return std::tuple(!same_block, iterations, sizes);
}

std::string places(const Finding& finding) {
  const auto place = [](const Position& at) {
    return at.file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
  };
  return place(finding.accesses.front().position) + " and " +
         place(finding.accesses.back().position);
}

} // namespace

std::vector<Finding> fold_causes(const std::vector<Finding>& findings) {
  std::map<Cause, std::vector<const Finding*>> causes;
  for (const Finding& finding : findings)
    if (is_about_memory(finding)) causes[cause_of(finding)].push_back(&finding);
  std::vector<Finding> out;
  for (const Finding& finding : findings) {
    if (!is_about_memory(finding)) {
      out.push_back(finding);
      continue;
    }
    std::vector<const Finding*>& equal = causes[cause_of(finding)];
    if (equal.empty()) continue; // told with the first of them
    const auto clearest =
        std::ranges::min_element(equal, {}, [](const Finding* f) { return effort(*f); });
    out.push_back(**clearest);
    for (const Finding* other : equal)
      if (other != *clearest) out.back().others.push_back(places(*other));
    equal.clear();
  }
  return out;
}

} // namespace heddle::report
