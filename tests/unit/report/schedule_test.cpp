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

TEST(Schedule, TakesGenerationsOutOfTheTable) {
  const Step step = split_step("warp 2 arrive barrier 1 (iteration 3, generation 2)");
  EXPECT_EQ(step.what, "arrive barrier 1 (iteration 3)");
  EXPECT_EQ(step.barrier, "barrier 1");
  EXPECT_EQ(step.generation, "generation 2");
  const Step only = split_step("thread 0 wait mbarrier full[0] (phase 1)");
  EXPECT_EQ(only.what, "wait mbarrier full[0]");
  EXPECT_EQ(only.barrier, "mbarrier full[0]");
  EXPECT_EQ(only.generation, "phase 1");
  EXPECT_EQ(split_step("warp 0 arrive mbarrier a (iteration 3)").generation, "");
  EXPECT_EQ(schedule_table({"warp 0 sync barrier 1 (generation 0)"}),
            (Lines{"warp 0", "sync barrier 1"}));
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
