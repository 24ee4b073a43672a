#include "repair/fewest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace heddle::repair {
namespace {

// Right is what holds one of each set.
bool hits(const std::vector<Placement>& sets, const Placement& some) {
  return std::ranges::all_of(sets, [&](const Placement& set) {
    return std::ranges::any_of(set, [&](ChoiceId i) { return some.contains(i); });
  });
}

TEST(Fewest, KeepsWhatIsNeeded) {
  const std::vector<ChoiceId> all{5, 4, 3, 2, 1, 0};
  const auto never = [] { return false; };
  const auto few = [&](const std::vector<Placement>& sets) {
    return fewest(
        all, [&](const Placement& some) { return hits(sets, some); }, never);
  };
  EXPECT_EQ(few({}), Placement{});
  EXPECT_EQ(few({{3}}), Placement{3});
  EXPECT_EQ(few({{3}, {0, 5}}), (Placement{0, 3})); // the first are given up first
  EXPECT_EQ(few({{0}, {1}, {2}, {3}, {4}, {5}}), (Placement{0, 1, 2, 3, 4, 5}));
}

TEST(Fewest, StopsWhenTimeIsOver) {
  unsigned asked = 0;
  const auto is_right = [&](const Placement& some) { return ++asked, some.contains(7); };
  const Placement found = fewest({9, 8, 7, 6}, is_right, [&] { return asked >= 3; });
  EXPECT_TRUE(found.contains(7));
  EXPECT_LE(asked, 3U);
}

TEST(Fewest, IsIrreducibleAndAsksLittle) {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    std::vector<ChoiceId> all(64);
    for (ChoiceId i = 0; i < all.size(); ++i)
      all[i] = i;
    std::vector<Placement> sets(1 + random() % 3);
    for (Placement& set : sets)
      for (unsigned size = 1 + random() % 5; size > 0; --size)
        set.insert(random() % 64);
    unsigned asked = 0;
    const Placement found = fewest(
        all, [&](const Placement& some) { return ++asked, hits(sets, some); },
        [] { return false; });
    EXPECT_TRUE(hits(sets, found));
    for (const ChoiceId i : found) {
      Placement less = found;
      less.erase(i);
      EXPECT_FALSE(hits(sets, less));
    }
    EXPECT_LE(asked, 45U); // of 64 and at most 3
  }
}

} // namespace
} // namespace heddle::repair
