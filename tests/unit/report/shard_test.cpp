#include "report/shard.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace heddle::report {
namespace {

// The largest part of the whole that a shard has, times the number of shards: 1 is ideal.
double imbalance(const std::vector<double>& loads, const std::vector<unsigned>& shares,
                 unsigned shards) {
  std::vector<double> sums(shards);
  for (std::size_t i = 0; i < loads.size(); ++i)
    sums.at(shares[i] - 1) += loads[i];
  return *std::ranges::max_element(sums) * shards / std::accumulate(sums.begin(), sums.end(), 0.0);
}

TEST(Share, IsBalancedForATreeOfTenThousandKernels) {
  std::mt19937 random(7);
  std::lognormal_distribution<double> size(8.5, 1.2),
      pace(0, 0.5); // bytes; seconds for a byte, as far as files differ
  std::vector<std::uintmax_t> sizes;
  std::vector<double> bytes, seconds;
  for (int i = 0; i < 10000; ++i) {
    sizes.push_back(static_cast<std::uintmax_t>(size(random)));
    bytes.push_back(static_cast<double>(sizes.back()));
    seconds.push_back(bytes.back() * pace(random));
  }
  for (const unsigned shards : {1U, 2U, 4U, 8U}) {
    const auto shares = share(sizes, shards);
    EXPECT_LT(imbalance(bytes, shares, shards), 1.001) << shards;
    EXPECT_LT(imbalance(seconds, shares, shards), 1.1) << shards;
  }
}

TEST(Share, IsTheSameEveryTimeAndLeavesNoFileOut) {
  EXPECT_EQ(share({5, 5, 5, 5}, 2), (std::vector<unsigned>{1, 2, 1, 2}));
  EXPECT_EQ(share({0, 0, 0}, 3), (std::vector<unsigned>{1, 2, 3}));
  EXPECT_EQ(share({1, 9, 4, 4}, 2), (std::vector<unsigned>{1, 1, 2, 2}));
  EXPECT_EQ(share({3}, 4), (std::vector<unsigned>{1}));
  EXPECT_TRUE(share({}, 4).empty());
}

} // namespace
} // namespace heddle::report
