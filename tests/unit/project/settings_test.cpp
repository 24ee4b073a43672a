// Options and suppressions in sources.
#include "project/settings.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace heddle::project {
namespace {

TEST(Settings, StandInCommentsWithTheirPlaces) {
  const auto found = settings_in("int a;\n  // heddle: block=256; assume = n % 2 == 0\n"
                                 "// heddle: strict-exit\n// heddle: allow race -- no\n// heddle\n",
                                 "f.cu");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].words, (std::vector<std::string>{"--block", "256"}));
  EXPECT_EQ(found[1].words, (std::vector<std::string>{"--assume", "n % 2 == 0"}));
  EXPECT_EQ(found[2].words, (std::vector<std::string>{"--strict-exit"}));
  EXPECT_EQ(found[0].at.line, 2U);
  EXPECT_EQ(found[0].at.column, 14U);
  EXPECT_EQ(found[1].at.column, 25U);
  EXPECT_EQ(found[1].value_offset, 9U);
}

TEST(Suppressions, SpeakOfTheirLineOrTheNextOneOfCode) {
  const auto found = suppressions_in("// heddle: allow race -- one wins\n// more\n\na[0] = 1;\n"
                                     "b[0] = 1; // heddle: allow any -- whoever\n"
                                     "// heddle: allow race\nc[0] = 1;\n",
                                     "f.cu");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].line, 4U);
  EXPECT_EQ(found[0].kind, "race");
  EXPECT_EQ(found[0].reason, "one wins");
  EXPECT_EQ(found[1].line, 5U);
  EXPECT_EQ(found[1].kind, "any");
  EXPECT_EQ(found[2].reason, ""); // and so it does not hold
}

TEST(Suppressions, AreNoStrings) {
  const auto blocks =
      suppressions_in("/* heddle: allow race -- one wins */\n/* more\n*/ a[0] = 1;\n"
                      "b[0] = 1; /*B*/ /* heddle:allow any -- x */ /*C*/\n"
                      "c[0] = 1; /*C*/ // heddle: allow race -- y\n",
                      "f.cu");
  ASSERT_EQ(blocks.size(), 3U);
  EXPECT_EQ(blocks[0].line, 3U);
  EXPECT_EQ(blocks[0].reason, "one wins");
  EXPECT_EQ(blocks[1].line, 4U);
  EXPECT_EQ(blocks[1].kind + " " + blocks[1].reason, "any x");
  EXPECT_EQ(blocks[1].at.column, 17U);
  EXPECT_EQ(blocks[2].line, 5U);
  EXPECT_EQ(settings_in("/* heddle: block=64; grid=1 */ int a;\n", "f.cu").size(), 2U);
  EXPECT_TRUE(suppressions_in("f(\"// heddle: allow race -- x\");\n", "f.cu").empty());
  EXPECT_EQ(suppressions_in("f(\"\\\"\", '\"'); // heddle: allow race -- x\n", "f.cu").size(), 1U);
}

KernelResult racy(unsigned line) {
  KernelResult kernel;
  kernel.file = "f.cu";
  kernel.verdict = Verdict::refuted;
  Finding finding;
  finding.accesses.resize(2);
  for (AccessReport& access : finding.accesses)
    access.position = {"f.cu", line, 1};
  kernel.findings.push_back(finding);
  return kernel;
}

TEST(Suppressions, MarkFindingsOfTheirKindAndPlaceAlone) {
  auto s = suppressions_in("a[0] = 1; // heddle: allow race -- x\n"
                           "b[0] = 1; // heddle: allow divergence -- y\n"
                           "c[0] = 1; // heddle: allow race\n",
                           "f.cu");
  for (const unsigned line : {1U, 2U, 3U, 4U}) {
    KernelResult kernel = racy(line);
    suppress(kernel, s);
    EXPECT_EQ(kernel.findings[0].suppressed, line == 1 ? "x" : "") << line;
    EXPECT_EQ(kernel.verdict, Verdict::refuted); // allowed is not proved
  }
  EXPECT_TRUE(s[0].was_used);
  EXPECT_FALSE(s[1].was_used);
  EXPECT_FALSE(s[2].was_used);
}

TEST(Suppressions, OfHeadersHoldAlsoForWhatAPreconditionRulesOut) {
  const std::string header = testing::TempDir() + "allowed.h";
  std::ofstream(header) << "a[0] = 1; // heddle: allow race -- any will do\n";
  KernelResult kernel = racy(9);
  Finding inside = kernel.findings[0];
  inside.accesses[0].position = {header, 1, 1};
  kernel.precondition = Precondition{"n > 0", {{"n > 0", true}}, {inside}};
  HeaderSuppressions headers;
  suppress_by_headers(kernel, "f.cu", headers);
  EXPECT_EQ(kernel.findings[0].suppressed, "");
  EXPECT_EQ(kernel.precondition->without[0].suppressed, "any will do");
  ASSERT_EQ(headers.size(), 1U); // the source itself is none
  EXPECT_TRUE(headers.at(header)[0].was_used);
}

} // namespace
} // namespace heddle::project
