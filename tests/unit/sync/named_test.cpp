#include "unit/sync/script.hpp"

#include <stdexcept>

namespace heddle::sync {
namespace {

constexpr auto read = Access::read;
constexpr auto write = Access::write;

Engine two_warps(EngineOptions options = {}) { return Engine({64, 32}, options); }
Engine two_threads() { return Engine({2, 1}); }

// ---- order --------------------------------------------------------------------------------------

TEST(Named, ProducerAndConsumerAreOrdered) {
  Engine e = two_warps();
  touch(e, write, warp(0), 0, 4, 1);
  EXPECT_EQ(e.arrive(warp(0), at(1, 64, 2)).blocked, 0u);
  const Step step = e.sync(warp(1), at(1, 64, 10));
  EXPECT_EQ(step.blocked, 0u);
  EXPECT_TRUE(step.woken.empty());
  touch(e, read, warp(1), 0, 4, 11);
  e.finish();
  EXPECT_TRUE(e.findings().empty());
  EXPECT_EQ(e.statistics().dynamic_barriers, 1u);
  EXPECT_EQ(e.statistics().shared_addresses, 32u);
  EXPECT_EQ(e.statistics().accesses, 64u);
  EXPECT_EQ(e.statistics().commands, 128u);
  EXPECT_EQ(e.statistics().race_tests, 32u);
}

TEST(Named, SyncBlocksUntilTheOthersCome) {
  Engine e = two_warps();
  EXPECT_EQ(e.sync(warp(1), at(0, 64, 10)).blocked, all_lanes);
  EXPECT_THROW(e.sync(warp(1), at(0, 64, 10)), std::invalid_argument);
  const Step step = e.sync(warp(0), at(0, 64, 10));
  EXPECT_EQ(step.blocked, 0u);
  ASSERT_EQ(step.woken.size(), 1u);
  EXPECT_EQ(step.woken[0], warp(1));
  e.finish();
  EXPECT_TRUE(e.findings().empty());
}

TEST(Named, ArriveDoesNotOrderWhatFollows) {
  Engine e = two_warps();
  touch(e, read, warp(0), 0, 4, 1);
  e.arrive(warp(0), at(1, 64, 2));
  touch(e, read, warp(0), 0, 4, 3); // after the arrival: races with the write
  e.sync(warp(1), at(1, 64, 10));
  touch(e, write, warp(1), 0, 4, 11);
  e.finish();
  EXPECT_ONLY(e, FindingKind::race);
  const Finding& f = e.findings()[0];
  EXPECT_EQ(f.first, (Participant{0, {3}, Role::read}));
  EXPECT_EQ(f.second, (Participant{32, {11}, Role::write}));
  EXPECT_EQ(f.occurrences, 32u);
  EXPECT_EQ(f.address, 0u);
  EXPECT_EQ(f.size, 4u);
  EXPECT_TRUE(e.well_synchronized());
}

TEST(Named, LanesOfAWarpAreOrderedBySyncsOnly) {
  for (const bool synced : {false, true}) {
    Engine e({32, 32});
    touch(e, write, warp(0), 0, 4, 1);
    if (synced) {
      e.sync(warp(0), at(0, 32, 2));
    } else {
      e.arrive(warp(0), at(0, 32, 2));
    }
    touch(e, read, warp(0), 4, 4, 3); // the neighbour's word
    e.finish();
    EXPECT_EQ(count(e, FindingKind::race), synced ? 0u : 1u);
    if (!synced) EXPECT_EQ(e.findings()[0].occurrences, 31u);
  }
}

TEST(Named, LockStepOrdersInstructionsButNotTheLanesOfOne) {
  Engine e({32, 32}, {.lock_step = true});
  touch(e, write, warp(0), 0, 4, 1);
  touch(e, read, warp(0), 4, 4, 2);
  EXPECT_TRUE(e.findings().empty());
  touch(e, write, warp(0), 0, 0, 3);
  EXPECT_ONLY(e, FindingKind::race);
  EXPECT_EQ(e.findings()[0].first.place, Place{3});
}

TEST(Named, PartsOfAWarpThatMeetAgainShareAClockAgain) {
  Engine e({64, 32});
  for (int i = 0; i < 100; ++i) {
    const LaneMask half = i % 3 == 0 ? 0xFFFF : i % 3 == 1 ? 0x55555555 : 0xFF00FF;
    e.warp_sync(warp(0, half), half, {1});
    e.warp_sync(warp(0, ~half), ~half, {2});
    touch(e, write, warp(0, 1), 0, 4, 3);
    touch(e, write, warp(0, 1u << 16), 0, 4, 4);
    e.sync(warp(0), at(0, std::nullopt, 5));
    e.sync(warp(1), at(0, std::nullopt, 5));
  }
  e.finish();
  EXPECT_TRUE(e.findings().empty());
  EXPECT_EQ(e.statistics().clock_groups, 3u);
}

TEST(Named, HalvesOfAWarpAreNotOrderedByTheirOwnSyncs) {
  Engine e({32, 32});
  touch(e, write, warp(0, 0xFFFF), 0, 4, 1);
  e.warp_sync(warp(0, 0xFFFF), 0xFFFF, {2});
  e.warp_sync(warp(0, 0xFFFF0000), 0xFFFF0000, {3});
  touch(e, read, warp(0, 0xFFFF0000), 0, 0, 4);
  EXPECT_ONLY(e, FindingKind::race);
}

TEST(Named, WarpSyncWaitsForItsMembers) {
  Engine e({32, 32});
  touch(e, write, warp(0, 1), 0, 4, 1);
  EXPECT_EQ(e.warp_sync(warp(0, 1), 3, {2}).blocked, 1u);
  const Step step = e.warp_sync(warp(0, 2), 3, {3});
  EXPECT_EQ(step.blocked, 0u);
  ASSERT_EQ(step.woken.size(), 1u);
  EXPECT_EQ(step.woken[0], warp(0, 1));
  touch(e, read, warp(0, 2), 0, 0, 4);
  EXPECT_TRUE(e.findings().empty());
  e.warp_sync(warp(0, 4), 3, {5});
  EXPECT_ONLY(e, FindingKind::alignment);
  EXPECT_EQ(e.findings()[0].detail, Detail::part_of_warp);
}

// ---- exits --------------------------------------------------------------------------------------

TEST(Named, ExitCompletesABarrierOfAllThreads) {
  Engine e = two_warps();
  touch(e, write, warp(0), 0, 4, 1);
  EXPECT_EQ(e.sync(warp(1), at(0, std::nullopt, 10)).blocked, all_lanes);
  const Step step = e.exit(warp(0));
  ASSERT_EQ(step.woken.size(), 1u);
  touch(e, read, warp(1), 0, 4, 11); // ordered: it exited before
  e.exit(warp(1));
  e.finish();
  EXPECT_ONLY(e, FindingKind::exited_threads);
  EXPECT_TRUE(e.findings()[0].warning);
  EXPECT_EQ(e.findings()[0].first_count, 64u);
  EXPECT_EQ(e.findings()[0].second_count, 32u);
  EXPECT_TRUE(e.well_synchronized());
}

TEST(Named, WhatExitedLanesDidIsNotHandedOnByTheOthers) {
  Engine e = two_warps();
  touch(e, write, warp(0, 1), 0, 0, 1);
  e.exit(warp(0, 1));
  e.arrive(warp(0, ~1u), at(1, 64, 2)); // the live lanes: aligned
  e.sync(warp(1), at(1, 64, 10));
  touch(e, read, warp(1), 0, 0, 11);
  ASSERT_EQ(e.findings().size(), 2u);
  EXPECT_EQ(e.findings()[0].kind, FindingKind::exited_threads); // the warp counts for 32
  EXPECT_TRUE(e.findings()[0].warning);
  EXPECT_EQ(e.findings()[1].kind, FindingKind::race);
}

TEST(Named, ABarrierOfAWarpHandsOnWhatExitedMembersDidAndNoMore) {
  Engine e({32, 32});
  touch(e, write, warp(0, 2), 0, 0, 1);
  e.exit(warp(0, 2));
  touch(e, write, warp(0, 4), 64, 0, 2); // no member
  EXPECT_EQ(e.warp_sync(warp(0, 1), 3, {3}).blocked, 0u);
  touch(e, read, warp(0, 1), 0, 0, 4);
  EXPECT_TRUE(e.findings().empty());
  touch(e, read, warp(0, 1), 64, 0, 5);
  EXPECT_ONLY(e, FindingKind::race);
}

TEST(Named, ExitDoesNotCompleteABarrierWithACount) {
  Engine e = two_warps();
  e.sync(warp(1), at(0, 64, 10));
  e.exit(warp(0));
  e.finish();
  EXPECT_ONLY(e, FindingKind::deadlock);
  const Finding& f = e.findings()[0];
  ASSERT_EQ(f.blocked.size(), 1u);
  EXPECT_EQ(f.cycle, 0u);
  EXPECT_EQ(f.blocked[0].registered, 32u);
  EXPECT_EQ(f.blocked[0].required, 64u);
  EXPECT_EQ(f.blocked[0].barrier, (BarrierRef{BarrierRef::Kind::named, 0}));
}

TEST(Named, APartialLastWarpCountsAsAWhole) {
  Engine e({48, 32});
  EXPECT_EQ(e.sync(warp(0), at(1, 64, 1)).blocked, all_lanes);
  EXPECT_EQ(e.sync(warp(1, 0xFFFF), at(1, 64, 1)).blocked, 0u);
  EXPECT_EQ(e.sync(warp(0), at(0, std::nullopt, 2)).blocked, all_lanes);
  EXPECT_EQ(e.sync(warp(1, 0xFFFF), at(0, std::nullopt, 2)).blocked, 0u);
  e.finish();
  EXPECT_TRUE(e.findings().empty());
}

// ---- findings -----------------------------------------------------------------------------------

TEST(Named, CyclicWaitIsADeadlockWithItsRing) {
  Engine e({96, 32});
  e.sync(warp(2), at(2, 96, 30));
  e.sync(warp(0), at(0, 64, 1));
  e.sync(warp(1), at(1, 64, 10));
  e.finish();
  EXPECT_ONLY(e, FindingKind::deadlock);
  const Finding& f = e.findings()[0];
  ASSERT_EQ(f.blocked.size(), 3u);
  ASSERT_EQ(f.cycle, 2u);
  EXPECT_NE(f.blocked[0].barrier, f.blocked[1].barrier);
}

TEST(Named, CountsOfOneGenerationMustAgree) {
  Engine e = two_warps();
  e.arrive(warp(0), at(3, 64, 1));
  e.sync(warp(1), at(3, 96, 2));
  e.finish();
  EXPECT_ONLY(e, FindingKind::count);
  const Finding& f = e.findings()[0];
  EXPECT_EQ(f.detail, Detail::different_counts);
  EXPECT_EQ(f.first, (Participant{0, {1}, Role::arrive}));
  EXPECT_EQ(f.second, (Participant{32, {2}, Role::sync}));
  EXPECT_EQ(f.first_count, 64u);
  EXPECT_EQ(f.second_count, 96u);
  EXPECT_EQ(f.barrier.id, 3u);
  EXPECT_FALSE(e.well_synchronized());
}

TEST(Named, AllThreadsAndTheirNumberAgree) {
  Engine e = two_warps();
  e.sync(warp(0), at(0, std::nullopt, 1));
  e.sync(warp(1), at(0, 64, 1));
  e.finish();
  EXPECT_TRUE(e.findings().empty());
}

TEST(Named, MoreArrivalsThanCounted) {
  Engine e = two_warps();
  e.arrive(warp(0, 0xFF), at(0, 32, 1, false));
  e.sync(warp(1), at(0, 32, 2));
  const Finding* f = find(e, FindingKind::count);
  ASSERT_TRUE(f);
  EXPECT_EQ(f->detail, Detail::too_many);
  EXPECT_EQ(f->second_count, 40u);
}

TEST(Named, MoreArrivalsThanCountedWithoutAnOrder) {
  Engine e({96, 32});
  e.sync(warp(0), at(0, 64, 1));
  e.arrive(warp(1), at(0, 64, 10));
  e.sync(warp(2), at(0, 64, 20)); // a third one for a generation of two
  for (const std::uint32_t w : {0u, 1u})
    e.exit(warp(w));
  e.finish();
  ASSERT_EQ(e.findings().size(), 3u);
  const Finding& f = e.findings()[0];
  EXPECT_EQ(f.kind, FindingKind::count);
  EXPECT_EQ(f.detail, Detail::too_many);
  EXPECT_EQ(f.generation, 0u);
  EXPECT_EQ(f.first_count, 64u);
  EXPECT_EQ(f.second_count, 96u);
  EXPECT_EQ(f.first, (Participant{0, {1}, Role::sync}));
  EXPECT_EQ(f.second, (Participant{64, {20}, Role::sync}));
  EXPECT_FALSE(f.after_violation);
  EXPECT_EQ(e.findings()[1].kind, FindingKind::recycling);
  EXPECT_EQ(e.findings()[2].kind, FindingKind::deadlock);
}

TEST(Named, ArrivalsThatWaitForSomebodyElseAreNotTooMany) {
  Engine e({128, 32});
  e.sync(warp(0), at(0, 64, 1));
  e.arrive(warp(1), at(0, 64, 10));
  e.sync(warp(2), at(0, 64, 20)); // too early, but warp 3 would come to it
  e.sync(warp(3), at(1, 64, 30));
  e.finish();
  EXPECT_EQ(count(e, FindingKind::recycling), 1u);
  EXPECT_EQ(count(e, FindingKind::deadlock), 1u);
  EXPECT_EQ(count(e, FindingKind::count), 0u);
}

TEST(Named, IdsAndCountsOutOfRange) {
  Engine e = two_warps();
  EXPECT_EQ(e.sync(warp(0), at(16, 64, 1)).blocked, 0u);
  EXPECT_EQ(e.sync(warp(0), at(1, 0, 2)).blocked, 0u);
  EXPECT_EQ(e.sync(warp(0), at(2, 48, 3)).blocked, all_lanes);
  ASSERT_EQ(e.findings().size(), 3u);
  EXPECT_EQ(e.findings()[0].kind, FindingKind::barrier_id);
  EXPECT_EQ(e.findings()[0].barrier.id, 16u);
  EXPECT_EQ(e.findings()[1].kind, FindingKind::count_multiple);
  EXPECT_EQ(e.findings()[1].second_count, 0u);
  EXPECT_EQ(e.findings()[2].kind, FindingKind::count_multiple);
  EXPECT_EQ(e.findings()[2].second_count, 48u);
  EXPECT_FALSE(e.findings()[0].after_violation);
  EXPECT_TRUE(e.findings()[1].after_violation);
}

TEST(Named, AlignedBarriersTakeWholeWarps) {
  Engine e = two_warps();
  e.sync(warp(0, 0xFFFF), at(0, std::nullopt, 1));
  EXPECT_ONLY(e, FindingKind::alignment);
  EXPECT_EQ(e.findings()[0].detail, Detail::part_of_warp);
}

TEST(Named, AlignedSyncsOfOneGenerationStandAtOnePlace) {
  for (const bool asked : {false, true}) {
    Engine e = two_warps({.one_place_per_generation = asked});
    e.sync(warp(0), at(0, std::nullopt, 1));
    e.sync(warp(1), at(0, std::nullopt, 2));
    EXPECT_EQ(e.findings().size(), asked ? 1u : 0u);
    if (!asked) continue;
    EXPECT_EQ(e.findings()[0].detail, Detail::different_places);
    EXPECT_EQ(e.findings()[0].first.place, Place{1});
    EXPECT_EQ(e.findings()[0].second.place, Place{2});
  }
  Engine e = two_warps(); // barrier.sync makes no such promise
  e.sync(warp(0), at(0, std::nullopt, 1, false));
  e.sync(warp(1), at(0, std::nullopt, 2, false));
  EXPECT_TRUE(e.findings().empty());
}

TEST(Named, LeftoverArrivals) {
  Engine e = two_warps();
  e.arrive(warp(0), at(4, 64, 1));
  e.finish();
  EXPECT_ONLY(e, FindingKind::leftover);
  EXPECT_EQ(e.findings()[0].second.place, Place{1});
  EXPECT_EQ(e.findings()[0].second_count, 32u);
  EXPECT_FALSE(e.findings()[0].warning);
}

TEST(Named, RegistrationOnTheNextGenerationTooEarly) {
  Engine e({96, 32});
  e.sync(warp(0), at(0, 64, 1));
  e.arrive(warp(1), at(0, 64, 10)); // completes generation 0
  e.arrive(warp(2), at(0, 64, 20)); // knows nothing of it: might have been first
  EXPECT_ONLY(e, FindingKind::recycling);
  const Finding& f = e.findings()[0];
  EXPECT_EQ(f.detail, Detail::previous_generation);
  EXPECT_EQ(f.first, (Participant{0, {1}, Role::sync}));
  EXPECT_EQ(f.second, (Participant{64, {20}, Role::arrive}));
  EXPECT_EQ(f.generation, 1u);
}

// Theory section 3: the published check asks about syncs only and accepts this program.
TEST(Named, GenerationsWithoutASyncAskForTheirArrivals) {
  Engine e = two_threads();
  const Lanes p = warp(0, 1), q = warp(1, 1);
  e.arrive(p, at(0, 2, 1));
  e.arrive(p, at(0, 2, 2));                             // generation 0: arrivals of P only
  EXPECT_EQ(e.sync(p, at(0, 2, 3, false)).blocked, 1u); // P knows its own arrivals
  EXPECT_TRUE(e.findings().empty());
  e.sync(q, at(0, 2, 11, false)); // Q does not
  EXPECT_ONLY(e, FindingKind::recycling);
  EXPECT_EQ(e.findings()[0].first, (Participant{0, {2}, Role::arrive}));
  EXPECT_EQ(e.findings()[0].second, (Participant{1, {11}, Role::sync}));
}

TEST(Named, LanesThatArriveEachForItselfMayOvertake) {
  Engine aligned({32, 32});
  aligned.arrive(warp(0), at(0, 32, 1));
  aligned.arrive(warp(0), at(0, 32, 2)); // one event of the warp after another
  EXPECT_TRUE(aligned.findings().empty());
  Engine single({32, 32});
  single.arrive(warp(0), at(0, 32, 1, false));
  single.arrive(warp(0), at(0, 32, 2, false)); // lane 0 may arrive twice before lane 1 does
  EXPECT_ONLY(single, FindingKind::recycling);
}

} // namespace
} // namespace heddle::sync
