// Random kernels of the constructs that people write, as CUDA text through the whole of Heddle and,
// compiled by the host compiler, thread by thread: the two must agree (theory.md sections 1 and 2).
// HEDDLE_NATIVE_SEED, HEDDLE_NATIVE_CASES (of each family) and HEDDLE_NATIVE_FAMILY choose other
// kernels; a fault is printed with its seed, made small.
#include "generate.hpp"
#include "judge.hpp"
#include "oracle/environment.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>

namespace heddle::oracle {

namespace {

constexpr std::uint64_t default_cases = 150;
constexpr std::uint64_t cases_per_file = 25;

struct Counts {
  std::map<std::string, unsigned> verdicts, reasons;
  unsigned total = 0, needless = 0, other_pair = 0;

  void add(const KernelResult& r, const TextJudgement& judgement) {
    ++total;
    needless += judgement.needless_possible;
    other_pair += judgement.other_pair;
    std::string verdict = to_string(r.verdict);
    const auto is_confirmed = [](const Finding& f) {
      return f.severity == FindingSeverity::error && f.status == FindingStatus::confirmed;
    };
    if (r.verdict == Verdict::refuted)
      verdict += std::ranges::any_of(r.findings, is_confirmed) ? " confirmed" : " possible";
    ++verdicts[verdict];
    for (const Unknown& u : r.unknowns)
      ++reasons[u.reason.substr(0, 90)];
  }
  void print(const std::string& family) const {
    std::cout << family << ": ";
    for (const auto& [verdict, n] : verdicts)
      std::cout << verdict << " " << n << ", ";
    std::cout << "of " << total << "; possible though no launch goes wrong " << needless
              << "; confirmed by other threads " << other_pair << "\n";
    for (const auto& [reason, n] : reasons)
      std::cout << "  unknown " << n << "x: " << reason << "\n";
  }
  double share(const std::string& verdict) const {
    const auto it = verdicts.find(verdict);
    return it == verdicts.end() ? 0 : static_cast<double>(it->second) / total;
  }
};

void report(std::uint64_t seed, const TextKernel& kernel, const TextJudgement& found) {
  const TextKernel small =
      found.fault == TextFault::no_answer ? kernel : shrink(kernel, found.fault);
  ADD_FAILURE() << to_string(found.fault) << ", seed " << seed << " of " << kernel.family << ": "
                << found.text << "\n"
                << heddle_text(small) << "// " << examine(small).text << "\n";
}

void run_file(std::uint64_t first, std::uint64_t count, Family family, Counts& counts) {
  std::vector<TextKernel> kernels;
  for (std::uint64_t seed = first; seed < first + count; ++seed)
    kernels.push_back(generate(seed, family, "k" + std::to_string(seed)));
  const CompiledKernels compiled(kernels);
  const TextAnswers answers = ask_heddle(kernels);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (!answers.kernels[i] || !answers.errors.empty() || !compiled.error().empty()) {
      const TextJudgement alone = examine(kernels[i]);
      if (alone.fault != TextFault::none) report(first + i, kernels[i], alone);
      continue;
    }
    const TextJudgement found = judge(kernels[i], compiled.entry(kernels[i]), *answers.kernels[i]);
    counts.add(*answers.kernels[i], found);
    if (found.fault != TextFault::none) report(first + i, kernels[i], found);
  }
}

} // namespace

class NativeVerdicts : public testing::TestWithParam<const char*> {};

TEST_P(NativeVerdicts, OfFamily) {
  const auto number =
      std::ranges::find(family_names, std::string(GetParam())) - family_names.begin();
  const std::uint64_t cases = from_environment("HEDDLE_NATIVE_CASES", default_cases);
  const std::uint64_t first = from_environment("HEDDLE_NATIVE_SEED", 1);
  Counts counts;
  for (std::uint64_t done = 0; done < cases; done += cases_per_file)
    run_file(first + done, std::min(cases_per_file, cases - done), static_cast<Family>(number),
             counts);
  counts.print(GetParam());
  if (cases < 100) return; // too few to speak of shares
  EXPECT_LT(counts.share("unknown"), 0.4);
  EXPECT_GT(counts.share("verified"), 0.05);
}

INSTANTIATE_TEST_SUITE_P(Families, NativeVerdicts, testing::ValuesIn(family_names),
                         [](const auto& family) { return std::string(family.param); });

} // namespace heddle::oracle
