// Operations of the tensor core (tcgen05): what orders them, and their fences.
#include "unit/sync/script.hpp"

namespace heddle::sync {
namespace {

constexpr std::uint32_t bar = 1024, memory = 4096;
constexpr std::uint32_t product = 1, copy = 2;

// Copies come before products behind them, and products among each other.
bool in_order(std::uint32_t, std::uint32_t second) { return second == product; }

Engine two_warps() {
  Engine e({64, 32}, {.proxies = true, .pipelined = in_order});
  e.mbarrier_init(warp(0, 1), bar, 1, {90});
  e.fence(warp(0, 1), Fence::mbarrier_init);
  e.sync(warp(0), at(0, std::nullopt, 91));
  e.sync(warp(1), at(0, std::nullopt, 91));
  return e;
}

AccessEvent event(Access kind, Lanes who, const std::array<std::uint32_t, 32>& addresses,
                  std::uint32_t pc, std::uint32_t part, bool tensor_memory) {
  AccessEvent out{who, kind, addresses, 8, 1, {}, {pc}, Change::some};
  out.tensor = part;
  out.tensor_memory = tensor_memory;
  return out;
}
// By one thread, of shared memory or of tensor memory.
void operate(Engine& e, Access kind, Lanes who, std::uint32_t pc, std::uint32_t part,
             bool tensor_memory) {
  std::array<std::uint32_t, 32> addresses{};
  addresses.fill(tensor_memory ? memory : 0);
  e.tensor(event(kind, who, addresses, pc, part, tensor_memory), !tensor_memory);
}
void load(Engine& e, Lanes who, std::uint32_t pc) {
  std::array<std::uint32_t, 32> addresses{};
  addresses.fill(memory);
  e.access(event(Access::read, who, addresses, pc, 0, true));
}

TEST(Tensor, ACommitHandsOnThatItReadNoMore) {
  Engine e = two_warps();
  operate(e, Access::read, warp(0, 1), 1, product, false);
  e.tensor_commit(warp(0, 1), bar, {2});
  e.mbarrier_wait(warp(1, 1), bar, {{}, 0, {3}});
  touch(e, Access::write, warp(1, 1), 0, 0, 4);
  EXPECT_TRUE(e.findings().empty());
}

TEST(Tensor, AnArrivalDoesNot) {
  Engine e = two_warps();
  operate(e, Access::read, warp(0, 1), 1, product, false);
  e.mbarrier_arrive(warp(0, 1), bar, {.place = {2}});
  e.mbarrier_wait(warp(1, 1), bar, {{}, 0, {3}});
  touch(e, Access::write, warp(1, 1), 0, 0, 4);
  EXPECT_ONLY(e, FindingKind::race);
  EXPECT_EQ(e.findings()[0].first, (Participant{0, {1}, Role::tensor_read}));
}

TEST(Tensor, ItIsAsynchronousForItsOwnThread) {
  Engine e = two_warps();
  operate(e, Access::read, warp(0, 1), 1, product, false);
  touch(e, Access::write, warp(0, 1), 0, 0, 2);
  EXPECT_ONLY(e, FindingKind::race);
}

TEST(Tensor, ACommitSaysNothingOfWhatTheThreadDidItself) {
  Engine e = two_warps();
  touch(e, Access::write, warp(0, 1), 64, 0, 1);
  e.tensor_commit(warp(0, 1), bar, {2});
  e.mbarrier_wait(warp(1, 1), bar, {{}, 0, {3}});
  touch(e, Access::read, warp(1, 1), 64, 0, 4);
  EXPECT_ONLY(e, FindingKind::race);
  EXPECT_TRUE(e.well_synchronized());
}

TEST(Tensor, ACommitCoversWhatIsBehindNoOther) {
  Engine e = two_warps();
  e.tensor_commit(warp(0, 1), bar, {1});
  operate(e, Access::read, warp(0, 1), 2, product, false);
  e.mbarrier_wait(warp(1, 1), bar, {{}, 0, {3}});
  touch(e, Access::write, warp(1, 1), 0, 0, 4);
  EXPECT_ONLY(e, FindingKind::race);
}

TEST(Tensor, SomeComeInTheOrderOfTheirIssue) {
  Engine e = two_warps();
  operate(e, Access::write, warp(0, 1), 1, copy, true);
  operate(e, Access::write, warp(0, 1), 2, product, true);
  operate(e, Access::write, warp(0, 1), 3, product, true);
  EXPECT_TRUE(e.findings().empty());
  operate(e, Access::write, warp(0, 1), 4, copy, true);
  EXPECT_ONLY(e, FindingKind::race);
}

TEST(Tensor, FencesOfTheCanonicalPattern) {
  Engine e = two_warps();
  operate(e, Access::write, warp(0, 1), 1, product, true);
  e.tensor_commit(warp(0, 1), bar, {2});
  e.mbarrier_wait(warp(1, 1), bar, {{}, 0, {3}});
  e.tensor_fence(warp(1, 1), false);
  load(e, warp(1, 1), 4);
  EXPECT_TRUE(e.findings().empty());
}

TEST(Tensor, WithoutAFenceBehindTheWaitItIsAWarning) {
  Engine e = two_warps();
  operate(e, Access::write, warp(0, 1), 1, product, true);
  e.tensor_commit(warp(0, 1), bar, {2});
  e.mbarrier_wait(warp(1, 1), bar, {{}, 0, {3}});
  load(e, warp(1, 1), 4);
  EXPECT_ONLY(e, FindingKind::proxy);
  EXPECT_EQ(e.findings()[0].detail, Detail::tensor_after);
  EXPECT_TRUE(e.findings()[0].warning);
}

TEST(Tensor, WithoutAFenceBehindTheFirstAccessLikewise) {
  Engine e = two_warps();
  load(e, warp(1, 1), 1);
  e.mbarrier_arrive(warp(1, 1), bar, {.place = {2}});
  e.mbarrier_wait(warp(0, 1), bar, {{}, 0, {3}});
  e.tensor_fence(warp(0, 1), false);
  operate(e, Access::write, warp(0, 1), 4, product, true);
  EXPECT_ONLY(e, FindingKind::proxy);
  EXPECT_EQ(e.findings()[0].detail, Detail::tensor_before);
}

// PTX ISA, "Canonical synchronization patterns": with fences relaxed operations are enough.
TEST(Tensor, RelaxedOperationsNeedBothFences) {
  for (const bool before : {false, true})
    for (const bool after : {false, true}) {
      Engine e = two_warps();
      load(e, warp(1, 1), 1);
      if (before) e.tensor_fence(warp(1, 1), true);
      e.mbarrier_arrive(warp(1, 1), bar, {.place = {2}, .relaxed = true});
      e.mbarrier_wait(warp(0, 1), bar, {{}, 0, {3}, true});
      if (after) e.tensor_fence(warp(0, 1), false);
      operate(e, Access::write, warp(0, 1), 4, product, true);
      EXPECT_EQ(count(e, FindingKind::race), before && after ? 0u : 1u) << before << after;
      EXPECT_EQ(count(e, FindingKind::proxy), 0u);
    }
}

TEST(Tensor, RelaxedOperationsOrderNothingElse) {
  Engine e = two_warps();
  touch(e, Access::write, warp(1, 1), 64, 0, 1);
  e.tensor_fence(warp(1, 1), true);
  e.mbarrier_arrive(warp(1, 1), bar, {.place = {2}, .relaxed = true});
  e.mbarrier_wait(warp(0, 1), bar, {{}, 0, {3}, true});
  e.tensor_fence(warp(0, 1), false);
  touch(e, Access::read, warp(0, 1), 64, 0, 4);
  EXPECT_ONLY(e, FindingKind::race);
}

// Likewise for what a commit hands on: its end, not its issue, is what the wait shows.
TEST(Tensor, ARelaxedWaitForACommitNeedsTheFenceBehindItAlone) {
  for (const std::uint32_t part : {0u, product})
    for (const bool after : {false, true}) {
      Engine e = two_warps();
      operate(e, Access::write, warp(0, 1), 1, product, true);
      e.tensor_commit(warp(0, 1), bar, {2});
      e.mbarrier_wait(warp(1, 1), bar, {{}, 0, {3}, true});
      if (after) e.tensor_fence(warp(1, 1), false);
      if (part)
        operate(e, Access::write, warp(1, 1), 4, part, true);
      else
        load(e, warp(1, 1), 4);
      EXPECT_EQ(e.findings().size(), after ? 0u : 1u) << part << after;
    }
}

TEST(Tensor, WhatComesInOrderAnywayNeedsNoFenceBehindAWait) {
  Engine e = two_warps();
  operate(e, Access::write, warp(0, 1), 1, product, true);
  e.tensor_commit(warp(0, 1), bar, {2});
  e.mbarrier_wait(warp(0, 1), bar, {{}, 0, {3}});
  operate(e, Access::write, warp(0, 1), 4, product, true);
  EXPECT_TRUE(e.findings().empty());
}

// ---- loads and stores of tensor memory: copies of their own -------------------------------------

void move(Engine& e, Access kind, Lanes who, std::uint32_t pc) {
  std::array<std::uint32_t, 32> addresses{};
  addresses.fill(memory);
  e.copy(event(kind, who, addresses, pc, 0, true),
         kind == Access::read ? Channel::tensor_load : Channel::tensor_store);
}
void wait_for(Engine& e, Lanes who, Channel channel) {
  e.copy_commit(who, channel);
  e.copy_wait(who, channel, 0);
}

TEST(Tensor, AMoveIsUnderWayUpToItsOwnWait) {
  for (const bool right : {false, true}) {
    Engine e = two_warps();
    move(e, Access::write, warp(1, 1), 1);
    wait_for(e, warp(1, 1), right ? Channel::tensor_store : Channel::tensor_load);
    e.tensor_fence(warp(1, 1), true);
    e.mbarrier_arrive(warp(1, 1), bar, {.place = {2}});
    e.mbarrier_wait(warp(0, 1), bar, {{}, 0, {3}});
    e.tensor_fence(warp(0, 1), false);
    operate(e, Access::write, warp(0, 1), 4, product, true);
    EXPECT_EQ(count(e, FindingKind::race), right ? 0u : 1u);
    EXPECT_EQ(e.findings().size(), right ? 0u : 1u);
  }
}

TEST(Tensor, AFenceBeforeTheWaitOfAMoveDoesNotCoverIt) {
  Engine e = two_warps();
  move(e, Access::read, warp(1, 1), 1);
  e.tensor_fence(warp(1, 1), true);
  wait_for(e, warp(1, 1), Channel::tensor_load);
  e.mbarrier_arrive(warp(1, 1), bar, {.place = {2}});
  e.mbarrier_wait(warp(0, 1), bar, {{}, 0, {3}});
  e.tensor_fence(warp(0, 1), false);
  operate(e, Access::write, warp(0, 1), 4, product, true);
  EXPECT_ONLY(e, FindingKind::proxy);
  EXPECT_EQ(e.findings()[0].detail, Detail::tensor_before);
}

TEST(Tensor, MovesOfOneThreadOvertakeEachOther) {
  Engine e = two_warps();
  move(e, Access::write, warp(0, 1), 1);
  move(e, Access::read, warp(0, 1), 2);
  EXPECT_ONLY(e, FindingKind::race);
}

} // namespace
} // namespace heddle::sync
