#include "project/time_left.hpp"

#include <gtest/gtest.h>

namespace heddle::project {
namespace {

TEST(TimeLeft, IsNotKnownBeforeAFileIsDone) {
  TimeLeft left(3, 2);
  EXPECT_FALSE(left.seconds(0));
  left.start(0, 0);
  left.done(2, 1); // of an earlier run
  EXPECT_FALSE(left.seconds(5));
}

TEST(TimeLeft, IsThatOfTheFilesThatWaitSideBySide) {
  TimeLeft left(5, 2);
  left.start(0, 0);
  left.done(0, 4);
  EXPECT_DOUBLE_EQ(*left.seconds(4), 8); // four of 4 s, two at a time
  left.start(1, 4);
  EXPECT_DOUBLE_EQ(*left.seconds(5), 7.5);
  left.done(2, 5);
  left.done(3, 5);
  EXPECT_DOUBLE_EQ(*left.seconds(5), 3.5);
}

// A hundred quick files say little of the last one.
TEST(TimeLeft, IsNotOverWhileAFileRuns) {
  TimeLeft left(101, 2);
  for (std::size_t file = 0; file < 100; ++file) {
    left.start(file, 0);
    left.done(file, 0.1);
  }
  left.start(100, 1);
  EXPECT_DOUBLE_EQ(*left.seconds(41), 40);
}

} // namespace
} // namespace heddle::project
