#include "report/text.hpp"

#include "unit/report/sample.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

std::string rendered(const Finding& finding) {
  CheckResult result;
  KernelResult kernel;
  kernel.file = "tile.cu";
  kernel.kernel = "k";
  kernel.verdict = Verdict::refuted;
  kernel.findings = {finding};
  result.kernels = {kernel};
  return to_text(result, {});
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

TEST(Text, ShowsARaceInTheMannerOfCompilers) {
  CheckResult result;
  result.kernels = {sample_kernel()};
  EXPECT_EQ(
      to_text(result, {}),
      R"(tile.cu:20:1: error: data race on 'tile' (write-read) between threads (3,0,0) and (4,0,0) of block (1,2,0)
   20 | fill(tile, in);
      | ^ write of tile[0][3] by thread (3,0,0) of block (1,2,0) at k = 1, j = -2
  note: in what is called there: tile.cu:4:3, called from tile.cu:9:5
    4 |   tile[y][x] = in[k];
      |   ^
tile.cu:6:12: note: read of tile[0][3] by thread (4,0,0) of block (1,2,0)
    6 |   out[k] = tile[x][y];
      |            ^
  note: with blockDim = (32,8), gridDim = 2, n = 64
  note: confirmed: running these values step by step reaches it
  note: heddle explain race says how this is usually repaired; if no caller passes such n, --assume CONDITION says so
tile.cu:30:2: unknown: inline assembly
   30 |  asm("");
      |  ^
tile.cu: transpose: refuted (1 error, 1 open question) in 0.25 s
  assuming in and out are distinct arrays
)");
}

TEST(Text, AsksForConditionsOfWhatTheyCanName) {
  Finding race = sample_race();
  for (const auto& value : WitnessValues{{"scale", {0, 5.5}}, {"sizes byte 4", 4}, {"length", 0}})
    race.witness.push_back(value);
  EXPECT_NE(rendered(race).find("; if no caller passes such n, length, --assume CONDITION says so"),
            std::string::npos);
}

TEST(Text, SaysWhyARaceIsOnlyPossible) {
  Finding race = sample_race();
  race.status = FindingStatus::possible;
  race.depends_on = {"value of f(x) (a.cu:3:4)"};
  race.why = "the address is not known";
  const std::string text = rendered(race);
  EXPECT_EQ(first_line(text), "tile.cu:20:1: error: possible data race on 'tile' (write-read) "
                              "between threads (3,0,0) and (4,0,0) of block (1,2,0)");
  EXPECT_NE(text.find("  note: depends on: value of f(x) (a.cu:3:4)\n"), std::string::npos);
  EXPECT_NE(
      text.find("  note: possible: no run that was tried shows it: the address is not known\n"),
      std::string::npos);
}

std::string last_note(const Finding& finding) {
  const std::string text = rendered(finding);
  const std::size_t at = text.rfind("  note: ") + 8;
  return text.substr(at, text.find('\n', at) - at);
}

TEST(Text, SaysWhatToDoWhereNothingWasFound) {
  Finding race = sample_race();
  race.accesses[1] = race.accesses[0];
  EXPECT_NE(last_note(race).find("no barrier orders one statement of two threads"),
            std::string::npos);
  race.scope = FindingScope::grid;
  EXPECT_NE(last_note(race).find("no barrier orders blocks"), std::string::npos);
  race = sample_race();
  race.status = FindingStatus::possible;
  race.contents = {"perm"};
  EXPECT_NE(last_note(race).find("what the launch makes sure of the elements of perm"),
            std::string::npos);
  race.suggestion = "n > 0";
  EXPECT_EQ(last_note(race), "cannot happen with --assume 'n > 0'");
}

TEST(Text, TellsPlacesThatFillTheLineApart) {
  CheckResult result;
  result.kernels = {sample_kernel()};
  result.kernels[0].findings[0].accesses[1].position.file = "a/folder/with/a/long/name/tile.cu";
  TextStyle narrow;
  narrow.width = 45;
  const std::string text = to_text(result, narrow);
  EXPECT_NE(
      text.find("\na/folder/with/a/long/name/tile.cu:6:12: note:\n    read of tile[0][3] by "),
      std::string::npos)
      << text;
}

TEST(Text, WrapsTheVerdict) {
  CheckResult result;
  result.kernels = {sample_kernel()};
  TextStyle narrow;
  narrow.width = 40;
  const std::string text = to_text(result, narrow);
  EXPECT_NE(text.find("\ntile.cu: transpose: refuted (1 error, 1\n    open question) in 0.25 s\n"),
            std::string::npos)
      << text;
  result.kernels[0].kernel = "transpose<128, 128, 8, 8>";
  EXPECT_NE(
      to_text(result, narrow)
          .find("\ntile.cu: transpose<128, 128, 8, 8>:\n    refuted (1 error, 1 open question)\n"),
      std::string::npos)
      << to_text(result, narrow);
}

TEST(Text, NamesBothBlocksWhenTheyDiffer) {
  Finding race = sample_race();
  race.accesses[1].block = {0, 2, 0};
  EXPECT_EQ(first_line(rendered(race)),
            "tile.cu:20:1: error: data race on 'tile' (write-read) between thread (3,0,0) of block "
            "(1,2,0) and thread (4,0,0) of block (0,2,0)");
}

TEST(Text, NamesBothArraysWhenTheyAlias) {
  Finding race = sample_race();
  race.accesses[1].array = "other";
  EXPECT_NE(first_line(rendered(race)).find("data race on 'tile' and 'other'"), std::string::npos);
}

TEST(Text, TellsWhoWaitsAtADivergentBarrier) {
  Finding finding = sample_race();
  finding.kind = FindingKind::divergence;
  for (AccessReport& access : finding.accesses) {
    access.access = "barrier";
    access.array = access.cell = "";
  }
  const std::string text = rendered(finding);
  EXPECT_EQ(first_line(text), "tile.cu:20:1: error: barrier divergence between threads (3,0,0) and "
                              "(4,0,0) of block (1,2,0)");
  EXPECT_NE(text.find("^ waited for by thread (3,0,0)"), std::string::npos);
  EXPECT_NE(text.find("note: missed by thread (4,0,0)"), std::string::npos);
}

TEST(Text, CallsExitedThreadsAndEqualWritesWarnings) {
  Finding finding = sample_race();
  finding.severity = FindingSeverity::warning;
  finding.kind = FindingKind::exited_threads;
  EXPECT_TRUE(rendered(finding).starts_with(
      "tile.cu:20:1: warning: barrier is missed by threads that have exited: threads "));
  finding.kind = FindingKind::same_value_write;
  EXPECT_TRUE(rendered(finding).starts_with(
      "tile.cu:20:1: warning: unordered writes of the same value to 'tile' by threads "));
  EXPECT_NE(rendered(finding).find("refuted (1 warning) in"), std::string::npos);
}

TEST(Text, TellsWhichThreadFailsAnAssertion) {
  Finding finding = sample_race();
  finding.kind = FindingKind::assertion;
  finding.accesses.resize(1);
  EXPECT_EQ(first_line(rendered(finding)),
            "tile.cu:4:3: error: assertion fails in thread (3,0,0) of block (1,2,0)");
}

TEST(Text, TellsQuestionsThatTimeDidNotDecideOnce) {
  CheckResult result;
  result.kernels = {sample_kernel()};
  result.kernels[0].findings.clear();
  result.kernels[0].unknowns = {{"this: timeout after 1 s", {"tile.cu", 3, 1}, ""},
                                {"inline assembly", {"tile.cu", 4, 1}, ""},
                                {"that: timeout after 0.2 s", {"tile.cu", 5, 1}, ""}};
  const std::string each = to_text(result, {});
  EXPECT_NE(each.find("tile.cu:5:1: unknown: that"), std::string::npos) << each;
  EXPECT_NE(each.find("  note: --effort high tries longer"), std::string::npos) << each;
  TextStyle style;
  style.one_cause = true;
  const std::string once = to_text(result, style);
  EXPECT_NE(once.find("tile.cu:3:1: unknown: this"), std::string::npos) << once;
  EXPECT_NE(once.find("tile.cu:4:1: unknown: inline assembly"), std::string::npos) << once;
  EXPECT_EQ(once.find("tile.cu:5:1"), std::string::npos) << once;
  EXPECT_NE(once.find("  note: 1 question likewise (--all-pairs tells each); --effort high"),
            std::string::npos)
      << once;
  EXPECT_NE(once.find("3 open questions"), std::string::npos) << once;
}

TEST(Text, FillsAMissingMiddleDimension) {
  Finding race = sample_race();
  race.witness = {{"blockDim.x", 4}, {"blockDim.z", 2}, {"p.x", 5}, {"n", -1}};
  EXPECT_NE(rendered(race).find("with blockDim = (4,1,2), p.x = 5, n = -1\n"), std::string::npos);
}

TEST(Text, TellsFloatingPointNumbersAsTheSourceHasThem) {
  Finding race = sample_race();
  race.witness = {{"in[0]", {0x3dcccccd, 0.1}}, {"in[1]", 7}};
  EXPECT_NE(rendered(race).find("with in[0] = 0.1, in[1] = 7\n"), std::string::npos);
}

TEST(Text, PutsTheCaretUnderTabsAndLetters) {
  Finding race = sample_race();
  race.accesses[0].source_line = "\t/* \xc3\xa9 */ a[i] = 1;";
  race.accesses[0].position.column = 11;
  race.accesses[0].inlined_at.clear();
  EXPECT_NE(rendered(race).find("    4 |  /* \xc3\xa9 */ a[i] = 1;\n      |          ^ write"),
            std::string::npos);
}

TEST(Text, CutsLongLinesAroundTheCaret) {
  Finding race = sample_race();
  race.accesses[0].source_line = std::string(5000, 'x') + "HERE" + std::string(5000, 'y');
  race.accesses[0].position.column = 5001;
  const std::string text = rendered(race);
  EXPECT_NE(text.find("xxxHEREyyy"), std::string::npos);
  EXPECT_LT(text.size(), 2000U);
}

TEST(Text, SurvivesPositionsOutsideTheLine) {
  Finding race = sample_race();
  race.accesses[0].position.column = 400;
  race.accesses[1].position = {};
  race.accesses[1].source_line = "";
  const std::string text = rendered(race);
  EXPECT_NE(text.find("write of tile[0][3]"), std::string::npos);
  EXPECT_NE(text.find("\nnote: read of tile[0][3]"), std::string::npos);
}

TEST(Text, DefusesControlCharacters) {
  Finding race = sample_race();
  race.accesses[0].source_line = "\x1b[31m a[i] = 1;";
  EXPECT_EQ(rendered(race).find('\x1b'), std::string::npos);
}

TEST(Text, ColoursOnlyWhenAsked) {
  const CheckResult result = sample_result();
  EXPECT_EQ((to_text(result, {}) + messages_to_text(result, {})).find('\x1b'), std::string::npos);
  EXPECT_NE(to_text(result, {true}).find("\x1b[1;31merror:"), std::string::npos);
}

TEST(Text, PrintsMessagesOfReadingApart) {
  EXPECT_EQ(messages_to_text(sample_result(), {}), "gone.cu: error: cannot read it\n"
                                                   "tile.cu:1:10: note: header not found\n"
                                                   "    1 | #include <x.h>\n"
                                                   "      |          ^\n");
}

} // namespace
} // namespace heddle::report
