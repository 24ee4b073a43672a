// Skeletons with an outer loop (theory.md section 4, step 8).
#include "barrier/analysis/nested.hpp"
#include "build.hpp"

#include <gtest/gtest.h>

namespace heddle::barrier {
namespace {

class Tiles {
public:
  Tiles& role(std::uint32_t warps, std::vector<Section> before, std::vector<Section> block,
              std::vector<Section> after) {
    NestedRole r;
    r.name = std::string(1, static_cast<char>('A' + skeleton_.roles.size()));
    for (std::uint32_t k = 0; k < warps; ++k)
      r.warps.push_back(used_++);
    r.before = std::move(before);
    r.block = std::move(block);
    r.after = std::move(after);
    skeleton_.roles.push_back(std::move(r));
    return *this;
  }
  operator NestedSkeleton() const { return skeleton_; }

private:
  NestedSkeleton skeleton_;
  std::uint32_t used_ = 0;
};

Section running(Section s) {
  for (Operation& op : s.operations)
    op.counts = Operation::Count::running;
  return s;
}

constexpr std::uint32_t stages = 2, all = 3;

// The ring goes on from tile to tile; the consumers meet behind each.
NestedSkeleton running_ring(bool producer_goes_on) {
  std::vector<Operation> credits, drain;
  for (BarrierIndex s = 0; s < BarrierIndex{stages}; ++s) {
    credits.push_back(arrive(2 + s, all));
    drain.push_back(sync(2 + s, all));
  }
  const Section fill = loop({cycling(sync(2, all), stages), cycling(arrive(0, all), stages)});
  const Section use = loop({cycling(sync(0, all), stages), cycling(arrive(2, all), stages)});
  return Tiles()
      .role(1, {}, {producer_goes_on ? running(fill) : fill}, {straight(drain)})
      .role(2, {straight(credits)}, {running(use), straight({sync(5, 2)})}, {});
}

NestedPoint in_block(std::uint32_t role, std::uint32_t section, std::uint32_t index) {
  return {NestPart::block, {role, section, index, false}};
}

TEST(BarrierNested, RingThatGoesOnFromTileToTile) {
  const NestedAnalysis a(running_ring(true));
  ASSERT_TRUE(a.decided()) << a.why();
  EXPECT_FALSE(a.failure());
  ASSERT_TRUE(a.has_orders());
  const NestedPoint fill = in_block(0, 0, 1), use = in_block(1, 0, 1), behind = in_block(1, 1, 1);
  const Order order = a.within(fill, use, Pairing::warps);
  EXPECT_EQ(order.kind, Order::Kind::distance);
  EXPECT_EQ(order.distance, 0);
  EXPECT_EQ(a.within(use, fill, Pairing::warps).distance, stages);
  // consumers meet; the producer may be a whole tile ahead of what they do then, or, of tiles
  // without iterations, any number
  EXPECT_EQ(a.across(use, use, Pairing::warps), 1);
  EXPECT_EQ(a.across(behind, fill, Pairing::warps), std::nullopt);
  // by iterations of all tiles it is as within one
  EXPECT_EQ(a.running_distance(use, fill, Pairing::warps, 8), stages);
  EXPECT_EQ(a.running_distance(fill, use, Pairing::warps, 8), 1);
  EXPECT_EQ(a.running_distance(use, fill, Pairing::warps, 1), std::nullopt);
  const NestedPoint end{NestPart::after, {0, 0, stages, false}};
  EXPECT_EQ(a.across(use, end, Pairing::warps), 1);
}

TEST(BarrierNested, ProducerThatStartsAnew) {
  const NestedAnalysis a(running_ring(false));
  ASSERT_TRUE(a.decided()) << a.why();
  ASSERT_TRUE(a.failure());
  // behind an odd number of iterations the two are at different buffers
  EXPECT_EQ(a.failure()->trips, (std::vector<std::int64_t>{1, 1}));
  EXPECT_EQ(a.failure()->failure.kind, FailureKind::deadlock);
  EXPECT_EQ(a.failure()->failure.waiting.front().outer, 2); // the producer is through
}

TEST(BarrierNested, BlocksBetweenBarriersOfAll) {
  const NestedAnalysis a(
      Tiles()
          .role(1, {}, {straight({sync_all(0)}), loop({from(sync(1, 2), 1), arrive(2, 2)})}, {})
          .role(1, {}, {straight({sync_all(0)}), loop({sync(2, 2), until(arrive(1, 2), 1)})}, {}));
  ASSERT_TRUE(a.decided()) << a.why();
  ASSERT_FALSE(a.failure());
  ASSERT_TRUE(a.has_orders());
  EXPECT_EQ(a.across(in_block(0, 1, 0), in_block(1, 1, 0), Pairing::warps), 1);
  EXPECT_EQ(a.across(in_block(0, 1, 0), in_block(1, 0, 0), Pairing::warps), 1);
  EXPECT_EQ(a.across(in_block(1, 1, 2), in_block(0, 0, 0), Pairing::warps), 2);
  // the warp itself waits for nobody in the only iteration of a tile
  EXPECT_EQ(a.across(in_block(0, 1, 0), in_block(0, 0, 0), Pairing::lanes), 2);
  EXPECT_EQ(a.across(in_block(0, 1, 0), in_block(0, 1, 0), Pairing::lanes), 1);
}

TEST(BarrierNested, AWarpWithOneTileMoreNeverEnds) {
  const NestedAnalysis a(Tiles()
                             .role(1, {}, {loop({sync(0, 2)})}, {straight({sync(0, 2)})})
                             .role(1, {}, {loop({sync(0, 2)})}, {}));
  ASSERT_TRUE(a.failure());
  EXPECT_TRUE(a.failure()->trips.empty());
  EXPECT_EQ(a.failure()->failure.kind, FailureKind::deadlock);
  ASSERT_EQ(a.failure()->failure.waiting.size(), 1u);
  EXPECT_EQ(a.failure()->failure.waiting[0].outer, 0); // behind no outer iterations
}

TEST(BarrierNested, RefusesLoopsAroundTheOuterOne) {
  EXPECT_THROW(NestedAnalysis{Tiles().role(1, {loop({sync(0, 1)})}, {}, {})},
               std::invalid_argument);
  const NestedAnalysis a(running_ring(true));
  EXPECT_THROW(a.across(in_block(0, 7, 0), in_block(1, 0, 0), Pairing::warps),
               std::invalid_argument);
  EXPECT_THROW(a.across(in_block(0, 0, 0), in_block(0, 0, 0), Pairing::warps),
               std::invalid_argument);
}

TEST(BarrierSkeleton, PrintsOuterLoops) {
  EXPECT_EQ(
      to_string(running_ring(false)),
      "role A: warp 0\n for t < T\n"
      "  loop n: sync 2 + i % 2 (96); arrive 0 + i % 2 (96)\n after\n"
      "  sync 2 (96); sync 3 (96)\n"
      "role B: warps 1-2\n before\n  arrive 2 (96); arrive 3 (96)\n for t < T\n"
      "  loop n: sync 0 + i % 2 (96) running; arrive 2 + i % 2 (96) running\n  sync 5 (64)\n");
}

} // namespace
} // namespace heddle::barrier
