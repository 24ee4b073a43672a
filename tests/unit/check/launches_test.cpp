#include "check/launches.hpp"

#include <gtest/gtest.h>

namespace heddle::check {
namespace {

Finding race(unsigned line, FindingStatus status = FindingStatus::confirmed) {
  Finding f;
  f.status = status;
  f.accesses.resize(2);
  for (AccessReport& a : f.accesses)
    a.position = {"a.cu", line, 1};
  return f;
}

KernelResult result(const std::string& place, Verdict verdict, std::vector<Finding> findings = {},
                    std::vector<std::string> assumptions = {}) {
  KernelResult r;
  r.file = "a.cu";
  r.kernel = "k";
  r.verdict = verdict;
  r.findings = std::move(findings);
  r.launches = {{{place}, verdict, std::move(assumptions)}};
  return r;
}

using Texts = std::vector<std::string>;

TEST(JoinLaunches, GivesTheWorstVerdict) {
  const auto joined = [](Verdict a, Verdict b) {
    return join_launches({result("1", a), result("2", b)}).verdict;
  };
  EXPECT_EQ(joined(Verdict::verified, Verdict::refuted), Verdict::refuted);
  EXPECT_EQ(joined(Verdict::refuted, Verdict::unknown), Verdict::refuted);
  EXPECT_EQ(joined(Verdict::unknown, Verdict::verified), Verdict::unknown);
  EXPECT_EQ(joined(Verdict::verified, Verdict::verified), Verdict::verified);
}

TEST(JoinLaunches, TellsEqualFindingsOnceWithTheirLaunches) {
  const KernelResult joined =
      join_launches({result("1", Verdict::refuted, {race(4, FindingStatus::possible)}),
                     result("2", Verdict::refuted, {race(4), race(5)}),
                     result("3", Verdict::refuted, {race(4)})});
  ASSERT_EQ(joined.findings.size(), 3U);
  EXPECT_EQ(joined.findings[0].accesses[0].position.line, 4U);
  EXPECT_EQ(joined.findings[0].launches, (Texts{"2", "3"}));
  EXPECT_EQ(joined.findings[1].launches, (Texts{"2"}));
  EXPECT_EQ(joined.findings[2].launches, (Texts{"1"})); // possible ones come last
}

TEST(JoinLaunches, KeepsASuggestionThatRulesAllOut) {
  KernelResult a = result("1", Verdict::refuted, {race(4)});
  KernelResult b = result("2", Verdict::refuted, {race(4)});
  a.findings[0].suggestion = "n > 0";
  b.findings[0].suggestion = "n > 0";
  EXPECT_EQ(join_launches({a, b}).findings[0].suggestion, "n > 0");
  b.findings[0].suggestion = "";
  EXPECT_EQ(join_launches({a, b}).findings[0].suggestion, "");
}

TEST(JoinLaunches, SaysWhichLaunchAssumesWhat) {
  const KernelResult joined = join_launches(
      {result("f:1", Verdict::verified, {}, {"n == 4 (launch at f:1)", "no overflow", "m == 1"}),
       result("f:2", Verdict::verified, {}, {"n == 4 (launch at f:2)", "no overflow"})});
  EXPECT_EQ(joined.assumptions,
            (Texts{"n == 4 (launch at f:1, f:2)", "no overflow", "m == 1 (launch at f:1)"}));
}

TEST(JoinLaunches, KeepsWhatIsNotDecidedWithItsLaunches) {
  KernelResult a = result("1", Verdict::unknown), b = result("2", Verdict::unknown);
  a.unknowns = {{"solver", {"a.cu", 3, 1}}};
  b.unknowns = {{"solver", {"a.cu", 3, 1}}, {"asm", {"a.cu", 3, 1}}};
  const KernelResult joined = join_launches({a, b});
  ASSERT_EQ(joined.unknowns.size(), 2U);
  EXPECT_EQ(joined.unknowns[0].launches, (Texts{"1", "2"}));
  EXPECT_EQ(joined.unknowns[1].launches, (Texts{"2"}));
}

} // namespace
} // namespace heddle::check
