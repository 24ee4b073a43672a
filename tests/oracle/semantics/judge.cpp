#include "judge.hpp"

#include "heddle/heddle.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace heddle::oracle {

namespace {

constexpr std::size_t cases_per_file = 20;

// -2147483648 is no literal.
std::string literal(int value) {
  return value < 0 ? "(" + std::to_string(value + 1) + " - 1)" : std::to_string(value);
}

// Threads write different values to one element where the value `relation` what f returns.
std::string kernel(const std::string& name, const Case& c, std::size_t number,
                   const std::vector<int>& values, const std::string& relation) {
  const std::string f = "case_" + std::to_string(number) + "::f";
  if (!c.takes_number)
    return "__global__ void " + name + "(int* out) { if (" + f + "() " + relation + " " +
           literal(values[0]) + ") out[0] = threadIdx.x; }\n";
  std::string condition;
  for (std::size_t n = 0; n < values.size(); ++n)
    condition += std::string(n ? " || " : "") + "(n == " + std::to_string(n) + " && value " +
                 relation + " " + literal(values[n]) + ")";
  return "__global__ void " + name + "(int* out, int n) { __requires(0 <= n && n < " +
         std::to_string(values.size()) + "); int value = " + f + "(n); if (" + condition +
         ") out[0] = threadIdx.x; }\n";
}

std::string other(std::size_t i) { return "returns_other_" + std::to_string(i); }
std::string same(std::size_t i) { return "returns_same_" + std::to_string(i); }

CheckResult ask(const std::string& text) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("heddle-semantics-" + std::to_string(getpid()) + ".cu");
  std::ofstream(path) << text;
  Options options;
  options.timeout_seconds = 5;
  CheckResult result = check_file(path.string(), options);
  std::filesystem::remove(path);
  return result;
}

const KernelResult* answer(const CheckResult& result, const std::string& kernel) {
  const auto found = std::ranges::find(result.kernels, kernel, &KernelResult::kernel);
  return found == result.kernels.end() ? nullptr : &*found;
}

bool is_confirmed(const KernelResult& result) {
  return std::ranges::any_of(result.findings, [](const Finding& f) {
    return f.severity == FindingSeverity::error && f.status == FindingStatus::confirmed;
  });
}

std::string why_undecided(const KernelResult& result) {
  if (!result.unknowns.empty()) return result.unknowns[0].reason;
  std::string why = "possible finding";
  for (const Finding& f : result.findings)
    for (const std::string& value : f.depends_on)
      why += ", depends on " + value;
  return why;
}

SemanticsJudgement judge(const CheckResult& result, std::size_t i) {
  const KernelResult* if_other = answer(result, other(i));
  const KernelResult* if_same = answer(result, same(i));
  if (!if_other || !if_same)
    return {Agreement::undecided, result.messages.empty() ? "no answer" : result.messages[0].text};
  if (if_same->verdict == Verdict::verified)
    return {Agreement::contradicts, "verified that it never returns this"};
  if (is_confirmed(*if_other)) return {Agreement::contradicts, "confirmed that it returns another"};
  if (if_other->verdict != Verdict::verified)
    return {Agreement::undecided, why_undecided(*if_other)};
  if (if_same->verdict == Verdict::unknown) return {Agreement::undecided, why_undecided(*if_same)};
  return {};
}

std::string text_of(const std::vector<Case>& cases, std::size_t i,
                    const std::vector<std::vector<int>>& values) {
  return in_namespace(cases[i], i) + kernel(other(i), cases[i], i, values[i], "!=") +
         kernel(same(i), cases[i], i, values[i], "==");
}

} // namespace

std::vector<SemanticsJudgement> judge(const std::vector<Case>& cases,
                                      const std::vector<std::vector<int>>& values) {
  std::vector<SemanticsJudgement> judgements;
  for (std::size_t first = 0; first < cases.size(); first += cases_per_file) {
    const std::size_t last = std::min(cases.size(), first + cases_per_file);
    std::string text;
    for (std::size_t i = first; i < last; ++i)
      text += text_of(cases, i, values);
    const CheckResult together = ask(text);
    for (std::size_t i = first; i < last; ++i) {
      const SemanticsJudgement judged = judge(together, i);
      // What one case says may keep others of the file from being understood.
      judgements.push_back(judged.agreement == Agreement::agrees
                               ? judged
                               : judge(ask(text_of(cases, i, values)), i));
    }
  }
  return judgements;
}

} // namespace heddle::oracle
