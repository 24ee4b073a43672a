// Arrays that may be one: what follows, and what a run may make one.
#include "core/aliases.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

using Pairs = std::vector<std::pair<ArrayId, ArrayId>>;

Kernel kernel_with(std::size_t arrays, Pairs aliases) {
  Kernel kernel;
  kernel.arrays.resize(arrays);
  kernel.aliases = std::move(aliases);
  return kernel;
}

TEST(Aliases, OverlapOnlyAsTold) {
  const Kernel kernel = kernel_with(3, {{0, 2}, {1, 2}});
  EXPECT_TRUE(may_overlap(kernel, 2, 0));
  EXPECT_TRUE(may_overlap(kernel, 1, 1));
  EXPECT_FALSE(may_overlap(kernel, 0, 1));
}

TEST(Aliases, ClosureOfAChain) {
  EXPECT_EQ(
      closure({{0, 1}, {1, 2}, {2, 3}}),
      (std::set<std::pair<ArrayId, ArrayId>>{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}));
  EXPECT_EQ(closure({{0, 1}, {2, 3}}).size(), 2U);
}

TEST(Aliases, TransitiveOnesAreOneInEachRun) {
  const Kernel kernel = kernel_with(4, {{0, 1}, {0, 2}, {1, 2}});
  EXPECT_EQ(aliases_of_run(kernel, 0, 3), kernel.aliases);
}

TEST(Aliases, AChoiceIsOneOfThem) {
  Kernel kernel = kernel_with(3, {{0, 2}, {1, 2}});
  EXPECT_EQ(aliases_of_run(kernel, 0, 2), (Pairs{{0, 2}}));
  EXPECT_EQ(aliases_of_run(kernel, 1, 2), (Pairs{{1, 2}}));
}

TEST(Aliases, WhatIsSurelyOneStaysSo) {
  // 3 is 0 in each launch; 2 may be 1, or 0 and so 3
  Kernel kernel = kernel_with(4, {{0, 2}, {0, 3}, {1, 2}, {2, 3}});
  kernel.chosen_aliases = {{0, 2}, {1, 2}, {2, 3}};
  EXPECT_EQ(aliases_of_run(kernel, 1, 2), (Pairs{{1, 2}, {0, 3}}));
  EXPECT_EQ(aliases_of_run(kernel, 0, 2), (Pairs{{0, 2}, {0, 3}}));
}

} // namespace
} // namespace heddle::core
