#include "check/collect.hpp"

#include <gtest/gtest.h>

namespace heddle::check {
namespace {

Finding finding(FindingKind kind, unsigned a, unsigned b, FindingStatus status) {
  Finding f;
  f.kind = kind;
  f.status = status;
  const bool warning = kind == FindingKind::same_value_write || kind == FindingKind::exited_threads;
  f.severity = warning ? FindingSeverity::warning : FindingSeverity::error;
  f.accesses.resize(2);
  f.accesses[0].position = {"a.cu", a, 1};
  f.accesses[1].position = {"a.cu", b, 1};
  return f;
}

class CollectTest : public testing::Test {
protected:
  Ctx ctx;
  core::Kernel kernel = core::make_kernel("k", {});
  protocol::Protocol protocol;
  Statistics statistics;

  KernelResult run(std::vector<Finding> findings, std::vector<Unknown> unknowns = {}) {
    Decision d{std::move(findings), std::move(unknowns), 1};
    return collect({kernel, protocol, ctx, statistics}, {d}, {});
  }
};

TEST_F(CollectTest, NothingFoundIsVerified) { EXPECT_EQ(run({}).verdict, Verdict::verified); }

TEST_F(CollectTest, UnknownIsNeverVerified) {
  EXPECT_EQ(run({}, {{"why", {"a.cu", 1, 1}}}).verdict, Verdict::unknown);
}

TEST_F(CollectTest, AnErrorRefutesEvenBesideUnknowns) {
  const auto race = finding(FindingKind::race, 1, 2, FindingStatus::possible);
  EXPECT_EQ(run({race}, {{"why", {"a.cu", 1, 1}}}).verdict, Verdict::refuted);
}

TEST_F(CollectTest, AWitnessThatNeedsWhatIsNotUnderstoodIsUnknown) {
  auto race = finding(FindingKind::race, 1, 2, FindingStatus::possible);
  race.why = "inline assembly";
  const auto result = run({race}, {{"inline assembly", {"a.cu", 1, 1}, ""}});
  EXPECT_EQ(result.verdict, Verdict::unknown);
  EXPECT_TRUE(result.findings.empty());
}

TEST_F(CollectTest, EveryVerdictNamesItsEncoding) {
  const auto result = run({});
  ASSERT_FALSE(result.assumptions.empty());
  EXPECT_NE(result.assumptions.back().find("do not overflow"), std::string::npos);
}

TEST_F(CollectTest, WarningsDoNotRefute) {
  const auto same = finding(FindingKind::same_value_write, 1, 1, FindingStatus::confirmed);
  EXPECT_EQ(run({same}).verdict, Verdict::verified);
  EXPECT_EQ(run({same}).findings.size(), 1u);
}

TEST_F(CollectTest, OnePairOfPlacesIsReportedOnceConfirmedFirst) {
  const auto result = run({finding(FindingKind::race, 1, 2, FindingStatus::possible),
                           finding(FindingKind::race, 2, 1, FindingStatus::confirmed),
                           finding(FindingKind::same_value_write, 1, 2, FindingStatus::confirmed),
                           finding(FindingKind::race, 3, 3, FindingStatus::possible)});
  ASSERT_EQ(result.findings.size(), 2u);
  EXPECT_EQ(result.findings[0].status, FindingStatus::confirmed);
  EXPECT_EQ(result.findings[1].accesses[0].position.line, 3u);
}

TEST_F(CollectTest, OfTwoSuggestionsNothingIsSaidTwice) {
  const auto both = [&](const char* one, const char* other) {
    std::vector<Finding> findings(2, finding(FindingKind::race, 1, 1, FindingStatus::confirmed));
    findings[0].suggestion = one;
    findings[1].suggestion = other;
    return run(std::move(findings)).findings.front().suggestion;
  };
  EXPECT_EQ(both("n != 0", "n >= gridDim.x"), "n >= gridDim.x");
  EXPECT_EQ(both("n >= 32", "n > 0"), "n >= 32");
  EXPECT_EQ(both("n >= 0", "n > 0"), "n > 0");
  EXPECT_EQ(both("n >= blockDim.x", "n >= gridDim.x * blockDim.x"), "n >= gridDim.x * blockDim.x");
  EXPECT_EQ(both("n >= 0", "n >= m"), "n >= 0 && n >= m");
  EXPECT_EQ(both("n >= 1", "n > 0"), "n >= 1");
  EXPECT_EQ(both("m >= gridDim.x", "n != 0"), "m >= gridDim.x && n != 0");
  EXPECT_EQ(both("blockDim.x <= 17", "blockDim.x <= 16 && n >= 0"), "blockDim.x <= 16 && n >= 0");
  EXPECT_EQ(both("blockDim.x == 16", "blockDim.x <= 32"), "blockDim.x == 16");
  // not to be had together
  EXPECT_EQ(both("blockDim.x <= 32", "blockDim.x >= 1024"), "");
  EXPECT_EQ(both("n == 4", "m > 0 && n >= 8"), "");
  EXPECT_EQ(both("n <= 32", "n >= 32"), "n <= 32 && n >= 32");
  EXPECT_EQ(both("n <= 32", "m >= 1024"), "m >= 1024 && n <= 32");
}

} // namespace
} // namespace heddle::check
