// Random kernels, as CUDA text through the whole of Heddle and by brute force: the two must agree
// (theory.md sections 1 and 2). HEDDLE_ORACLE_SEED and HEDDLE_ORACLE_CASES choose other kernels and
// how many; a fault is printed with its seed, made small.
#include "generate.hpp"
#include "judge.hpp"
#include "oracle/environment.hpp"
#include "shrink.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
#include <map>

namespace heddle::oracle {

namespace {

constexpr std::uint64_t shards = 20;
constexpr std::uint64_t default_cases = 6'240; // of all shards together
constexpr std::uint64_t cases_per_file = 20;

struct Counts {
  std::map<std::string, unsigned> verdicts, reasons;
  unsigned total = 0, approximations = 0;

  void add(const KernelResult& r) {
    ++total;
    std::string verdict = to_string(r.verdict);
    if (r.verdict == Verdict::refuted)
      verdict += std::ranges::any_of(r.findings,
                                     [](const Finding& f) {
                                       return f.severity == FindingSeverity::error &&
                                              f.status == FindingStatus::confirmed;
                                     })
                     ? " confirmed"
                     : " possible";
    ++verdicts[verdict];
    for (const Unknown& u : r.unknowns)
      ++reasons[u.reason.substr(0, 70)];
  }
  void print() const {
    for (const auto& [verdict, n] : verdicts)
      std::cout << verdict << ": " << n << "; ";
    std::cout << "of " << total << "; possible for want of a value: " << approximations << "\n";
    for (const auto& [reason, n] : reasons)
      std::cout << "  unknown " << n << "x: " << reason << "\n";
  }
  double share(const std::string& verdict) const {
    const auto it = verdicts.find(verdict);
    return it == verdicts.end() ? 0 : static_cast<double>(it->second) / total;
  }
};

void report(std::uint64_t seed, const Program& program, const Judgement& found) {
  const Program small =
      shrink(program, [&](const Program& p) { return examine(p).fault == found.fault; });
  const std::string text = print(small);
  const std::string why = examine(small).text;
  ADD_FAILURE() << to_string(found.fault) << ", seed " << seed << ": " << found.text << "\n"
                << text << "// " << why << "\n";
}

void run_file(std::uint64_t first, std::uint64_t count, Counts& counts) {
  std::vector<Program> programs;
  for (std::uint64_t seed = first; seed < first + count; ++seed)
    programs.push_back(generate(seed, "k" + std::to_string(seed)));
  const Answers answers = ask_heddle(programs);
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (!answers.kernels[i] || !answers.errors.empty()) {
      const Judgement alone = examine(programs[i]);
      if (alone.fault == Fault::internal_error) report(first + i, programs[i], alone);
      continue;
    }
    counts.add(*answers.kernels[i]);
    const Judgement found = judge(programs[i], *answers.kernels[i]);
    if (found.fault == Fault::approximation)
      ++counts.approximations;
    else if (found.fault != Fault::none)
      report(first + i, programs[i], found);
  }
}

} // namespace

class Verdicts : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Verdicts, OfCudaText) {
  const std::uint64_t cases = from_environment("HEDDLE_ORACLE_CASES", default_cases) / shards;
  const std::uint64_t first = from_environment("HEDDLE_ORACLE_SEED", 1) + GetParam() * cases;
  std::cout << "seeds " << first << " to " << first + cases - 1 << std::endl;
  Counts counts;
  for (std::uint64_t done = 0; done < cases; done += cases_per_file)
    run_file(first + done, std::min(cases_per_file, cases - done), counts);
  counts.print();
  if (cases < 100) return; // too few to speak of shares
  EXPECT_GT(counts.share("verified"), 0.1);
  EXPECT_GT(counts.share("refuted confirmed"), 0.2);
  EXPECT_LT(counts.share("unknown"), 0.1); // of a busy machine
  EXPECT_LT(counts.approximations, 0.05 * counts.total);
}

INSTANTIATE_TEST_SUITE_P(Shards, Verdicts, testing::Range(std::uint64_t{0}, shards));

} // namespace heddle::oracle
