// .gitignore, as git reads it.
#include "project/ignore.hpp"

#include <gtest/gtest.h>

namespace heddle::project {
namespace {

using Answer = IgnoreFile::Answer;

TEST(Glob, StopsAtSlashes) {
  EXPECT_TRUE(matches_glob("*.cu", "a.cu"));
  EXPECT_FALSE(matches_glob("*.cu", "a/b.cu"));
  EXPECT_TRUE(matches_glob("a/?.cu", "a/b.cu"));
  EXPECT_TRUE(matches_glob("a/[bc].cu", "a/c.cu"));
  EXPECT_FALSE(matches_glob("a", "a/b"));
}

TEST(Glob, CrossesFoldersWithTwoStars) {
  EXPECT_TRUE(matches_glob("**/b.cu", "b.cu"));
  EXPECT_TRUE(matches_glob("**/b.cu", "x/y/b.cu"));
  EXPECT_TRUE(matches_glob("a/**/b.cu", "a/b.cu"));
  EXPECT_TRUE(matches_glob("a/**/b.cu", "a/x/y/b.cu"));
  EXPECT_TRUE(matches_glob("a/**", "a/x/y"));
  EXPECT_FALSE(matches_glob("a/**/b.cu", "c/x/b.cu"));
}

TEST(Ignore, NamesMatchAtAnyDepthAndPathsFromTheFolder) {
  const IgnoreFile file("build\n/top.cu\nsub/*.cu\n# a comment\n\n", "r");
  EXPECT_EQ(file.ask("r/build", true), Answer::ignored);
  EXPECT_EQ(file.ask("r/x/build", false), Answer::ignored);
  EXPECT_EQ(file.ask("r/top.cu", false), Answer::ignored);
  EXPECT_EQ(file.ask("r/x/top.cu", false), Answer::none);
  EXPECT_EQ(file.ask("r/sub/a.cu", false), Answer::ignored);
  EXPECT_EQ(file.ask("r/x/sub/a.cu", false), Answer::none);
}

TEST(Ignore, TheLastPatternDecides) {
  const IgnoreFile file("*.cu\n!keep.cu\nout/\n", "r");
  EXPECT_EQ(file.ask("r/a.cu", false), Answer::ignored);
  EXPECT_EQ(file.ask("r/keep.cu", false), Answer::kept);
  EXPECT_EQ(file.ask("r/out", true), Answer::ignored);
  EXPECT_EQ(file.ask("r/out", false), Answer::none); // a pattern for folders
}

} // namespace
} // namespace heddle::project
