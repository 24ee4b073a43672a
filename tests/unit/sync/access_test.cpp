#include "unit/sync/script.hpp"

#include <stdexcept>

namespace heddle::sync {
namespace {

constexpr auto read = Access::read;
constexpr auto write = Access::write;
constexpr auto atomic = Access::atomic;

Engine two_warps(EngineOptions options = {}) { return Engine({64, 32}, options); }

TEST(Accesses, AtomicsRaceWithPlainAccessesOnly) {
  Engine e = two_warps();
  touch(e, atomic, warp(0), 0, 0, 1);
  touch(e, atomic, warp(1), 0, 0, 2);
  EXPECT_TRUE(e.findings().empty());
  touch(e, read, warp(1, 1), 0, 0, 3);
  EXPECT_EQ(e.findings().size(), 2u); // with both atomics
  touch(e, atomic, warp(0, 1), 0, 0, 4);
  EXPECT_EQ(e.findings().size(), 3u);
}

TEST(Accesses, AtomicsOfDifferentSizesRaceWhereTheyOverlap) {
  Engine e = two_warps();
  touch(e, atomic, warp(0, 1), 0, 0, 1, {}, 8);
  touch(e, atomic, warp(1, 1), 8, 0, 2, {}, 4);
  touch(e, atomic, warp(1, 1), 0, 0, 3, {}, 8);
  EXPECT_TRUE(e.findings().empty());
  touch(e, atomic, warp(1, 1), 4, 0, 4, {}, 4);
  EXPECT_EQ(e.findings().size(), 1u);
  touch(e, atomic, warp(0, 2), 4, 0, 5, {}, 4); // with the eight bytes of both warps
  EXPECT_EQ(e.findings().size(), 3u);
  touch(e, atomic, warp(0, 2), 6, 0, 6, {}, 2); // with those and the other warp's four
  EXPECT_EQ(e.findings().size(), 6u);
}

Unsettled atomic_at(Engine& e, Lanes who, Change change, std::uint32_t pc) {
  return touch(e, atomic, who, 0, 0, pc, {}, 4, change);
}

TEST(Accesses, AtomicsThatDoNotCommuteLeaveTheValueOpen) {
  Engine e = two_warps();
  EXPECT_EQ(atomic_at(e, warp(0), Change::add, 1).lanes, 0u);
  EXPECT_EQ(atomic_at(e, warp(1), Change::add, 2).lanes, 0u);
  EXPECT_EQ(atomic_at(e, warp(1, 1), Change::max, 3).lanes, 1u);
  EXPECT_EQ(atomic_at(e, warp(1, 2), Change::set, 4).lanes, 2u);
  EXPECT_TRUE(e.findings().empty());
  EXPECT_NE(atomic_at(e, warp(0), Change::set, 5).lanes & 2, 0u); // with lane 0's, if nobody else's
}

TEST(Accesses, OrderedAtomicsNeedNotCommute) {
  Engine e = two_warps();
  atomic_at(e, warp(0, 1), Change::add, 1);
  e.sync(warp(0), at(0, 64, 2));
  e.sync(warp(1), at(0, 64, 2));
  EXPECT_EQ(atomic_at(e, warp(1, 1), Change::set, 3).lanes, 0u);
  EXPECT_EQ(atomic_at(e, warp(0, 1), Change::none, 4).lanes, 1u); // the exchange of the other warp
}

TEST(Accesses, AStrongLoadMaySeeWhatComesLater) {
  Engine e = two_warps();
  EXPECT_EQ(atomic_at(e, warp(0, 1), Change::none, 1).lanes, 0u);
  EXPECT_EQ(atomic_at(e, warp(1, 1), Change::none, 2).lanes, 0u);
  const Unsettled later = atomic_at(e, warp(1, 1), Change::set, 3);
  ASSERT_EQ(later.loads.size(), 1u);
  EXPECT_EQ(later.loads[0].pc, 1u);
  EXPECT_TRUE(e.findings().empty());
  touch(e, read, warp(0, 2), 0, 0, 4); // a plain one races with the store alone
  EXPECT_ONLY(e, FindingKind::race);
}

TEST(Accesses, PairsOfOneWarpAreTwoThreads) {
  Engine e({32, 32});
  touch(e, atomic, warp(0), 0, 0, 1);
  touch(e, read, warp(0), 0, 0, 2);
  EXPECT_ONLY(e, FindingKind::race);
  EXPECT_NE(e.findings()[0].first.thread, e.findings()[0].second.thread);
}

TEST(Accesses, SameValueWritesAreWarnings) {
  Engine e = two_warps();
  touch(e, write, warp(0, 1), 0, 0, 1, Value::known(7));
  touch(e, write, warp(1, 1), 0, 0, 2, Value::known(7));
  EXPECT_ONLY(e, FindingKind::same_value_write);
  EXPECT_TRUE(e.findings()[0].warning);
  touch(e, write, warp(0, 2), 0, 0, 3, Value::known(8));
  EXPECT_EQ(count(e, FindingKind::race), 2u);
}

TEST(Accesses, EqualTokensAreEqualValuesAndUnknownOnesAreNot) {
  const auto outcome = [](Value a, Value b) {
    Engine e({64, 32});
    touch(e, write, warp(0, 1), 0, 0, 1, a);
    touch(e, write, warp(1, 1), 0, 0, 2, b);
    return e.findings().at(0).kind;
  };
  EXPECT_EQ(outcome(Value::opaque(5), Value::opaque(5)), FindingKind::same_value_write);
  EXPECT_EQ(outcome(Value::opaque(5), Value::opaque(6)), FindingKind::race);
  EXPECT_EQ(outcome(Value::opaque(5), Value::known(5)), FindingKind::race);
  EXPECT_EQ(outcome({}, {}), FindingKind::race);
}

TEST(Accesses, ASameValueWriteHidesNoOtherWrite) {
  Engine e({3, 1}); // t0 writes 1, then 2; t1 writes 2: harmful because of the 1
  touch(e, write, warp(0, 1), 0, 0, 1, Value::known(1));
  touch(e, write, warp(0, 1), 0, 0, 2, Value::known(2));
  touch(e, write, warp(1, 1), 0, 0, 3, Value::known(2));
  EXPECT_EQ(count(e, FindingKind::race), 1u);
  EXPECT_EQ(count(e, FindingKind::same_value_write), 1u);
}

TEST(Accesses, MixedSizesOverlapExactly) {
  Engine e = two_warps();
  touch(e, write, warp(0, 1), 0, 0, 1, {}, 8);
  touch(e, write, warp(1, 1), 8, 0, 2, {}, 4);
  touch(e, write, warp(1, 1), 12, 0, 3, {}, 1);
  touch(e, write, warp(0, 1), 13, 0, 4, {}, 2);
  EXPECT_TRUE(e.findings().empty());
  touch(e, read, warp(1, 1), 7, 0, 5, {}, 1);
  EXPECT_ONLY(e, FindingKind::race);
  EXPECT_EQ(e.findings()[0].address, 7u);
  EXPECT_EQ(e.findings()[0].size, 1u);
  touch(e, write, warp(1, 2), 12, 0, 6, {}, 4); // meets 3 at byte 12, 4 at bytes 13 and 14
  ASSERT_EQ(e.findings().size(), 3u);
  EXPECT_EQ(e.findings()[2].address, 13u);
  EXPECT_EQ(e.findings()[2].size, 2u);
  EXPECT_EQ(e.findings()[2].occurrences, 1u);
}

TEST(Accesses, SameValueIsAskedByteByByte) {
  Engine e = two_warps();
  touch(e, write, warp(0, 1), 0, 0, 1, Value::known(0x11223344AABBCCDD), 8);
  touch(e, write, warp(1, 1), 4, 0, 2, Value::known(0x11223344), 4);
  touch(e, write, warp(1, 1), 2, 0, 3, Value::known(0xBB), 1);
  EXPECT_EQ(count(e, FindingKind::same_value_write), 2u);
  touch(e, write, warp(1, 2), 3, 0, 4, Value::known(0xBB), 1);
  EXPECT_EQ(count(e, FindingKind::race), 1u);
}

TEST(Accesses, LanesOfOneInstructionRace) {
  Engine e({32, 32});
  touch(e, write, warp(0), 0, 0, 1);
  EXPECT_ONLY(e, FindingKind::race);
  EXPECT_EQ(e.findings()[0].first.place, e.findings()[0].second.place);
  EXPECT_NE(e.findings()[0].first.thread, e.findings()[0].second.thread);
}

// ---- misuse -------------------------------------------------------------------------------------

TEST(Misuse, Throws) {
  EXPECT_THROW(Engine({0, 32}), std::invalid_argument);
  EXPECT_THROW(Engine({1025, 32}), std::invalid_argument);
  EXPECT_THROW(Engine({32, 33}), std::invalid_argument);
  Engine e({48, 32});
  EXPECT_THROW(e.exit(warp(2)), std::invalid_argument);
  EXPECT_THROW(e.exit(warp(0, 0)), std::invalid_argument);
  EXPECT_THROW(e.exit(warp(1)), std::invalid_argument); // half of its lanes do not exist
  EXPECT_THROW(touch(e, read, warp(0), 0xFFFFFFF0, 4, 1), std::invalid_argument);
  EXPECT_THROW(e.access({warp(0), read, {}, 4, 1, {}, {}}), std::invalid_argument);
  EXPECT_TRUE(e.findings().empty());
}

// ---- the graph ----------------------------------------------------------------------------------

TEST(Graph, GenerationsAndTheirParticipants) {
  Engine e = two_warps({.record_graph = true});
  e.sync(warp(0), at(0, std::nullopt, 1));
  e.sync(warp(1), at(0, std::nullopt, 1));
  e.arrive(warp(0), at(1, 64, 2));
  e.sync(warp(1), at(1, 64, 3));
  e.arrive(warp(1), at(2, 64, 4));
  e.finish();
  const Graph& g = e.graph();
  ASSERT_EQ(g.nodes.size(), 3u);
  EXPECT_TRUE(g.nodes[0].complete && g.nodes[1].complete && !g.nodes[2].complete);
  ASSERT_EQ(g.edges.size(), 5u);
  EXPECT_EQ(g.edges[0].from, Graph::start);
  EXPECT_EQ(g.edges[3].from, 0u);
  EXPECT_EQ(g.edges[3].to, 1u);
  EXPECT_EQ(g.edges[3].role, Role::sync);
  EXPECT_EQ(g.edges[4].from, 1u);
  EXPECT_EQ(g.edges[4].who, warp(1));
}

} // namespace
} // namespace heddle::sync
