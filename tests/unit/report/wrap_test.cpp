#include "report/wrap.hpp"

#include "report/snippet.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

TEST(Wrap, BreaksBetweenWordsWithAnIndent) {
  EXPECT_EQ(wrapped("one two three", 0, 90, 4), "one two three");
  EXPECT_EQ(wrapped("one two three", 9, 0, 2), "one two\n  three");
  EXPECT_EQ(wrapped("one two", 9, 3, 2), "one\n  two");
  EXPECT_EQ(wrapped("a-word-that-is-longer b", 9, 0, 2), "a-word-that-is-longer\n  b");
  EXPECT_EQ(wrapped("one\ntwo three", 9, 6, 2), "one\ntwo three");
  EXPECT_EQ(wrapped("", 9, 0, 2), "");
}

TEST(Wrap, KeepsNamesWithTheirValuesAndNumbersWithTheirUnit) {
  EXPECT_EQ(wrapped("at i = 0, j = 1", 9, 0, 2), "at i = 0,\n  j = 1");
  EXPECT_EQ(wrapped("at i = 0, j = 1", 8, 0, 2), "at\n  i = 0,\n  j = 1");
  EXPECT_EQ(wrapped("n % 2 == 0", 7, 0, 2), "n % 2\n  == 0");
  EXPECT_EQ(wrapped("done in 1.25 s", 12, 0, 2), "done in\n  1.25 s");
  EXPECT_EQ(wrapped("of 5 shorts", 6, 0, 2), "of 5\n  shorts");
}

TEST(Wrap, CountsColumnsAndNotBytes) {
  EXPECT_EQ(columns("\xc3\xa4\xc3\xb6"), 2U);
  EXPECT_EQ(wrapped("\xc3\xa4\xc3\xa4\xc3\xa4 \xc3\xa4", 5, 0, 0),
            "\xc3\xa4\xc3\xa4\xc3\xa4 \xc3\xa4");
}

TEST(Snippet, HasDotsWhereALineIsCut) {
  const std::string line = std::string(60, 'a') + "X" + std::string(60, 'b');
  const std::string got = snippet(line, 7, 61, "", {.width = 50});
  const std::size_t end = got.find('\n');
  EXPECT_EQ(end, 50U);
  EXPECT_EQ(got.substr(0, 12), "    7 | ...a");
  EXPECT_EQ(got.substr(end - 4, 4), "b...");
  EXPECT_EQ(got[end + 1 + got.substr(end + 1).find('^')], '^');
  EXPECT_EQ(got.substr(end + 1).find('^'), got.find('X'));
  EXPECT_EQ(snippet(line, 7, 1, "", {.width = 50}).substr(0, 10), "    7 | aa");
}

TEST(Snippet, PutsALabelThatDoesNotFitOnLinesOfItsOwn) {
  EXPECT_EQ(snippet("  a[0] = b;", 3, 3, "write", {.width = 60}),
            "    3 |   a[0] = b;\n      |   ^ write\n");
  EXPECT_EQ(snippet("  a[0] = b;", 3, 3, "write of a[0] by some thread", {.width = 30}),
            "    3 |   a[0] = b;\n      |   ^\n      | write of a[0] by some\n      | thread\n");
}

} // namespace
} // namespace heddle::report
