// Random kernels of named barriers and mbarriers through the whole of Heddle, which speaks of every
// trip count, and run for small ones by the vector-clock engine (theory.md sections 3 and 4).
// HEDDLE_NAMED_SEED and HEDDLE_NAMED_CASES (of each shard) choose other kernels; with
// HEDDLE_NAMED_VERBOSE those that stay open are printed, too.
#include "judge.hpp"
#include "oracle/environment.hpp"

#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>

namespace heddle::oracle {

namespace {

constexpr std::uint64_t default_cases = 120;
constexpr std::uint64_t shards = 3;

struct Counts {
  std::map<std::string, unsigned> verdicts, reasons;
  unsigned total = 0, unknown = 0, verified = 0, needless = 0, good = 0, good_verified = 0;

  void add(const NamedKernel& kernel, const NamedJudgement& judgement) {
    const KernelResult& r = judgement.result;
    ++total;
    unknown += r.verdict == Verdict::unknown;
    verified += r.verdict == Verdict::verified;
    needless += judgement.needless();
    good += kernel.mistakes.empty();
    good_verified += kernel.mistakes.empty() && r.verdict == Verdict::verified;
    std::string verdict = to_string(r.verdict);
    if (r.verdict == Verdict::refuted)
      verdict += judgement.confirmed() ? " confirmed" : " possible";
    ++verdicts[kernel.family + ": " + verdict];
    for (const Unknown& u : r.unknowns)
      ++reasons[u.reason.substr(0, 90)];
  }
  void print() const {
    for (const auto& [verdict, number] : verdicts)
      std::cout << verdict << " " << number << "\n";
    std::cout << "of " << total << ": verified " << verified << ", unknown " << unknown
              << ", possible though no run goes wrong " << needless << "; without mistakes " << good
              << ", of which verified " << good_verified << "\n";
    for (const auto& [reason, number] : reasons)
      std::cout << "  unknown " << number << "x: " << reason << "\n";
  }
  double share(unsigned part) const { return static_cast<double>(part) / total; }
};

} // namespace

class NamedVerdicts : public testing::TestWithParam<std::uint64_t> {};

TEST_P(NamedVerdicts, OfShard) {
  const std::uint64_t cases = from_environment("HEDDLE_NAMED_CASES", default_cases);
  const std::uint64_t first = from_environment("HEDDLE_NAMED_SEED", 1) + GetParam() * cases;
  const bool verbose = std::getenv("HEDDLE_NAMED_VERBOSE") != nullptr;
  Counts counts;
  for (std::uint64_t seed = first; seed < first + cases; ++seed) {
    const NamedKernel kernel = generate_named(seed);
    const NamedJudgement found = judge(kernel);
    counts.add(kernel, found);
    const std::string open = found.open();
    if (verbose && !open.empty())
      std::cout << "seed " << seed << ": " << open << "\n" << text_of(kernel);
    EXPECT_FALSE(found.wrong_verified())
        << "wrong verified, seed " << seed << ": " << *found.wrong << "\n"
        << text_of(kernel);
    EXPECT_TRUE(found.errors.empty()) << "seed " << seed << ": " << found.errors[0] << "\n"
                                      << text_of(kernel);
  }
  counts.print();
  if (cases < 100) return; // too few to speak of shares
  EXPECT_LE(counts.share(counts.needless), 0.02);
  EXPECT_LE(counts.share(counts.unknown), 0.25);
  EXPECT_GE(counts.share(counts.verified), 0.15);
}

INSTANTIATE_TEST_SUITE_P(Shards, NamedVerdicts, testing::Range<std::uint64_t>(0, shards));

} // namespace heddle::oracle
