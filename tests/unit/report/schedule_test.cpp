#include "report/schedule.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using Lines = std::vector<std::string>;

TEST(Schedule, HasAColumnForEachWarp) {
  EXPECT_EQ(schedule_table({"warp 10 sync barrier 1", "warp 2 arrive barrier 1"}),
            (Lines{"warp 2            warp 10", //
                   "                  sync barrier 1", "arrive barrier 1"}));
}

TEST(Schedule, TellsStepsThatAreLeftOut) {
  EXPECT_EQ(schedule_table({"14 steps", "warp 0 sync barrier 1"}),
            (Lines{"warp 0", "(14 steps)", "sync barrier 1"}));
}

TEST(Schedule, IsNoTableWhereItWouldBeTooWide) {
  Lines steps;
  for (int w = 0; w < 20; ++w)
    steps.push_back("warp " + std::to_string(w) + " arrive barrier 1");
  EXPECT_TRUE(schedule_table(steps).empty());
  EXPECT_TRUE(schedule_table({}).empty());
}

} // namespace
} // namespace heddle::report
