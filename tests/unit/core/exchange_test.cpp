// Shuffles, votes and reductions in runs.
#include "core/interpreter/interpreter.hpp"
#include "unit/core/builder.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

using Kind = Exchange::Kind;

class ExchangeTest : public testing::Test {
protected:
  Builder b;
  Pool& p = b.pool();
  ArrayId out = b.array("out");
  VarId x = b.var("x");

  Launch launch(std::int64_t threads) {
    Launch l;
    l.block_dim = {threads, 1, 1};
    l.memory = [](ArrayId, std::int64_t, unsigned) { return std::optional<std::int64_t>(0); };
    return l;
  }
  Stmt exchange(Kind kind, Expr value, Expr lane = nullptr, Exchange more = {}) {
    more.kind = kind;
    more.value = value;
    more.lane = lane;
    return b.at(Havoc{x, Scope::thread, "an exchange", Havoc::Choice::none, more});
  }
  // Does every thread have the value that `expected` says?
  bool all_have(std::int64_t threads, Expr expected) {
    b.add(b.at(Assert{p.eq(b.ref(x), expected), ""}));
    const BruteResult result = explore(b.kernel, launch(threads));
    return result.stopped.empty() && !result.has(BruteKind::assertion);
  }
  Expr square() { return p.mul(b.tid(), b.tid()); }
};

TEST_F(ExchangeTest, OfALane) {
  b.add(exchange(Kind::lane, square(), b.c(5)));
  EXPECT_TRUE(all_have(32, b.c(25)));
}
TEST_F(ExchangeTest, OfALaneOfTheSegment) {
  Exchange e;
  e.width = b.c(8);
  b.add(exchange(Kind::lane, b.tid(), b.c(11), e));
  EXPECT_TRUE(all_have(64, p.add(p.sub(b.tid(), p.rem(b.tid(), b.c(8))), b.c(3))));
}
TEST_F(ExchangeTest, Down) {
  b.add(exchange(Kind::down, b.tid(), b.c(3)));
  const Expr lane = p.rem(b.tid(), b.c(32));
  EXPECT_TRUE(all_have(64, p.ite(p.lt(lane, b.c(29)), p.add(b.tid(), b.c(3)), b.tid())));
}
TEST_F(ExchangeTest, Up) {
  b.add(exchange(Kind::up, b.tid(), b.c(3)));
  const Expr lane = p.rem(b.tid(), b.c(32));
  EXPECT_TRUE(all_have(64, p.ite(p.lt(lane, b.c(3)), b.tid(), p.sub(b.tid(), b.c(3)))));
}
TEST_F(ExchangeTest, Across) {
  b.add(exchange(Kind::across, b.tid(), b.c(1)));
  const Expr even = p.eq(p.rem(b.tid(), b.c(2)), b.c(0));
  EXPECT_TRUE(all_have(32, p.ite(even, p.add(b.tid(), b.c(1)), p.sub(b.tid(), b.c(1)))));
}
TEST_F(ExchangeTest, Votes) {
  b.add(exchange(Kind::count, p.ite(p.lt(b.tid(), b.c(40)), b.c(7), b.c(0))));
  EXPECT_TRUE(all_have(64, p.ite(p.lt(b.tid(), b.c(32)), b.c(32), b.c(8))));
}
TEST_F(ExchangeTest, VotesOfABlock) {
  Exchange e;
  e.scope = Scope::block;
  b.add(exchange(Kind::add, b.tid(), nullptr, e));
  EXPECT_TRUE(all_have(100, b.c(4950)));
}
TEST_F(ExchangeTest, BallotOfATile) {
  Exchange e;
  e.group_size = 4;
  b.add(exchange(Kind::ballot, p.rem(b.tid(), b.c(2)), nullptr, e));
  EXPECT_TRUE(all_have(64, b.c(0b1010)));
}
// Lanes with an even number have the value 0, others 1.
TEST_F(ExchangeTest, Matching) {
  b.add(exchange(Kind::match, p.rem(b.tid(), b.c(2))));
  const Expr even = p.eq(p.rem(b.tid(), b.c(2)), b.c(0));
  EXPECT_TRUE(all_have(64, p.ite(even, b.c(0x55555555), b.c(-0x55555556))));
}
TEST_F(ExchangeTest, OfTheNthLane) {
  Exchange e;
  e.mask = p.constant(0x00f0f000, Type::u32());
  const Expr lane = p.rem(b.tid(), b.c(32));
  const Expr inside = p.logical_or(p.logical_and(p.le(b.c(12), lane), p.lt(lane, b.c(16))),
                                   p.logical_and(p.le(b.c(20), lane), p.lt(lane, b.c(24))));
  b.add(b.branch(inside, {exchange(Kind::nth, b.tid(), b.c(5), e)},
                 {b.assign(x, p.add(p.sub(b.tid(), lane), b.c(21)))}));
  EXPECT_TRUE(all_have(64, p.add(p.sub(b.tid(), lane), b.c(21))));
}
TEST_F(ExchangeTest, LanesThatHaveExitedTakeNoPart) {
  b.add(b.branch(p.lt(b.tid(), b.c(8)), {b.at(Exit{})}));
  b.add(exchange(Kind::count, b.c(1)));
  EXPECT_TRUE(all_have(32, b.c(24)));
}
TEST_F(ExchangeTest, OfALaneThatIsNotThereNothingIsKnown) {
  b.add(exchange(Kind::lane, b.tid(), b.c(30)));
  b.add(b.at(Assert{p.eq(b.ref(x), b.ref(x)), ""}));
  b.add(b.branch(p.eq(b.ref(x), b.c(0)), {b.write(out, b.c(0), b.c(0))}));
  EXPECT_NE(explore(b.kernel, launch(16)).stopped, "");
}
// Before Volta the lanes of a warp that were there made it together.
TEST_F(ExchangeTest, WhatOthersNeverComeToIsNotKnown) {
  b.add(b.branch(p.lt(b.tid(), b.c(8)), {exchange(Kind::count, b.c(1))}, {b.assign(x, b.c(9))}));
  b.add(b.write(out, b.tid(), b.ref(x)));
  const BruteResult result = explore(b.kernel, launch(32));
  EXPECT_EQ(result.stopped, ""); // they go on
  EXPECT_TRUE(result.findings.empty());
}
// It orders nothing.
TEST_F(ExchangeTest, IsNoBarrier) {
  b.add(b.write(out, b.tid(), b.tid()));
  b.add(exchange(Kind::all, b.c(1)));
  b.add(b.write(out, p.sub(b.c(31), b.tid()), b.tid()));
  EXPECT_TRUE(explore(b.kernel, launch(32)).has(BruteKind::race));
}

} // namespace
} // namespace heddle::core
