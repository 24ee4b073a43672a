#include "report/brief.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

TEST(Brief, KeepsWhatIsShort) {
  for (const char* text : {"n == 4 (launch at a.cu:3:5)", "n > 0 (--assume)", "index arithmetic"})
    EXPECT_EQ(brief_assumption(text), text);
}

TEST(Brief, CutsPlacesBehindAWholeOne) {
  const std::string chain = " from Samples/a/long/folder/name/of/a/file.cu:20:3";
  std::string all =
      "n == 4 (launch at Samples/a/long/folder/name/of/a/file.cu:3:5 called at f.cu:9:3";
  for (int i = 0; i < 20; ++i)
    all += chain;
  EXPECT_EQ(brief_assumption(all + ")"),
            "n == 4 (launch at Samples/a/long/folder/name/of/a/file.cu:3:5 called at f.cu:9:3 "
            "and others)");
}

TEST(Brief, CutsConditions) {
  const std::string text = brief_assumption(std::string(500, 'n') + " == 1 (launch at a.cu:3:5)");
  EXPECT_EQ(text, std::string(156, 'n') + " ... (launch at a.cu:3:5)");
}

TEST(Brief, JoinsWhatIsAssumedForOneLaunch) {
  const std::string calls = " (launch at a.cu:3:5 called at a.cu:9:3)";
  const std::string other = " (launch at a.cu:3:5 called at a.cu:10:3)";
  EXPECT_EQ(brief_assumptions({"n == 4" + calls, "m > 1 (--assume)", "n == 5" + other,
                               "m > 1 (--assume)", std::string(500, 'm') + " == 8" + calls}),
            (std::vector<std::string>{"n == 4, " + std::string(156, 'm') + " ..." + calls,
                                      "m > 1 (--assume)", "n == 5" + other, "m > 1 (--assume)"}));
}

TEST(Brief, KeepsLaunchesApartWhosePlacesAreCutAlike) {
  const std::string way = " (launch at a/long/name/of/a/folder/a.cu:3:5 called at a/long/name/of/a/"
                          "folder/a.cu:9:3 from a/long/name/of/a/folder/b.cu:";
  const std::vector<std::string> told =
      brief_assumptions({"n == 4" + way + "7:1)", "n == 5" + way + "8:1)"});
  ASSERT_EQ(told.size(), 2U);
  EXPECT_TRUE(told[0].ends_with("a.cu:9:3 and others)")) << told[0];
  EXPECT_EQ(told[0].substr(6), told[1].substr(6));
}

TEST(Brief, TellsWhatIsReadAtSeveralLinesOnce) {
  const std::vector<std::string> told =
      brief_dependences({"a[..] read at line 8 (f.cu:8:3)", "value of 'n' (f.cu:1:1)",
                         "b[..] read at line 9 (f.cu:9:3)", "a[..] read at line 12 (f.cu:12:5)",
                         "a[..] read at line 12 (f.cu:12:9)", "a[..] read at line 8 (g.cuh:8:3)",
                         "content of a[..] read at line 8 after it was written"});
  EXPECT_EQ(told, (std::vector<std::string>{
                      "a[..] read at lines 8, 12 (f.cu)", "value of 'n' (f.cu:1:1)",
                      "b[..] read at line 9 (f.cu:9:3)", "a[..] read at line 8 (g.cuh:8:3)",
                      "content of a[..] read at line 8 after it was written"}));
}

Message error(const std::string& text, unsigned line) {
  return {"error", text, {"a.cu", line, 1}, ""};
}

TEST(Brief, TellsEqualErrorsOnceAndMissingHeadersFirst) {
  const std::vector<Message> told =
      brief_messages({error("unknown type name 'x'", 3),
                      error("expected ';'", 4),
                      error("unknown type name 'x'", 5),
                      {"note", "'x.h' file not found", {"a.cu", 1, 10}, ""}},
                     5);
  ASSERT_EQ(told.size(), 3U);
  EXPECT_EQ(told[0].text, "'x.h' file not found");
  EXPECT_EQ(told[1].text, "unknown type name 'x' (and 1 time more)");
  EXPECT_EQ(told[1].position.line, 3U);
  EXPECT_EQ(told[2].text, "expected ';'");
}

TEST(Brief, CountsErrorsThatItDoesNotTell) {
  std::vector<Message> all;
  for (unsigned i = 0; i < 9; ++i)
    all.push_back(error("error " + std::to_string(i % 6), i));
  const std::vector<Message> told = brief_messages(all, 2);
  ASSERT_EQ(told.size(), 3U); // errors 0 and 1, twice each; 2 twice, 3, 4, 5
  EXPECT_EQ(told[2].text, "5 more errors (--verbose lists them)");
  EXPECT_EQ(told[2].severity, "note");
}

} // namespace
} // namespace heddle::report
