// mbarriers in skeletons: rules A, W1, W2, T and D for all n (theory.md sections 3 and 4).
#include "build.hpp"

#include <gtest/gtest.h>

namespace heddle::barrier {
namespace {

using Kind = Operation::Kind;

constexpr BarrierIndex first_mbarrier = named_barriers;

Operation phase(Kind kind, std::uint32_t m, std::uint32_t stages = 1) {
  Operation op = cycling(sync(first_mbarrier + static_cast<BarrierIndex>(m), 1), stages);
  op.kind = kind;
  return op;
}
Operation phase_arrive(std::uint32_t m, std::uint32_t stages = 1, std::uint32_t bytes = 0) {
  Operation op = phase(Kind::phase_arrive, m, stages);
  op.bytes = bytes;
  return op;
}
Operation phase_copy(std::uint32_t m, std::uint32_t stages, std::uint32_t bytes) {
  Operation op = phase(Kind::phase_copy, m, stages);
  op.bytes = bytes;
  return op;
}
// For parity (i / stages + turn) % 2.
Operation phase_wait(std::uint32_t m, std::uint32_t stages = 1, std::uint32_t turn = 0) {
  Operation op = phase(Kind::phase_wait, m, stages);
  op.parity.clear();
  for (std::uint32_t i = 0; i < 2 * stages; ++i)
    op.parity.push_back(static_cast<std::uint8_t>((i / stages + turn) % 2));
  return op;
}
Operation at_parity(std::uint32_t m, std::uint8_t parity) {
  Operation op = phase(Kind::phase_wait, m);
  op.parity = {parity};
  return op;
}
Operation by_lane(Operation op) {
  op.by_lane = true;
  op.arrivals = 32;
  return op;
}

Skeleton with(Skeleton s, std::uint32_t count, std::uint32_t expected) {
  for (std::uint32_t k = 0; k < count; ++k)
    s.mbarriers.push_back({"m" + std::to_string(s.mbarriers.size()), expected});
  return s;
}

// One warp has copies fill buffers, others read them; full 0 .. S-1, empty S .. 2S-1.
Skeleton copy_ring(std::uint32_t stages, std::uint32_t consumers) {
  const Skeleton roles =
      Block()
          .role(1, {loop({phase_wait(stages, stages, 1), phase_arrive(0, stages, 64),
                          phase_copy(0, stages, 64)})})
          .role(consumers, {loop({phase_wait(0, stages), phase_arrive(stages, stages)})});
  return with(with(roles, stages, 1), stages, consumers);
}

FailureKind kind_at(const Skeleton& skeleton, std::int64_t n) {
  const Analysis a(skeleton);
  const auto f = a.failure(n);
  if (!f) throw std::runtime_error("well-synchronized");
  return f->kind;
}

TEST(BarrierPhases, RingsOfCopies) {
  for (std::uint32_t stages = 1; stages <= 8; ++stages) {
    const Analysis a(copy_ring(stages, stages == 8 ? 8 : 2));
    ASSERT_TRUE(a.decided()) << a.why();
    ASSERT_TRUE(a.bad().empty());
    EXPECT_EQ(a.period(), 2 * stages);
    const Windows w(a);
    const Point copy{0, 0, 2, true}, use{1, 0, 1};
    const Order forth = w.before(copy, use, Pairing::warps);
    EXPECT_EQ(forth.kind, Order::Kind::distance);
    EXPECT_EQ(forth.distance, 0);
    const Order back = w.before(use, copy, Pairing::warps);
    EXPECT_EQ(back.kind, Order::Kind::distance);
    EXPECT_EQ(back.distance, stages);
    // the warp that issues a copy does not wait for it, but for those who read what it brought
    const Order own = w.before(copy, {0, 0, 3}, Pairing::lanes);
    EXPECT_EQ(own.kind, Order::Kind::distance);
    EXPECT_EQ(own.distance, stages);
  }
}

TEST(BarrierPhases, NobodyWaitsForEmptyBuffers) {
  const Skeleton s =
      with(Block().role(1, {loop({phase_arrive(0, 2)})}).role(1, {loop({phase_wait(0, 2)})}), 2, 1);
  const Analysis a(s);
  ASSERT_TRUE(a.decided());
  ASSERT_TRUE(a.bad_from());
  EXPECT_FALSE(a.failure(2));
  EXPECT_EQ(a.failure(6)->kind, FailureKind::lapped);
}

TEST(BarrierPhases, WaitForTheWrongParityAtFirst) {
  Skeleton s = copy_ring(2, 1);
  for (std::uint8_t& p : s.roles[0].sections[0].operations[0].parity)
    p ^= 1;
  EXPECT_EQ(kind_at(s, 1), FailureKind::deadlock);
}

TEST(BarrierPhases, TooManyArrivals) {
  Skeleton s = with(Block().role(1, {straight({phase_arrive(0)})}), 1, 1);
  s.roles[0].sections[0].operations[0].arrivals = 2;
  EXPECT_EQ(kind_at(s, 0), FailureKind::count);
}

TEST(BarrierPhases, BytesThatAreExpectedTooLate) {
  Operation expect = phase_copy(0, 1, 64);
  expect.kind = Kind::phase_expect;
  const Skeleton late = with(Block()
                                 .role(1, {straight({phase_arrive(0), at_parity(0, 0)})})
                                 .role(1, {straight({expect, phase_copy(0, 1, 64)})}),
                             1, 1);
  EXPECT_EQ(kind_at(late, 0), FailureKind::recycling);
}

// Lanes that arrive by themselves do not know that the others of their warp have arrived.
TEST(BarrierPhases, LanesDoNotKnowOfEachOther) {
  const auto twice = [](Operation op) {
    return with(Block().role(1, {straight({op, op})}), 1, op.arrivals);
  };
  EXPECT_EQ(kind_at(twice(by_lane(phase_arrive(0))), 0), FailureKind::recycling);
  EXPECT_FALSE(Analysis(twice(phase_arrive(0))).failure(0));
  // a wait tells them
  const Skeleton told =
      with(Block().role(1, {loop({by_lane(phase_arrive(0)), by_lane(phase_wait(0))})}), 1, 32);
  const Analysis a(told);
  ASSERT_TRUE(a.decided());
  EXPECT_TRUE(a.bad().empty());
  const Order order = Windows(a).before({0, 0, 0}, {0, 0, 2}, Pairing::lanes);
  EXPECT_EQ(order.kind, Order::Kind::distance);
  EXPECT_EQ(order.distance, 0);
  EXPECT_EQ(Windows(a).before({0, 0, 0}, {0, 0, 1}, Pairing::lanes).distance, 1);
}

TEST(BarrierPhases, MixesWithNamedBarriers) {
  const Skeleton s = with(
      Block()
          .role(1, {straight({sync_all(0)}), loop({phase_wait(1, 1, 1), phase_arrive(0)}),
                    straight({sync_all(0)})})
          .role(2, {straight({sync_all(0)}), loop({phase_wait(0), sync(1, 2), phase_arrive(1)}),
                    straight({sync_all(0)})}),
      1, 1);
  const Analysis a(with(s, 1, 2));
  ASSERT_TRUE(a.decided());
  EXPECT_TRUE(a.bad().empty());
}

TEST(BarrierPhases, RefusesWhatIsNoMbarrier) {
  EXPECT_THROW(Analysis{Block().role(1, {straight({phase_arrive(0)})})}, std::invalid_argument);
  EXPECT_THROW(Analysis{with(Block().role(1, {}), 1, 0)}, std::invalid_argument);
  const Analysis a(copy_ring(1, 1));
  EXPECT_THROW(Windows(a).before({0, 0, 1, true}, {1, 0, 0}, Pairing::warps),
               std::invalid_argument);
}

TEST(BarrierSkeleton, PrintsPhases) {
  EXPECT_EQ(to_string(copy_ring(2, 3)),
            "mbarrier m0: 1\nmbarrier m1: 1\nmbarrier m2: 3\nmbarrier m3: 3\n"
            "role A: warp 0\n"
            "  loop n: phase-wait [m2, m3] parity 1100; phase-arrive [m0, m1] x1 expect 64; "
            "phase-copy [m0, m1] 64\n"
            "role B: warps 1-3\n"
            "  loop n: phase-wait [m0, m1] parity 0011; phase-arrive [m2, m3] x1\n");
}

} // namespace
} // namespace heddle::barrier
