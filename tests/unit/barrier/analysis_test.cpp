// Verdicts for all n (theory.md section 4, steps 3 to 5).
#include "build.hpp"

#include <gtest/gtest.h>

namespace heddle::barrier {
namespace {

void expect_good(const Skeleton& skeleton) {
  const Analysis a(skeleton);
  ASSERT_TRUE(a.decided()) << a.why() << "\n" << to_string(skeleton);
  EXPECT_TRUE(a.bad().empty()) << "n = " << a.bad().front() << "\n" << to_string(skeleton);
  EXPECT_FALSE(a.bad_from());
  EXPECT_FALSE(a.failure(1000));
}

TEST(BarrierAnalysis, NothingToDoIsGood) {
  expect_good(Block().role(1, {}));
  expect_good(Block().role(2, {loop({})}).role(1, {straight({})}));
}

TEST(BarrierAnalysis, BarrierOfTheBlock) {
  expect_good(Block().role(2, {loop({sync_all(0)})}).role(1, {loop({sync_all(0)})}));
}

TEST(BarrierAnalysis, WarpsThatEndCompleteABarrierOfTheBlock) {
  expect_good(Block().role(2, {straight({sync_all(0)}), loop({sync_all(0)})}).role(1, {}));
  // but not one that was given a count
  const Analysis a(Block().role(2, {straight({sync(0, 3)})}).role(1, {}));
  ASSERT_TRUE(a.decided());
  EXPECT_EQ(a.failure(0)->kind, FailureKind::deadlock);
}

TEST(BarrierAnalysis, OneBuffer) {
  expect_good(Block()
                  .role(1, {loop({sync(1, 2), arrive(0, 2)}), straight({sync(1, 2)})})
                  .role(1, {straight({arrive(1, 2)}), loop({sync(0, 2), arrive(1, 2)})}));
}

TEST(BarrierAnalysis, GuardedRings) {
  for (std::uint32_t stages = 1; stages <= 7; ++stages)
    expect_good(guarded_ring(stages, 1, 1));
  expect_good(guarded_ring(2, 4, 8));
  expect_good(guarded_ring(7, 1, 8));
  expect_good(guarded_ring(8, 4, 8));
}

TEST(BarrierAnalysis, RingsWithCredits) {
  for (std::uint32_t stages = 1; stages <= 7; ++stages)
    expect_good(credit_ring(stages, 1, 2));
}

// No schedule has all warps at the heads of their loops.
TEST(BarrierAnalysis, RotatedDoubleBuffer) {
  expect_good(Block()
                  .role(1, {straight({sync(0, 2)}), loop({arrive(1, 2), sync(0, 2)}),
                            straight({arrive(1, 2)})})
                  .role(1, {loop({sync(0, 2), sync(1, 2)}, 1)}));
}

TEST(BarrierAnalysis, PingPong) {
  expect_good(Block()
                  .role(4, {loop({sync(0, 8), arrive(1, 8)}), straight({sync(0, 8)})})
                  .role(4, {straight({arrive(0, 8)}), loop({sync(1, 8), arrive(0, 8)})}));
}

TEST(BarrierAnalysis, PingPongThatNobodyStarts) {
  const Analysis a(Block()
                       .role(4, {loop({sync(0, 8), arrive(1, 8)})})
                       .role(4, {loop({sync(1, 8), arrive(0, 8)})}));
  ASSERT_TRUE(a.decided());
  EXPECT_EQ(a.bad(), std::vector<std::int64_t>{1});
  EXPECT_EQ(a.bad_from(), 1);
  EXPECT_FALSE(a.failure(0));
  const auto f = a.failure(1);
  ASSERT_TRUE(f);
  EXPECT_EQ(f->kind, FailureKind::deadlock);
  EXPECT_EQ(f->cycle, 2u);
  ASSERT_EQ(f->waiting.size(), 8u);
  EXPECT_NE(f->waiting[0].barrier, f->waiting[1].barrier);
  EXPECT_EQ(a.failure(1'000)->kind, FailureKind::deadlock);
}

TEST(BarrierAnalysis, ChainOfLoadMathStore) {
  const std::uint32_t load = 5, store = 8;
  expect_good(
      Block()
          .role(1, {loop({from(cycling(sync(3, load), 3), 3), cycling(arrive(0, load), 3)})})
          .role(4, {loop({cycling(sync(0, load), 3), from(cycling(sync(8, store), 2), 2),
                          cycling(arrive(6, store), 2), until(cycling(arrive(3, load), 3), 3)})})
          .role(4, {loop({cycling(sync(6, store), 2), until(cycling(arrive(8, store), 2), 2)})}));
}

TEST(BarrierAnalysis, LoopsOfOneRoleInSequence) {
  expect_good(Block()
                  .role(1, {loop({sync(0, 2)}), straight({sync_all(2)}), loop({sync(1, 2)}, -2)})
                  .role(1, {loop({sync(0, 2)}), straight({sync_all(2)}), loop({sync(1, 2)}, -2)}));
}

// theory.md section 3: where the generation before had arrivals only, they must be known too.
TEST(BarrierAnalysis, GenerationOfArrivalsOnly) {
  const Analysis a(Block()
                       .role(1, {straight({arrive(0, 2), arrive(0, 2), sync(0, 2), arrive(0, 2)})})
                       .role(1, {straight({sync(0, 2), sync(0, 2), arrive(0, 2), sync(0, 2)})}));
  ASSERT_TRUE(a.decided());
  ASSERT_TRUE(a.failure(0));
  EXPECT_EQ(a.failure(0)->kind, FailureKind::recycling);
  ASSERT_TRUE(a.failure(0)->first && a.failure(0)->second);
  EXPECT_EQ(a.failure(0)->first->barrier, 0);
}

// A lane may arrive twice before another lane of its warp has arrived once.
TEST(BarrierAnalysis, LanesThatArriveByThemselves) {
  Operation op = arrive(0, 1);
  EXPECT_FALSE(Analysis(Block().role(1, {straight({op, op})})).failure(0));
  op.aligned = false;
  const Analysis a(Block().role(1, {straight({op, op})}));
  ASSERT_TRUE(a.failure(0));
  EXPECT_EQ(a.failure(0)->kind, FailureKind::recycling);
  EXPECT_FALSE(Analysis(Block().role(1, {straight({op, sync(1, 1), op})})).failure(0));
}

TEST(BarrierAnalysis, CountsOfOneGenerationDiffer) {
  const Analysis a(Block().role(1, {loop({sync(0, 2)})}).role(1, {loop({sync(0, 3)})}));
  ASSERT_TRUE(a.decided());
  EXPECT_EQ(a.bad_from(), 1);
  const auto f = a.failure(5);
  EXPECT_EQ(f->kind, FailureKind::count);
  EXPECT_EQ(f->schedule.size(), 2u);
}

TEST(BarrierAnalysis, OneIterationTooMany) {
  const Analysis a(Block().role(1, {loop({sync(0, 2)}, 1)}).role(1, {loop({sync(0, 2)})}));
  ASSERT_TRUE(a.decided());
  EXPECT_FALSE(a.bad_from());
  for (std::int64_t n = 0; n < 20; ++n) {
    ASSERT_TRUE(a.failure(n));
    EXPECT_EQ(a.failure(n)->kind, FailureKind::deadlock);
    EXPECT_EQ(a.failure(n)->cycle, 0u);
  }
}

TEST(BarrierAnalysis, Leftover) {
  const Analysis a(Block()
                       .role(1, {loop({sync(0, 2)}), straight({arrive(1, 2)})})
                       .role(1, {loop({sync(0, 2)})}));
  ASSERT_TRUE(a.decided());
  EXPECT_EQ(a.failure(7)->kind, FailureKind::leftover);
  ASSERT_EQ(a.failure(7)->waiting.size(), 1u);
  EXPECT_EQ(a.failure(7)->waiting[0].section, 1u);
}

TEST(BarrierAnalysis, GoodForEvenTripCountsOnly) {
  // pairs of arrivals complete a generation; an odd one is left
  const Analysis a(Block().role(1, {loop({arrive(0, 2)})}));
  ASSERT_TRUE(a.decided());
  EXPECT_EQ(a.period() % 2, 0);
  for (std::int64_t n = 0; n < 30; ++n)
    EXPECT_EQ(a.failure(n).has_value(), n % 2 == 1) << n;
}

// Nothing is known of iterations that have not been seen.
TEST(BarrierAnalysis, GuardsThatBeginOrEndLate) {
  for (const std::int64_t guard : {5, 9}) {
    const Analysis late(Block().role(1, {loop({sync(0, 1), from(arrive(1, 2), guard)})}));
    const Analysis early(Block().role(1, {loop({sync(0, 1), until(arrive(1, 2), guard)})}));
    ASSERT_TRUE(late.decided() && early.decided());
    for (std::int64_t n = 0; n < 30; ++n) {
      const bool odd = n > guard && (n - guard) % 2 == 1;
      EXPECT_EQ(late.failure(n).has_value(), odd) << n;
      EXPECT_EQ(early.failure(n).has_value(), odd) << n;
    }
  }
}

TEST(BarrierAnalysis, RatesThatDifferAreNotDecided) {
  const Analysis a(Block().role(1, {loop({sync(0, 2)})}).role(1, {loop({sync(0, 2), sync(0, 2)})}));
  ASSERT_FALSE(a.decided());
  EXPECT_EQ(a.why(), "the loops of A and B advance at different rates");
  ASSERT_FALSE(a.bad().empty());
  EXPECT_EQ(a.bad().front(), 1);
  EXPECT_EQ(a.failure(1)->kind, FailureKind::deadlock);
  EXPECT_FALSE(a.failure(0));
  EXPECT_THROW(a.failure(a.first()), std::invalid_argument);
}

TEST(BarrierAnalysis, RefusesBrokenSkeletons) {
  Skeleton overlap = Block().role(1, {}).role(1, {});
  overlap.roles[1].warps = {0};
  EXPECT_THROW(Analysis{overlap}, std::invalid_argument);
  Operation empty = sync(0, 2);
  empty.barriers.clear();
  EXPECT_THROW(Analysis{Block().role(1, {straight({empty})})}, std::invalid_argument);
  EXPECT_THROW(Analysis{Block().role(1, {straight({sync(named_barriers, 2)})})},
               std::invalid_argument);
  EXPECT_THROW(Analysis{Block().role(1, {straight({arrive(0, 0)})})}, std::invalid_argument);
}

TEST(BarrierSkeleton, IsPrinted) {
  Skeleton s = guarded_ring(2, 2, 3);
  s.roles[0].sections.push_back(straight({sync_all(9)}));
  s.roles[1].sections[0].offset = -1;
  s.roles[1].sections[0].operations[0].barriers = {3, not_executed};
  EXPECT_EQ(to_string(s), "role A: warps 0-1\n"
                          "  loop n: sync 2 + i % 2 (160) from 2; arrive 0 + i % 2 (160)\n"
                          "  sync 9 (all)\n"
                          "role B: warps 2-4\n"
                          "  loop n - 1: sync [3, -] (160); arrive 2 + i % 2 (160) until T - 2\n");
}

} // namespace
} // namespace heddle::barrier
