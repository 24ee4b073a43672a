#include "repair/diff.hpp"

#include <gtest/gtest.h>

namespace heddle::repair {
namespace {

std::string numbered(int first, int last) {
  std::string text;
  for (int i = first; i <= last; ++i)
    text += std::to_string(i) + "\n";
  return text;
}

TEST(Diff, IsEmptyForEqualTexts) { EXPECT_EQ(unified_diff("f", "a\n", "a\n"), ""); }

TEST(Diff, HasThreeLinesOfContext) {
  EXPECT_EQ(unified_diff("f", numbered(1, 9), numbered(1, 5) + "x\n" + numbered(6, 9)),
            "--- f\n+++ f\n@@ -3,6 +3,7 @@\n 3\n 4\n 5\n+x\n 6\n 7\n 8\n");
}

// Six equal lines between two changes make one hunk, seven make two.
TEST(Diff, JoinsWhatIsNear) {
  const auto hunks = [](int between) {
    const std::string before = numbered(1, 30);
    const std::string after =
        numbered(1, 5) + "x\n" + numbered(6, 5 + between) + "y\n" + numbered(6 + between, 30);
    const std::string text = unified_diff("f", before, after);
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find("\n@@", at)) != std::string::npos; ++at)
      ++count;
    return count;
  };
  EXPECT_EQ(hunks(6), 1U);
  EXPECT_EQ(hunks(7), 2U);
}

// In a long text with changes far apart: a table of all pairs of lines would not fit.
TEST(Diff, FindsFewChangesInLongTexts) {
  const std::string middle = numbered(1, 300'000);
  EXPECT_EQ(unified_diff("f", "a\n" + middle + "z\n", "b\n" + middle + "z\ny\n"),
            "--- f\n+++ f\n@@ -1,4 +1,4 @@\n-a\n+b\n 1\n 2\n 3\n"
            "@@ -300000,3 +300000,4 @@\n 299999\n 300000\n z\n+y\n");
}

// A name ends at the first space for patch(1), but for one with a tab behind it.
TEST(Diff, EndsNamesWithSpaces) {
  EXPECT_EQ(unified_diff("a b", "", "a\n"), "--- a b\t\n+++ a b\t\n@@ -0,0 +1,1 @@\n+a\n");
}

TEST(Diff, TakesTheShortestWay) {
  EXPECT_EQ(unified_diff("f", "a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n"),
            "--- f\n+++ f\n@@ -1,7 +1,6 @@\n-a\n-b\n c\n+b\n a\n b\n-b\n a\n+c\n");
}

TEST(Diff, SaysWhereTheLastLineHasNoEnd) {
  EXPECT_EQ(unified_diff("f", "a\nb", "a\nx\nb"),
            "--- f\n+++ f\n@@ -1,2 +1,3 @@\n a\n+x\n b\n\\ No newline at end of file\n");
}

TEST(Diff, StartsAtNoLineInAnEmptyText) {
  EXPECT_EQ(unified_diff("f", "", "a\n"), "--- f\n+++ f\n@@ -0,0 +1,1 @@\n+a\n");
}

} // namespace
} // namespace heddle::repair
