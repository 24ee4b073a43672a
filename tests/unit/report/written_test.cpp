#include "report/written.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

std::string written(const std::string& line, unsigned column, const std::string& array = "params") {
  AccessReport access;
  access.array = array;
  access.cell = "[2]";
  access.position = {"a.cu", 1, column};
  access.source_line = line;
  return written_place(access);
}

TEST(WrittenPlace, IsTheNameOfThePartWithItsIndex) {
  EXPECT_EQ(written("  s_weight[i / x128::size] = load(weight + i);", 3),
            "s_weight[i / x128::size]");
  EXPECT_EQ(written("sum += row[k][at[k]];", 8), "row[k][at[k]]");
}

TEST(WrittenPlace, IsNotToldWhereTheLineHasTheArray) {
  EXPECT_EQ(written("params[2] = 0;", 1), "");
  EXPECT_EQ(written("params2[2] = 0;", 1), "params2[2]");
}

TEST(WrittenPlace, IsNothingButANameAndBrackets) {
  EXPECT_EQ(written("*p = 0;", 1), "");
  EXPECT_EQ(written("s->row[k] = 0;", 1), "");
  EXPECT_EQ(written("store(p, 0);", 1), "");
  EXPECT_EQ(written("[k] = 0;", 1), "");
  EXPECT_EQ(written("row[k", 1), "");
  EXPECT_EQ(written("row[]", 1), "row[]");
  EXPECT_EQ(written("row[the_first_of_many_elements_that_are_read_here] = 0;", 1), "");
  EXPECT_EQ(written("row[k]", 0), "");
  EXPECT_EQ(written("row[k]", 9), "");
  EXPECT_EQ(written("row[k]", 1, ""), "");
}

} // namespace
} // namespace heddle::report
