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

// Where earlier runs told the seconds of most files, and the pace of files differs much: ten trees.
TEST(Share, IsBalancedBySecondsOfEarlierRuns) {
  double by_size = 0, by_seconds = 0;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    std::lognormal_distribution<double> size(8.5, 1), pace(-7, 1), change(0, 0.1);
    std::vector<std::uintmax_t> sizes;
    std::vector<double> seconds;
    std::vector<std::optional<double>> known;
    for (int i = 0; i < 1000; ++i) {
      sizes.push_back(static_cast<std::uintmax_t>(size(random)));
      seconds.push_back(static_cast<double>(sizes.back()) * pace(random));
      known.push_back(i % 20 ? std::optional(seconds.back() * change(random)) : std::nullopt);
    }
    by_size += imbalance(seconds, share(sizes, 8), 8) / 10;
    by_seconds += imbalance(seconds, share(weights(sizes, known), 8), 8) / 10;
  }
  EXPECT_LT(by_seconds, 1.1);
  EXPECT_GT(by_size, by_seconds + 0.1);
}

TEST(Share, WeighsUnknownFilesAtThePaceOfKnownOnes) {
  EXPECT_EQ(weights({100, 300, 50}, {2.0, std::nullopt, 1.0}),
            (std::vector<std::uintmax_t>{2000000, 6000000, 1000000}));
  EXPECT_EQ(weights({100, 300}, {std::nullopt, std::nullopt}),
            (std::vector<std::uintmax_t>{100, 300}));
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
