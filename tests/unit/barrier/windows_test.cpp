// Which accesses are ordered, for all n (theory.md section 4, step 6).
#include "build.hpp"

#include <gtest/gtest.h>

namespace heddle::barrier {
namespace {

constexpr std::uint32_t producer = 0, consumer = 1;

TEST(BarrierWindows, RingHasOneDistanceEachWay) {
  for (std::uint32_t stages = 1; stages <= 5; ++stages) {
    const Analysis a(guarded_ring(stages, 1, 2));
    ASSERT_TRUE(a.decided());
    const Windows w(a);
    const Point fill{producer, 0, 1}, use{consumer, 0, 1};
    const Order forth = w.before(fill, use, Pairing::warps);
    EXPECT_EQ(forth.kind, Order::Kind::distance);
    EXPECT_EQ(forth.distance, 0);
    const Order back = w.before(use, fill, Pairing::warps);
    EXPECT_EQ(back.kind, Order::Kind::distance);
    EXPECT_EQ(back.distance, stages);
    // consumers meet where they wait for the next buffer
    const Order among = w.before(use, use, Pairing::warps);
    EXPECT_EQ(among.kind, Order::Kind::distance);
    EXPECT_EQ(among.distance, 1);
  }
}

TEST(BarrierWindows, LoopsBehindEachOtherAreOrdered) {
  const Analysis a(Block()
                       .role(1, {loop({sync(0, 1)}), straight({sync(2, 2)})})
                       .role(1, {straight({sync(2, 2)}), loop({arrive(1, 1)})}));
  ASSERT_TRUE(a.decided());
  const Windows w(a);
  EXPECT_EQ(w.before({0, 0, 0}, {1, 1, 0}, Pairing::warps).kind, Order::Kind::always);
  EXPECT_EQ(w.before({1, 1, 0}, {0, 0, 0}, Pairing::warps).kind, Order::Kind::never);
}

TEST(BarrierWindows, LoopWithoutBarriers) {
  const Analysis a(Block()
                       .role(2, {loop({}), straight({sync_all(0)}), loop({})})
                       .role(1, {straight({sync_all(0)})}));
  ASSERT_TRUE(a.decided());
  const Windows w(a);
  EXPECT_EQ(w.before({0, 0, 0}, {0, 2, 0}, Pairing::warps).kind, Order::Kind::always);
  EXPECT_EQ(w.before({0, 0, 0}, {1, 0, 1}, Pairing::warps).kind, Order::Kind::always);
  EXPECT_EQ(w.before({0, 0, 0}, {0, 0, 0}, Pairing::warps).kind, Order::Kind::never);
  EXPECT_EQ(w.before({0, 0, 0}, {0, 2, 0}, Pairing::lanes).kind, Order::Kind::always);
  EXPECT_EQ(w.before({0, 0, 0}, {0, 0, 0}, Pairing::lanes).kind, Order::Kind::never);
}

// The first iteration is not ordered, as the first generation has an arrive instead of a sync.
TEST(BarrierWindows, FirstIterationIsAnException) {
  const Analysis a(Block()
                       .role(1, {loop({sync(1, 2), arrive(0, 2)}), straight({sync(1, 2)})})
                       .role(1, {straight({arrive(1, 2)}), loop({sync(0, 2), sync(1, 2)})}));
  ASSERT_TRUE(a.decided());
  ASSERT_TRUE(a.bad().empty());
  const Order order = Windows(a).before({0, 0, 0}, {1, 1, 0}, Pairing::warps);
  EXPECT_FALSE(holds(order, 9, 0, 0, 9, 9));
  for (std::int64_t i = 1; i < 9; ++i) {
    EXPECT_TRUE(holds(order, 9, i, i, 9, 9));
    EXPECT_FALSE(holds(order, 9, i + 1, i, 9, 9));
  }
}

// Near the end of the shortest loop, the distance does not hold.
TEST(BarrierWindows, MarginsCountFromTheCommonRange) {
  constexpr std::int64_t more = 4;
  std::vector<Operation> tail;
  for (int k = 0; k < more; ++k)
    for (const Operation& op : {arrive(1, 2), sync(0, 2), arrive(2, 2), sync(3, 2)})
      tail.push_back(op);
  const Analysis a(
      Block()
          .role(1, {loop({arrive(0, 2), sync(2, 2)}, more)})
          .role(1, {loop({sync(1, 2), arrive(3, 2)}, more)})
          .role(1, {loop({sync(0, 2), arrive(1, 2), arrive(2, 2), sync(3, 2)}), straight(tail)}));
  ASSERT_TRUE(a.decided());
  ASSERT_TRUE(a.bad().empty());
  const Order order = Windows(a).before({0, 0, 0}, {1, 0, 1}, Pairing::warps);
  const std::int64_t n = 8, trips = n + more;
  EXPECT_TRUE(holds(order, n, n - 1, n - 1, trips, trips));
  EXPECT_FALSE(holds(order, n, n, n, trips, trips));
}

TEST(BarrierWindows, LanesAreOrderedBySyncsAlone) {
  const Analysis a(Block()
                       .role(1, {loop({arrive(0, 2), sync(1, 2)})})
                       .role(1, {loop({sync(0, 2), arrive(1, 2)})}));
  ASSERT_TRUE(a.decided());
  ASSERT_TRUE(a.bad().empty());
  const Windows w(a);
  EXPECT_EQ(w.before({0, 0, 0}, {0, 0, 1}, Pairing::lanes).distance, 1);
  EXPECT_EQ(w.before({0, 0, 0}, {0, 0, 2}, Pairing::lanes).distance, 0);
  EXPECT_EQ(w.before({1, 0, 1}, {1, 0, 0}, Pairing::lanes).distance, 2);
  EXPECT_EQ(w.before({1, 0, 1}, {1, 0, 2}, Pairing::lanes).distance, 1);
}

TEST(BarrierWindows, LanesAreOrderedBySyncwarp) {
  Operation op = sync(0, 0);
  op.kind = Operation::Kind::warp_sync;
  const Analysis a(Block().role(2, {loop({op, sync_all(1), op})}));
  ASSERT_TRUE(a.decided());
  ASSERT_TRUE(a.bad().empty());
  const Windows w(a);
  EXPECT_EQ(w.before({0, 0, 2}, {0, 0, 3}, Pairing::lanes).distance, 0);
  EXPECT_EQ(w.before({0, 0, 2}, {0, 0, 3}, Pairing::warps).distance, 1);
}

TEST(BarrierWindows, RefusesWhatHasNoAnswer) {
  const Analysis a(Block().role(1, {}).role(1, {straight({})}));
  const Windows w(a);
  EXPECT_THROW(w.before({1, 0, 0}, {1, 0, 0}, Pairing::warps), std::invalid_argument);
  EXPECT_THROW(w.before({1, 1, 0}, {1, 0, 0}, Pairing::lanes), std::invalid_argument);
  EXPECT_THROW(w.before({2, 0, 0}, {1, 0, 0}, Pairing::warps), std::invalid_argument);
}

Operation phase(Operation::Kind kind, BarrierIndex mbarrier,
                std::vector<std::uint8_t> parity = {0}) {
  Operation op;
  op.kind = kind;
  op.barriers = {named_barriers + mbarrier};
  op.parity = std::move(parity);
  return op;
}

// One thread's tensor operations read a slot that another fills: full is mbarrier 0, empty 1.
TEST(BarrierWindows, TensorOperationsAreOverAtTheirCommit) {
  using Kind = Operation::Kind;
  Skeleton s;
  s.mbarriers = {{"full", 1}, {"empty", 1}};
  Section fills{true, 0, {phase(Kind::phase_wait, 1, {1, 0}), phase(Kind::phase_arrive, 0)}};
  Section uses{true, 0, {phase(Kind::phase_wait, 0, {0, 1}), phase(Kind::phase_commit, 1)}};
  s.roles = {{"A", {0}, {fills}}, {"B", {1}, {uses}}};
  const Analysis a(s);
  ASSERT_TRUE(a.decided());
  EXPECT_TRUE(a.bad().empty());
  const Windows w(a);
  const Point fill{0, 0, 1};
  Point use{1, 0, 1};
  use.tensor = true;
  EXPECT_EQ(w.before(fill, use, Pairing::warps).distance, 0);
  const Order back = w.before(use, fill, Pairing::warps);
  EXPECT_EQ(back.kind, Order::Kind::distance);
  EXPECT_EQ(back.distance, 1);
  // the thread itself knows when the other says that the slot is full again
  const Order own = w.before(use, {1, 0, 1}, Pairing::own);
  EXPECT_EQ(own.kind, Order::Kind::distance);
  EXPECT_EQ(own.distance, 1);
}

// What is handed on by a plain arrival is what the thread did, not its tensor operations.
TEST(BarrierWindows, AnArrivalCoversNoTensorOperations) {
  using Kind = Operation::Kind;
  Skeleton s;
  s.mbarriers = {{"full", 1}, {"empty", 1}};
  Section fills{true, 0, {phase(Kind::phase_wait, 1, {1, 0}), phase(Kind::phase_arrive, 0)}};
  Section uses{true, 0, {phase(Kind::phase_wait, 0, {0, 1}), phase(Kind::phase_arrive, 1)}};
  s.roles = {{"A", {0}, {fills}}, {"B", {1}, {uses}}};
  const Analysis a(s);
  ASSERT_TRUE(a.decided());
  Point use{1, 0, 1};
  use.tensor = true;
  EXPECT_EQ(Windows(a).before(use, {0, 0, 1}, Pairing::warps).kind, Order::Kind::never);
}

} // namespace
} // namespace heddle::barrier
