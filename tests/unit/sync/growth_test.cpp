// Memory and clock groups must not grow with the number of events.
#include "unit/sync/script.hpp"

namespace heddle::sync {
namespace {

// Warps 0 and 1 load buffers for warps 2..7; each round has full and empty barriers, an elected
// lane at an mbarrier, copies, atomics, small accesses and races.
struct Kernel {
  Engine e{{256, 32}};
  Kernel() {
    e.mbarrier_init(warp(2, 1), 8192, 1, {1});
    for (std::uint32_t w = 0; w < 8; ++w)
      e.sync(warp(w), at(0, std::nullopt, 2));
  }
  void round(std::uint32_t i) {
    for (std::uint32_t w = 0; w < 2; ++w) {
      touch(e, Access::write, warp(w), 128 * w, 4, 10, Value::opaque(i));
      e.arrive(warp(w), at(1, 256, 11));
    }
    for (std::uint32_t w = 2; w < 8; ++w)
      e.sync(warp(w), at(1, 256, 20));
    for (std::uint32_t w = 2; w < 8; ++w) {
      touch(e, Access::read, warp(w), 0, 4, 21);
      touch(e, Access::read, warp(w), 128, 0, 22);
      touch(e, Access::atomic, warp(w), 512, 0, 23);
      touch(e, Access::write, warp(w), 1024, 0, 24, Value::known(i)); // races
      touch(e, Access::write, warp(w), 2048 + 32 * w, 1, 25, {}, 1);  // bytes
      e.copy_commit(warp(w), Channel::async);
    }
    e.copy_wait(warp(2), Channel::async, 1);
    e.mbarrier_arrive(warp(2, 1), 8192, {1, 0, false, {26}});
    for (std::uint32_t w = 2; w < 8; ++w) {
      if (w == 2) {
        e.mbarrier_wait(warp(w), 8192, {std::nullopt, i % 2, {27}});
        e.warp_sync(warp(w), all_lanes, {28});
      }
      e.arrive(warp(w), at(2, 256, 29));
    }
    for (std::uint32_t w = 0; w < 2; ++w)
      e.sync(warp(w), at(2, 256, 12));
  }
};

TEST(Growth, MemoryIsTheSameAfterTenTimesTheEvents) {
  Kernel k;
  std::uint32_t i = 0;
  for (; i < 1'200; ++i)
    k.round(i); // more commits than marks are kept
  const std::size_t memory = k.e.memory(), found = k.e.findings().size();
  const std::uint32_t groups = k.e.statistics().clock_groups;
  for (; i < 12'000; ++i)
    k.round(i);
  EXPECT_EQ(k.e.memory(), memory);
  EXPECT_EQ(k.e.findings().size(), found);
  EXPECT_EQ(k.e.statistics().clock_groups, groups);
  EXPECT_LE(groups, 9u);
  EXPECT_EQ(k.e.statistics().dynamic_barriers, 1u + 3u * 12'000u);
  EXPECT_TRUE(k.e.well_synchronized());
  EXPECT_TRUE(find(k.e, FindingKind::race) || find(k.e, FindingKind::same_value_write));
}

TEST(Growth, EndlessArrivalsAreKeptOnce) {
  Engine e({32, 32});
  e.arrive(warp(0), at(0, 1u << 31, 1));
  const std::size_t memory = e.memory();
  for (int i = 0; i < 100'000; ++i)
    e.arrive(warp(0), at(0, 1u << 31, 1));
  EXPECT_EQ(e.memory(), memory);
}

} // namespace
} // namespace heddle::sync
