#include "unit/sync/script.hpp"

namespace heddle::sync {
namespace {

constexpr std::uint32_t bar = 1024; // the mbarrier's address

// Threads of their own, an mbarrier that everybody knows.
Engine threads(std::uint32_t n, std::uint32_t expected, EngineOptions options = {}) {
  Engine e({n, 1}, options);
  e.mbarrier_init(warp(0, 1), bar, expected, {900});
  for (std::uint32_t t = 0; t < n; ++t)
    e.sync(warp(t, 1), at(15, std::nullopt, 901));
  return e;
}
Step arrive(Engine& e, std::uint32_t t, std::uint32_t pc, std::uint32_t bytes = 0,
            bool drop = false) {
  return e.mbarrier_arrive(warp(t, 1), bar, {1, bytes, drop, {pc}});
}
Step wait(Engine& e, std::uint32_t t, std::uint32_t parity, std::uint32_t pc) {
  return e.mbarrier_wait(warp(t, 1), bar, {std::nullopt, parity, {pc}});
}
void access(Engine& e, Access kind, std::uint32_t t, std::uint32_t address, std::uint32_t pc) {
  touch(e, kind, warp(t, 1), address, 0, pc);
}
AccessEvent bytes_of(std::uint32_t t, std::span<const std::uint32_t> addresses, std::uint32_t pc,
                     Access kind = Access::write) {
  return {warp(t, 1), kind, addresses, 4, 1, {}, {pc}};
}

TEST(Mbarrier, AWaitJoinsAllArrivalsOfItsPhase) {
  Engine e = threads(3, 2);
  access(e, Access::write, 0, 0, 1);
  arrive(e, 0, 2);
  EXPECT_EQ(wait(e, 2, 0, 20).blocked, 1u);
  access(e, Access::write, 1, 4, 10);
  const Step step = arrive(e, 1, 11);
  ASSERT_EQ(step.woken.size(), 1u);
  EXPECT_EQ(step.woken[0], warp(2, 1));
  access(e, Access::read, 2, 0, 21); // of the first arriver
  access(e, Access::read, 2, 4, 22); // of the last one
  EXPECT_TRUE(e.findings().empty());
  access(e, Access::read, 0, 4, 3); // it did not wait
  EXPECT_ONLY(e, FindingKind::race);
}

TEST(Mbarrier, TokensWaitForTheirPhase) {
  Engine e = threads(2, 2);
  const Step mine = arrive(e, 0, 1);
  EXPECT_EQ(mine.phase, 0u);
  EXPECT_EQ(e.mbarrier_wait(warp(0, 1), bar, {mine.phase, 0, {2}}).blocked, 1u);
  EXPECT_EQ(arrive(e, 1, 10).woken.size(), 1u);
  e.finish();
  EXPECT_TRUE(e.findings().empty());
}

TEST(Mbarrier, ATokenOfAnOlderPhaseIsLapped) {
  Engine e = threads(1, 1);
  const Step old = arrive(e, 0, 1);
  arrive(e, 0, 2);
  e.mbarrier_wait(warp(0, 1), bar, {old.phase, 0, {3}});
  EXPECT_ONLY(e, FindingKind::lapped);
}

// .noComplete: undefined where some order has it last.
Step arrive_before(Engine& e, std::uint32_t t, std::uint32_t pc) {
  return e.mbarrier_arrive(warp(t, 1), bar, {.place = {pc}, .no_complete = true});
}

TEST(Mbarrier, AnArrivalThatMustNotCompleteThePhase) {
  Engine e = threads(2, 2);
  arrive_before(e, 0, 1);
  arrive(e, 1, 10); // not known to be later
  EXPECT_ONLY(e, FindingKind::count);
  EXPECT_EQ(e.findings()[0].detail, Detail::may_complete);
  EXPECT_EQ(e.findings()[0].second, (Participant{0, {1}, Role::arrive}));
}

TEST(Mbarrier, AnArrivalThatAnotherOneOfTheThreadIsBehind) {
  Engine e = threads(2, 3);
  arrive_before(e, 0, 1);
  arrive(e, 0, 2);
  arrive(e, 1, 10);
  EXPECT_TRUE(e.findings().empty());
}

TEST(Mbarrier, AnArrivalThatOneOfAnotherThreadIsBehind) {
  Engine e = threads(2, 2);
  arrive_before(e, 0, 1);
  for (std::uint32_t t = 0; t < 2; ++t)
    e.sync(warp(t, 1), at(14, std::nullopt, 902));
  arrive(e, 1, 10);
  EXPECT_TRUE(e.findings().empty());
}

TEST(Mbarrier, AnArrivalThatMayComeAPhaseEarlier) { // rule A
  Engine e = threads(2, 1);
  arrive(e, 0, 1);
  arrive(e, 1, 10);
  EXPECT_ONLY(e, FindingKind::recycling);
  const Finding& f = e.findings()[0];
  EXPECT_EQ(f.detail, Detail::previous_phase);
  EXPECT_EQ(f.first, (Participant{0, {1}, Role::arrive}));
  EXPECT_EQ(f.second, (Participant{1, {10}, Role::arrive}));
  EXPECT_EQ(f.generation, 1u);
  EXPECT_EQ(f.barrier, (BarrierRef{BarrierRef::Kind::mbarrier, bar}));
}

TEST(Mbarrier, AWaitThatMayReturnTwoPhasesEarly) { // rule W1
  Engine e = threads(2, 1);
  arrive(e, 0, 1);
  arrive(e, 0, 2);
  wait(e, 1, 1, 10); // index 2: observes phase 1, but passes at index 0 as well
  EXPECT_ONLY(e, FindingKind::lapped);
  EXPECT_EQ(e.findings()[0].detail, Detail::early_wait);
  EXPECT_EQ(e.findings()[0].first.place, Place{1});
  EXPECT_EQ(e.findings()[0].second.place, Place{10});
}

TEST(Mbarrier, AWaitThatMayBeLapped) { // rule W2
  Engine e = threads(2, 1);
  EXPECT_EQ(wait(e, 1, 1, 10).blocked, 0u); // "already empty"
  arrive(e, 0, 1);                          // had it come first, the wait would hang
  EXPECT_ONLY(e, FindingKind::lapped);
  EXPECT_EQ(e.findings()[0].detail, Detail::missed_wait);
  EXPECT_EQ(e.findings()[0].first, (Participant{1, {10}, Role::wait}));
  EXPECT_EQ(e.findings()[0].second, (Participant{0, {1}, Role::arrive}));
}

TEST(Mbarrier, BytesExpectedTooLate) { // rule T
  Engine e = threads(2, 1);
  e.mbarrier_expect_tx(warp(1, 1), bar, 16, {10});
  arrive(e, 0, 1); // might complete the phase before anything is expected
  e.copy_bulk({warp(1, 1), Access::write, {}, 4, 1, {}, {11}}, bar, 16);
  EXPECT_ONLY(e, FindingKind::recycling);
  EXPECT_EQ(e.findings()[0].detail, Detail::bytes_after_arrival);
  EXPECT_EQ(e.findings()[0].first, (Participant{1, {10}, Role::expect_tx}));
}

TEST(Mbarrier, ArrivalsThatNobodyExpects) {
  Engine e = threads(1, 1);
  arrive(e, 0, 1, 8);
  arrive(e, 0, 2); // the phase is open for its bytes only
  EXPECT_ONLY(e, FindingKind::count);
  EXPECT_EQ(e.findings()[0].detail, Detail::too_many);
}

TEST(Mbarrier, DroppingTheLastArrival) {
  Engine e = threads(1, 1);
  arrive(e, 0, 1, 0, true);
  EXPECT_ONLY(e, FindingKind::count);
  EXPECT_EQ(e.findings()[0].detail, Detail::no_arrivals_left);
}

TEST(Mbarrier, DroppingLowersTheNextPhase) {
  Engine e = threads(2, 2);
  arrive(e, 1, 10, 0, true);
  arrive(e, 0, 1);
  EXPECT_EQ(wait(e, 0, 0, 2).blocked, 0u);
  arrive(e, 0, 3);
  EXPECT_EQ(wait(e, 0, 1, 4).blocked, 0u);
  e.finish();
  EXPECT_TRUE(e.findings().empty());
}

TEST(Mbarrier, DeadlockAndLeftovers) {
  Engine waits = threads(1, 2);
  arrive(waits, 0, 1);
  wait(waits, 0, 0, 2);
  waits.finish();
  EXPECT_ONLY(waits, FindingKind::deadlock);
  const Blocked& b = waits.findings()[0].blocked.at(0);
  EXPECT_EQ(b.role, Role::wait);
  EXPECT_EQ(b.registered, 1u);
  EXPECT_EQ(b.required, 2u);
  Engine ends = threads(1, 2);
  arrive(ends, 0, 1, 4);
  ends.finish();
  EXPECT_ONLY(ends, FindingKind::leftover);
  EXPECT_EQ(ends.findings()[0].detail, Detail::bytes_owed);
  EXPECT_TRUE(ends.findings()[0].warning);
}

TEST(Mbarrier, MustBeInitialisedBeforeItsUse) {
  Engine e({2, 1});
  arrive(e, 0, 1);
  EXPECT_ONLY(e, FindingKind::barrier_id);
  e.mbarrier_init(warp(0, 1), bar, 2, {2});
  arrive(e, 1, 10); // does not know that
  const Finding* race = find(e, FindingKind::race);
  ASSERT_TRUE(race);
  EXPECT_EQ(race->first.role, Role::init);
  EXPECT_EQ(race->second.role, Role::arrive);
  EXPECT_EQ(race->size, 8u);
  e.mbarrier_init(warp(0, 1), bar, 2, {3});
  ASSERT_TRUE(find(e, FindingKind::recycling));
  EXPECT_EQ(find(e, FindingKind::recycling)->detail, Detail::initialised_twice);
}

TEST(Mbarrier, MayBeInitialisedAgainAfterInvalidation) {
  Engine e = threads(1, 1);
  arrive(e, 0, 1);
  e.mbarrier_inval(warp(0, 1), bar, {2});
  e.mbarrier_init(warp(0, 1), bar, 1, {3});
  EXPECT_EQ(wait(e, 0, 0, 4).blocked, 1u);
  e.finish();
  EXPECT_ONLY(e, FindingKind::deadlock);
}

TEST(Mbarrier, LanesOfAWarpArriveEachForItself) {
  Engine e({32, 32});
  e.mbarrier_init(warp(0, 1), bar, 32, {1});
  e.warp_sync(warp(0), all_lanes, {2});
  touch(e, Access::write, warp(0), 0, 4, 3);
  e.mbarrier_arrive(warp(0), bar, {1, 0, false, {4}});
  EXPECT_EQ(e.mbarrier_wait(warp(0), bar, {std::nullopt, 0, {5}}).blocked, 0u);
  touch(e, Access::read, warp(0), 4, 4, 6);
  EXPECT_TRUE(e.findings().empty());
  EXPECT_EQ(e.statistics().clock_groups, 1u);
}

// ---- rings --------------------------------------------------------------------------------------

// One producer, one consumer, `stages` buffers, a full and an empty mbarrier for each.
Engine ring(int stages, int rounds, bool waits_for_empty) {
  Engine e({2, 1});
  const auto full = [](int s) { return 1024 + 16 * static_cast<std::uint32_t>(s); };
  const auto empty = [](int s) { return 1032 + 16 * static_cast<std::uint32_t>(s); };
  for (int s = 0; s < stages; ++s) {
    e.mbarrier_init(warp(0, 1), full(s), 1, {1});
    e.mbarrier_init(warp(0, 1), empty(s), 1, {2});
  }
  e.sync(warp(0, 1), at(0, std::nullopt, 3));
  e.sync(warp(1, 1), at(0, std::nullopt, 3));
  for (int i = 0; i < rounds; ++i) {
    const int s = i % stages;
    const auto parity = static_cast<std::uint32_t>(i / stages % 2);
    const std::array<std::uint32_t, 1> buffer{4 * static_cast<std::uint32_t>(s)};
    if (waits_for_empty) e.mbarrier_wait(warp(0, 1), empty(s), {std::nullopt, parity ^ 1, {10}});
    e.mbarrier_arrive(warp(0, 1), full(s), {1, 4, false, {11}});
    e.copy_bulk(bytes_of(0, buffer, 12), full(s), 4);
    e.mbarrier_wait(warp(1, 1), full(s), {std::nullopt, parity, {20}});
    touch(e, Access::read, warp(1, 1), buffer[0], 0, 21);
    e.mbarrier_arrive(warp(1, 1), empty(s), {1, 0, false, {22}});
  }
  e.exit(warp(0, 1));
  e.exit(warp(1, 1));
  e.finish();
  return e;
}

TEST(Mbarrier, RingsAreInOrder) {
  for (int stages = 1; stages <= 4; ++stages)
    EXPECT_TRUE(ring(stages, 20, true).findings().empty()) << stages;
}

TEST(Mbarrier, ARingThatDoesNotWaitForEmptyBuffersIsLapped) {
  const Engine e = ring(2, 20, false);
  const Finding* f = find(e, FindingKind::lapped);
  ASSERT_TRUE(f);
  EXPECT_EQ(f->detail, Detail::missed_wait);
  EXPECT_FALSE(e.well_synchronized());
  EXPECT_TRUE(find(e, FindingKind::race)); // the copy overwrites what is being read
}

// ---- copies -------------------------------------------------------------------------------------

constexpr std::array<std::uint32_t, 1> at0{0};

TEST(Copies, AreDoneWhenTheirGroupHasBeenWaitedFor) {
  Engine e({1, 1});
  const auto issue = [&](std::uint32_t pc) { e.copy(bytes_of(0, at0, pc), Channel::async); };
  issue(1);
  e.copy_commit(warp(0, 1), Channel::async);
  e.copy_commit(warp(0, 1), Channel::async);
  e.copy_wait(warp(0, 1), Channel::async, 1);
  access(e, Access::read, 0, 0, 2);
  EXPECT_TRUE(e.findings().empty());
  issue(3);
  access(e, Access::read, 0, 0, 4); // not even committed
  EXPECT_ONLY(e, FindingKind::race);
  EXPECT_EQ(e.findings()[0].first, (Participant{0, {3}, Role::copy_write}));
  e.copy_commit(warp(0, 1), Channel::async);
  e.copy_wait(warp(0, 1), Channel::async, 1);
  access(e, Access::read, 0, 0, 5); // one may be unfinished: that one
  EXPECT_EQ(e.findings().size(), 2u);
  e.copy_wait(warp(0, 1), Channel::bulk, 0); // counts apart
  access(e, Access::read, 0, 0, 6);
  EXPECT_EQ(e.findings().size(), 3u);
  e.copy_wait(warp(0, 1), Channel::async, 0);
  access(e, Access::read, 0, 0, 7);
  EXPECT_EQ(e.findings().size(), 3u);
}

TEST(Copies, OthersNeedABarrierAfterTheWait) {
  for (const bool waited : {false, true}) {
    Engine e({64, 32});
    std::array<std::uint32_t, 32> addresses;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      addresses[lane] = 4 * lane;
    e.copy({warp(0), Access::write, addresses, 4, 1, {}, {1}}, Channel::async);
    e.copy_commit(warp(0), Channel::async);
    if (waited) e.copy_wait(warp(0), Channel::async, 0);
    touch(e, Access::read, warp(0), 4, 4, 2); // a neighbour's copy
    EXPECT_EQ(e.findings().size(), 1u);
    e.sync(warp(0), at(0, std::nullopt, 3));
    e.sync(warp(1), at(0, std::nullopt, 3));
    touch(e, Access::read, warp(0), 4, 4, 4);
    touch(e, Access::read, warp(1), 0, 4, 5);
    EXPECT_EQ(e.findings().size(), waited ? 1u : 3u);
  }
}

TEST(Copies, ReadingCopiesRaceWithWritesUntilWaitedFor) {
  Engine e({1, 1});
  e.copy(bytes_of(0, at0, 1, Access::read), Channel::bulk);
  access(e, Access::read, 0, 0, 2);
  EXPECT_TRUE(e.findings().empty());
  access(e, Access::write, 0, 0, 3);
  EXPECT_ONLY(e, FindingKind::race);
  EXPECT_EQ(e.findings()[0].first.role, Role::copy_read);
  e.copy_commit(warp(0, 1), Channel::bulk);
  e.copy_wait(warp(0, 1), Channel::bulk, 0);
  access(e, Access::write, 0, 0, 4);
  EXPECT_EQ(e.findings().size(), 1u);
}

TEST(Copies, ArriveAtAnMbarrierWhenDone) {
  for (const bool counted : {false, true}) {
    Engine e = threads(2, 1);
    e.copy(bytes_of(0, at0, 1), Channel::async);
    e.copy_arrive(warp(0, 1), bar, counted, {2});
    e.copy(bytes_of(0, std::array<std::uint32_t, 1>{4}, 3), Channel::async);
    if (!counted) arrive(e, 0, 4);
    EXPECT_EQ(wait(e, 1, 0, 10).blocked, 0u);
    access(e, Access::read, 1, 0, 11);
    EXPECT_TRUE(e.findings().empty());
    access(e, Access::read, 1, 4, 12); // issued after the arrival
    EXPECT_ONLY(e, FindingKind::race);
  }
}

TEST(Copies, OfOnePhaseAreUnordered) {
  Engine e = threads(2, 1);
  arrive(e, 0, 1, 8);
  e.copy_bulk(bytes_of(0, at0, 2), bar, 4);
  EXPECT_EQ(wait(e, 1, 0, 10).blocked, 1u);
  e.copy_bulk(bytes_of(0, at0, 3), bar, 4);
  EXPECT_ONLY(e, FindingKind::race);
  access(e, Access::read, 1, 0, 11);
  EXPECT_EQ(e.findings().size(), 1u);
}

// PTX ISA, "Asynchronous Operations".
TEST(Copies, TellNothingOfWhatTheirThreadDidBefore) {
  for (const bool releases : {false, true}) {
    Engine e = threads(2, 1);
    arrive(e, 1, 1, 4);
    access(e, Access::write, 0, 4, 2);
    AccessEvent copied = bytes_of(0, at0, 3);
    copied.releases = releases;
    e.copy_bulk(copied, bar, 4);
    EXPECT_EQ(wait(e, 1, 0, 10).blocked, 0u);
    access(e, Access::read, 1, 0, 11);
    EXPECT_TRUE(e.findings().empty());
    access(e, Access::read, 1, 4, 12);
    EXPECT_EQ(e.findings().empty(), releases);
  }
}

TEST(Copies, ThatArriveTellNothingElse) {
  Engine e = threads(2, 1);
  access(e, Access::write, 0, 4, 1);
  e.copy(bytes_of(0, at0, 2), Channel::async);
  e.copy_arrive(warp(0, 1), bar, true, {3});
  EXPECT_EQ(wait(e, 1, 0, 10).blocked, 0u);
  access(e, Access::read, 1, 0, 11);
  EXPECT_TRUE(e.findings().empty());
  access(e, Access::read, 1, 4, 12);
  EXPECT_ONLY(e, FindingKind::race);
}

// PTX ISA, "mbarrier.inval": before the memory is used otherwise.
TEST(Mbarrier, IsNoneWhenItsMemoryIsWritten) {
  for (const std::uint32_t at : {bar - 4, bar, bar + 4, bar + 8}) {
    Engine e = threads(1, 1);
    access(e, Access::write, 0, at, 1);
    arrive(e, 0, 2);
    const bool is_apart = at == bar - 4 || at == bar + 8;
    ASSERT_EQ(e.findings().empty(), is_apart) << at;
    if (!is_apart) {
      EXPECT_ONLY(e, FindingKind::barrier_id);
    }
  }
}

TEST(Mbarrier, IsNoneWhenAnotherIsMadeAcrossIt) {
  Engine e = threads(1, 1);
  e.mbarrier_init(warp(0, 1), bar + 4, 1, {1});
  arrive(e, 0, 2);
  EXPECT_ONLY(e, FindingKind::barrier_id);
}

} // namespace
} // namespace heddle::sync
