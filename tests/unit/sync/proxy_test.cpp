// Proxy fences: what is told of single pairs. (All orders: proxy_oracle_test.cpp.)
#include "unit/sync/script.hpp"

namespace heddle::sync {
namespace {

constexpr std::uint32_t bar = 1024;

Engine two_warps() { return Engine({64, 32}, {.proxies = true}); }
void meet(Engine& e) {
  e.sync(warp(0), at(0, std::nullopt, 90));
  e.sync(warp(1), at(0, std::nullopt, 90));
}
// A bulk store of the first 128 bytes by one thread.
void store(Engine& e, Lanes who, std::uint32_t pc) {
  std::array<std::uint32_t, 32> addresses{};
  e.copy({who, Access::read, addresses, 8, 16, {}, {pc}}, Channel::bulk);
  e.copy_commit(who, Channel::bulk);
  e.copy_wait(who, Channel::bulk, 0);
}
// A bulk load to them.
void load(Engine& e, Lanes who, std::uint32_t pc) {
  std::array<std::uint32_t, 32> addresses{};
  e.mbarrier_arrive(who, bar, {.expect_bytes = 128, .place = {pc}});
  e.copy_bulk({who, Access::write, addresses, 8, 16, {}, {pc + 1}}, bar, 128);
}

TEST(Proxy, AWriteThatNobodyFences) {
  Engine e = two_warps();
  touch(e, Access::write, warp(0), 0, 4, 1);
  meet(e);
  store(e, warp(1, 1), 2);
  EXPECT_ONLY(e, FindingKind::proxy);
  const Finding& f = e.findings()[0];
  EXPECT_EQ(f.detail, Detail::none);
  EXPECT_FALSE(f.warning);
  EXPECT_EQ(f.first.place, Place{1});
  EXPECT_EQ(f.second, (Participant{32, {2}, Role::copy_read}));
  EXPECT_EQ(f.address, 0u);
  EXPECT_EQ(f.size, 8u); // of the first element
  EXPECT_TRUE(e.well_synchronized());
}

TEST(Proxy, AFenceOfEveryWriter) {
  Engine e = two_warps();
  touch(e, Access::write, warp(0), 0, 4, 1);
  e.fence(warp(0), Fence::async);
  meet(e);
  store(e, warp(1, 1), 2);
  EXPECT_TRUE(e.findings().empty());
}

TEST(Proxy, AFenceOfSomeWriters) {
  Engine e = two_warps();
  touch(e, Access::write, warp(0), 0, 4, 1);
  e.fence(warp(0, 0xffff), Fence::async);
  meet(e);
  store(e, warp(1, 1), 2);
  EXPECT_ONLY(e, FindingKind::proxy);
  EXPECT_EQ(e.findings()[0].first.thread, 16u);
}

TEST(Proxy, AFenceOfTheIssuerIsLate) {
  Engine e = two_warps();
  touch(e, Access::write, warp(0), 0, 4, 1);
  meet(e);
  e.fence(warp(1, 1), Fence::async);
  store(e, warp(1, 1), 2);
  EXPECT_ONLY(e, FindingKind::proxy);
  EXPECT_EQ(e.findings()[0].detail, Detail::fenced_late);
  EXPECT_TRUE(e.findings()[0].warning);
}

TEST(Proxy, AWriteBehindTheFence) {
  Engine e = two_warps();
  touch(e, Access::write, warp(0), 0, 4, 1);
  e.fence(warp(0), Fence::async);
  touch(e, Access::write, warp(0), 0, 4, 3);
  meet(e);
  store(e, warp(1, 1), 2);
  EXPECT_ONLY(e, FindingKind::proxy);
  EXPECT_EQ(e.findings()[0].first.place, Place{3});
}

TEST(Proxy, AReadThatIsOverwritten) {
  for (const bool fenced : {false, true}) {
    Engine e = two_warps();
    e.mbarrier_init(warp(1, 1), bar, 1, {5});
    e.fence(warp(1, 1), Fence::mbarrier_init);
    touch(e, Access::read, warp(0), 0, 4, 1);
    if (fenced) e.fence(warp(0), Fence::async);
    meet(e);
    load(e, warp(1, 1), 2);
    if (fenced) {
      EXPECT_TRUE(e.findings().empty());
      continue;
    }
    EXPECT_ONLY(e, FindingKind::proxy);
    EXPECT_EQ(e.findings()[0].detail, Detail::overwritten);
    EXPECT_TRUE(e.findings()[0].warning);
  }
}

TEST(Proxy, AnInitialisationWithoutAFence) {
  Engine e = two_warps();
  e.mbarrier_init(warp(0, 1), bar, 1, {5});
  load(e, warp(0, 1), 2);
  EXPECT_ONLY(e, FindingKind::proxy);
  EXPECT_EQ(e.findings()[0].detail, Detail::initialised_unfenced);
  EXPECT_TRUE(e.findings()[0].warning);
}

// What the async proxy wrote itself needs no fence.
TEST(Proxy, ALoadAndThenAStore) {
  Engine e = two_warps();
  e.mbarrier_init(warp(0, 1), bar, 1, {5});
  e.fence(warp(0, 1), Fence::mbarrier_init);
  load(e, warp(0, 1), 2);
  EXPECT_EQ(e.mbarrier_wait(warp(0, 1), bar, {std::nullopt, 0, {4}}).blocked, 0u);
  store(e, warp(0, 1), 6);
  EXPECT_TRUE(e.findings().empty());
}

TEST(Proxy, NotAskedFor) {
  Engine e({64, 32});
  touch(e, Access::write, warp(0), 0, 4, 1);
  meet(e);
  store(e, warp(1, 1), 2);
  EXPECT_TRUE(e.findings().empty());
}

} // namespace
} // namespace heddle::sync
