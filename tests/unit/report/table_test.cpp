#include "report/table.hpp"

#include "report/text.hpp"
#include "unit/report/sample.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

Finding race_in_loops() {
  Finding race = sample_race();
  race.accesses[1].loops = {{"k", 0}, {"i", 12}};
  return race;
}

using Lines = std::vector<std::string>;

TEST(Table, HasTheValuesOfBothThreadsSideBySide) {
  EXPECT_EQ(witness_table(race_in_loops(), 0),
            (Lines{"        thread (3,0,0)       thread (4,0,0)", "k       1                    0",
                   "j       -2                   -", "i       -                    12",
                   "access  write of tile[0][3]  read of tile[0][3]"}));
}

TEST(Table, NamesBlocksThatDiffer) {
  Finding race = race_in_loops();
  race.accesses[1].block = {0, 0, 0};
  EXPECT_EQ(witness_table(race, 0).at(1), "block   (1,2,0)              (0,0,0)");
}

TEST(Table, SaysThatTwoNamesAreOfOneCell) {
  Finding race = sample_race();
  race.accesses[1].cell = "[0][2]";
  EXPECT_EQ(witness_table(race, 0).back(),
            "access  write of tile[0][3]  read of tile[0][2]  <- the same memory");
}

TEST(Table, IsLeftOutWhereNothingDiffersOrItDoesNotFit) {
  EXPECT_TRUE(witness_table(sample_race(), 0).empty()); // only one is in a loop
  Finding race = race_in_loops();
  EXPECT_FALSE(witness_table(race, 47).empty());
  EXPECT_TRUE(witness_table(race, 46).empty());
  race.accesses[1].loops = race.accesses[0].loops;
  EXPECT_TRUE(witness_table(race, 0).empty());
}

TEST(Table, TakesVariablesOfOneNameOneByOne) {
  Finding race = sample_race();
  race.accesses[0].loops = {{"i", 1}, {"i", 2}};
  race.accesses[1].loops = {{"i", 3}};
  const std::vector<LoopRow> rows = loop_rows(race);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].values, (std::vector<std::optional<std::int64_t>>{1, 3}));
  EXPECT_EQ(rows[1].values, (std::vector<std::optional<std::int64_t>>{2, std::nullopt}));
}

TEST(Table, StandsBehindBothAccessesInText) {
  KernelResult kernel = sample_kernel();
  kernel.findings = {race_in_loops()};
  CheckResult result;
  result.kernels = {kernel};
  const std::string text = to_text(result, {});
  EXPECT_EQ(text.find(" at k = "), std::string::npos) << text;
  EXPECT_NE(text.find("      |            ^\n"
                      "              thread (3,0,0)       thread (4,0,0)\n"
                      "      k       1                    0\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("tile[0][3]\n  note: with blockDim"), std::string::npos) << text;
}

} // namespace
} // namespace heddle::report
