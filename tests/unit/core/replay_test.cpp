#include "core/interpreter/interpreter.hpp"
#include "unit/core/builder.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

Launch launch(std::int64_t threads, std::int64_t blocks = 1) {
  Launch l;
  l.block_dim = {threads, 1, 1};
  l.grid_dim = {blocks, 1, 1};
  l.memory = [](ArrayId, std::int64_t, unsigned) { return std::optional<std::int64_t>(0); };
  return l;
}
ReplayTarget at(std::int64_t thread, Loc loc, std::int64_t block = 0) {
  return {{thread, 0, 0}, {block, 0, 0}, loc};
}

class ReplayTest : public testing::Test {
protected:
  Builder b;
  Pool& p = b.pool();
  ArrayId s = b.array("s", Space::shared, {64});
  ArrayId g = b.array("g");
  VarId x = b.var("x"), i = b.var("i");
  Loc loc_a, loc_b;

  // `var` := 0; while (var < n) { body; var++ }
  Stmt count(LabelId label, VarId var, Expr n, Block body) {
    return b.at(
        Labeled{label + 100,
                {b.assign(var, b.c(0)), b.at(Loop{label,
                                                  {},
                                                  p.lt(b.ref(var), n),
                                                  std::move(body),
                                                  {b.assign(var, p.add(b.ref(var), b.c(1)))}})}});
  }
  // s[tid] = tid; (barrier;) x = s[tid + 1]
  void neighbours(std::optional<Stmt> between) {
    b.add(b.write(s, b.tid(), b.tid()));
    loc_a = b.last();
    if (between) b.add(*between);
    b.add(b.read(x, s, p.add(b.tid(), b.c(1))));
    loc_b = b.last();
  }
};

TEST_F(ReplayTest, RaceWithoutBarrier) {
  neighbours({});
  EXPECT_TRUE(replay_race(b.kernel, launch(8), at(1, loc_a), at(0, loc_b)).confirmed);
  EXPECT_TRUE(replay_race(b.kernel, launch(8), at(0, loc_b), at(1, loc_a)).confirmed);
  // other cells, other places, no such thread
  EXPECT_EQ(replay_race(b.kernel, launch(8), at(2, loc_a), at(0, loc_b)).reason,
            "the two accesses do not meet on one cell without a barrier between them");
  EXPECT_FALSE(replay_race(b.kernel, launch(8), at(1, loc_b), at(0, loc_b)).confirmed);
  EXPECT_EQ(replay_race(b.kernel, launch(8), at(8, loc_a), at(0, loc_b)).reason, "no such thread");
}

TEST_F(ReplayTest, TellsWhereTheyMet) {
  neighbours({});
  for (const std::int64_t thread : {1, 3, 5}) {
    const auto met =
        replay_race(b.kernel, launch(8), at(thread, loc_a), at(thread - 1, loc_b)).offsets;
    ASSERT_TRUE(met);
    EXPECT_EQ((*met)[0], thread * b.kernel.arrays[s].element_size);
    EXPECT_EQ((*met)[1], (*met)[0]);
  }
  EXPECT_FALSE(replay_race(b.kernel, launch(8), at(2, loc_a), at(0, loc_b)).offsets);
}

TEST_F(ReplayTest, GoesOnToTheCellThatIsWanted) { // while (i < 3) { s[tid + i] = .. }
  Stmt write = b.write(s, p.add(b.tid(), b.ref(i)), b.tid());
  const Loc loc = write.loc;
  b.add(count(1, i, b.c(3), {write}));
  const std::int64_t size = b.kernel.arrays[s].element_size;
  const auto met = [&](std::optional<std::int64_t> cell) {
    ReplayTarget first = at(1, loc), second = at(0, loc);
    if (cell) first.offset = second.offset = *cell * size;
    return replay_race(b.kernel, launch(8), first, second).offsets.value()[0] / size;
  };
  EXPECT_EQ(met({}), 1);
  EXPECT_EQ(met(2), 2);
  EXPECT_EQ(met(7), 1); // they never do
}

// One line of a function that is inlined twice: only its second place races.
TEST_F(ReplayTest, TellsCallsApart) {
  Stmt first = b.write(g, b.tid(), b.tid());
  first.call = 1;
  Stmt second = b.write(g, b.c(100), b.tid());
  second.loc = first.loc;
  second.call = 2;
  b.add(first);
  b.add(second);
  const auto of = [&](CallId call, std::int64_t thread) {
    ReplayTarget target = at(thread, first.loc);
    target.call = call;
    return target;
  };
  EXPECT_TRUE(replay_race(b.kernel, launch(8), at(0, first.loc), at(1, first.loc)).confirmed);
  EXPECT_TRUE(replay_race(b.kernel, launch(8), of(2, 0), of(2, 1)).confirmed);
  EXPECT_FALSE(replay_race(b.kernel, launch(8), of(1, 0), of(1, 1)).confirmed);
  EXPECT_FALSE(replay_race(b.kernel, launch(8), of(1, 0), of(2, 1)).confirmed);
}

TEST_F(ReplayTest, UnalignedVectorAccessesTrap) {
  b.add(b.at(Write{g, p.mul(b.wide(b.tid()), b.c(8, Type::i64())), 16, nullptr, 16}));
  const Loc place = b.last();
  EXPECT_EQ(replay_race(b.kernel, launch(8), at(0, place), at(1, place)).reason,
            "a vector access is not aligned at line 10");
}

TEST_F(ReplayTest, BlockBarrierOrders) {
  neighbours(b.sync());
  EXPECT_FALSE(replay_race(b.kernel, launch(8), at(1, loc_a), at(0, loc_b)).confirmed);
  EXPECT_TRUE(explore(b.kernel, launch(8)).findings.empty());
}

TEST_F(ReplayTest, WarpBarrierOrdersOneWarpOnly) {
  neighbours(b.at(Barrier{Scope::warp, nullptr, 0, ""}));
  EXPECT_FALSE(replay_race(b.kernel, launch(64), at(1, loc_a), at(0, loc_b)).confirmed);
  EXPECT_TRUE(replay_race(b.kernel, launch(64), at(32, loc_a), at(31, loc_b)).confirmed);
}

TEST_F(ReplayTest, TilesOfAWarp) {
  neighbours(b.at(Barrier{Scope::warp, nullptr, 4, ""}));
  EXPECT_FALSE(replay_race(b.kernel, launch(8), at(3, loc_a), at(2, loc_b)).confirmed);
  EXPECT_TRUE(replay_race(b.kernel, launch(8), at(4, loc_a), at(3, loc_b)).confirmed);
}

TEST_F(ReplayTest, MasksOfOverlappingWarpBarriersOrderByAChain) {
  // syncwarp{0,1}; syncwarp{1,2}: what lane 0 did first comes before what lane 2 does last
  auto masked = [&](std::int64_t mask, Expr cond) {
    return b.branch(cond, {b.at(Barrier{Scope::warp, b.c(mask, Type::u32()), 0, ""})});
  };
  b.add(b.branch(p.eq(b.tid(), b.c(0)), {b.write(s, b.c(0), b.c(1))}));
  const Loc first{0, 10, 1};
  b.add(masked(3, p.lt(b.tid(), b.c(2))));
  b.add(masked(6, p.lt(b.c(0), b.tid())));
  b.add(b.branch(p.eq(b.tid(), b.c(2)), {b.read(x, s, b.c(0))}));
  const Loc last = std::get<If>(b.kernel.body.back().node).then_block[0].loc;
  EXPECT_FALSE(replay_race(b.kernel, launch(3), at(0, first), at(2, last)).confirmed);
}

TEST_F(ReplayTest, DifferentBlocksShareGlobalMemoryOnly) {
  b.add(b.write(g, b.tid(), b.bid()));
  loc_a = b.last();
  b.add(b.write(s, b.tid(), b.bid()));
  loc_b = b.last();
  EXPECT_TRUE(replay_race(b.kernel, launch(4, 2), at(1, loc_a, 0), at(1, loc_a, 1)).confirmed);
  EXPECT_FALSE(replay_race(b.kernel, launch(4, 2), at(1, loc_b, 0), at(1, loc_b, 1)).confirmed);
}

TEST_F(ReplayTest, GridBarrierOrdersBlocks) {
  b.add(b.write(g, b.bid(), b.c(1)));
  loc_a = b.last();
  b.add(b.at(Barrier{Scope::grid, nullptr, 0, ""}));
  b.add(b.read(x, g, p.sub(b.c(1), b.bid())));
  loc_b = b.last();
  EXPECT_FALSE(replay_race(b.kernel, launch(1, 2), at(0, loc_a, 0), at(0, loc_b, 1)).confirmed);
  EXPECT_TRUE(explore(b.kernel, launch(1, 2)).findings.empty());
}

TEST_F(ReplayTest, SameValueWritesAreTold) {
  b.add(b.write(g, b.c(0), b.c(7)));
  loc_a = b.last();
  const ReplayResult r = replay_race(b.kernel, launch(4), at(0, loc_a), at(1, loc_a));
  EXPECT_TRUE(r.confirmed);
  EXPECT_TRUE(r.same_value);
  b.add(b.write(g, b.c(1), b.tid()));
  EXPECT_FALSE(replay_race(b.kernel, launch(4), at(0, b.last()), at(1, b.last())).same_value);
}

TEST_F(ReplayTest, AtomicsRaceOnlyBeyondTheirScope) {
  b.add(b.at(Atomic{x, g, b.c(0, Type::i64()), 4, Scope::block, "add", b.c(1)}));
  loc_a = b.last();
  EXPECT_FALSE(replay_race(b.kernel, launch(2, 2), at(0, loc_a), at(1, loc_a)).confirmed);
  EXPECT_TRUE(replay_race(b.kernel, launch(2, 2), at(0, loc_a, 0), at(0, loc_a, 1)).confirmed);
  b.add(b.write(g, b.c(0), b.c(0)));
  EXPECT_TRUE(replay_race(b.kernel, launch(2, 2), at(0, loc_a), at(1, b.last())).confirmed);
}

TEST_F(ReplayTest, AtomicLoadsOfTooSmallScopeRaceWithStoresOnly) {
  b.add(b.at(Atomic{x, g, b.c(0, Type::i64()), 4, Scope::block, "load", nullptr}));
  loc_a = b.last();
  EXPECT_FALSE(replay_race(b.kernel, launch(2, 2), at(0, loc_a, 0), at(0, loc_a, 1)).confirmed);
  b.add(b.at(Atomic{{}, g, b.c(0, Type::i64()), 4, Scope::grid, "exch", b.c(1)}));
  EXPECT_TRUE(replay_race(b.kernel, launch(2, 2), at(0, loc_a, 0), at(0, b.last(), 1)).confirmed);
}

TEST_F(ReplayTest, LoopCarriedRaceNeedsTheLoop) {
  // for i < n { s[tid] = i; sync; x = s[tid + 1] }: the next iteration's write meets the read
  Expr n = b.param("n");
  Stmt w = b.write(s, b.tid(), b.ref(i));
  loc_a = b.last();
  Stmt barrier = b.sync();
  Stmt r = b.read(x, s, p.add(b.tid(), b.c(1)));
  loc_b = b.last();
  b.add(count(1, i, n, {w, barrier, r}));
  Launch l = launch(8);
  const auto id = static_cast<SymbolId>(n->value);
  l.params[id] = 2;
  EXPECT_TRUE(replay_race(b.kernel, l, at(1, loc_a), at(0, loc_b)).confirmed);
  l.params[id] = 1;
  EXPECT_FALSE(replay_race(b.kernel, l, at(1, loc_a), at(0, loc_b)).confirmed);
}

TEST_F(ReplayTest, ValuesFlowThroughMemory) {
  // g[tid] = tid; x = g[tid]; s[x / 2] = x
  b.add(b.write(g, b.tid(), b.tid()));
  b.add(b.read(x, g, b.tid()));
  b.add(b.write(s, p.div(b.ref(x), b.c(2)), b.ref(x)));
  loc_a = b.last();
  EXPECT_TRUE(replay_race(b.kernel, launch(8), at(2, loc_a), at(3, loc_a)).confirmed);
  EXPECT_FALSE(replay_race(b.kernel, launch(8), at(1, loc_a), at(2, loc_a)).confirmed);
}

TEST_F(ReplayTest, UnknownAddressesStopWithAReason) {
  b.add(b.read(x, g, b.tid()));
  b.add(b.write(s, b.ref(x), b.c(1)));
  loc_a = b.last();
  Launch l = launch(8);
  l.memory = nullptr;
  EXPECT_EQ(replay_race(b.kernel, l, at(0, loc_a), at(1, loc_a)).reason,
            "the value read from 'g' at line 10 is not known, and an address depends on it");
  l.memory = [](ArrayId, std::int64_t, unsigned) { return std::optional<std::int64_t>(5); };
  EXPECT_TRUE(replay_race(b.kernel, l, at(0, loc_a), at(1, loc_a)).confirmed);
}

TEST_F(ReplayTest, UnknownBranchesStopButUnknownDataDoesNot) {
  b.add(b.at(Havoc{x, Scope::thread, "a vote"}));
  b.add(b.write(s, b.c(0), b.ref(x)));
  loc_a = b.last();
  b.add(b.branch(p.lt(b.ref(x), b.c(3)), {b.write(s, b.c(1), b.tid())}));
  const Loc inner{0, 30, 1};
  EXPECT_TRUE(replay_race(b.kernel, launch(8), at(0, loc_a), at(1, loc_a)).confirmed);
  EXPECT_EQ(replay_race(b.kernel, launch(8), at(0, inner), at(1, inner)).reason,
            "the value of 'x' (a vote) at line 10 is not known, and a branch depends on it");
}

TEST_F(ReplayTest, BranchesOfOtherThreadsMayStayUnknown) {
  Stmt havoc = b.at(Havoc{x, Scope::thread, ""});
  Stmt unknown_branch = b.branch(p.lt(b.ref(x), b.c(3)), {b.write(s, b.c(9), b.c(1))});
  b.add(b.branch(p.lt(b.c(1), b.tid()), {havoc, unknown_branch}));
  b.add(b.write(s, b.c(0), b.tid()));
  loc_a = b.last();
  EXPECT_TRUE(replay_race(b.kernel, launch(8), at(0, loc_a), at(1, loc_a)).confirmed);
  // also one of the two, where nothing of theirs depends on it
  EXPECT_TRUE(replay_race(b.kernel, launch(8), at(0, loc_a), at(2, loc_a)).confirmed);
}

TEST_F(ReplayTest, MachineArithmeticWraps) {
  // x = tid * 2^30 * 4 wraps to 0
  b.add(b.assign(x, p.mul(b.tid(), b.c(1 << 30))));
  b.add(b.write(s, p.mul(b.ref(x), b.c(4)), b.tid()));
  loc_a = b.last();
  EXPECT_TRUE(replay_race(b.kernel, launch(8), at(1, loc_a), at(2, loc_a)).confirmed);
}

TEST_F(ReplayTest, DivisionByZeroMattersOnlyWhereUsed) {
  Expr n = b.param("n");
  Expr quotient = p.div(b.tid(), n);
  Expr guarded = p.ite(p.eq(n, b.c(0)), b.c(0), quotient);
  b.add(b.write(s, guarded, b.tid()));
  loc_a = b.last();
  EXPECT_TRUE(replay_race(b.kernel, launch(8), at(1, loc_a), at(2, loc_a)).confirmed);
  b.add(b.write(s, quotient, b.tid()));
  EXPECT_EQ(
      replay_race(b.kernel, launch(8), at(1, b.last()), at(2, b.last())).reason,
      "the result of a division by zero at line 20 is not known, and an address depends on it");
}

TEST_F(ReplayTest, FloatsAreComputed) {
  // if (sqrtf((float)tid) < 1.5f) s[0] = tid
  const Type f = Type::opaque(32);
  Expr t = p.apply(p.pure_function("i2f", f), {b.tid()});
  Expr root = p.apply(p.pure_function("sqrtf", f), {t});
  Expr limit = p.apply(p.pure_function("1.5f", f), {});
  Expr cond = p.apply(p.pure_function("flt", Type::boolean()), {root, limit});
  Stmt w = b.write(s, b.c(0), b.tid());
  loc_a = b.last();
  b.add(b.branch(cond, {w}));
  EXPECT_TRUE(replay_race(b.kernel, launch(8), at(1, loc_a), at(2, loc_a)).confirmed);
  EXPECT_FALSE(replay_race(b.kernel, launch(8), at(1, loc_a), at(3, loc_a)).confirmed);
}

TEST_F(ReplayTest, AliasesAreOneArray) {
  ArrayId h = b.array("h");
  b.add(b.write(g, b.tid(), b.tid()));
  loc_a = b.last();
  b.add(b.read(x, h, p.add(b.tid(), b.c(1))));
  EXPECT_FALSE(replay_race(b.kernel, launch(8), at(1, loc_a), at(0, b.last())).confirmed);
  b.kernel.aliases.push_back({g, h});
  EXPECT_TRUE(replay_race(b.kernel, launch(8), at(1, loc_a), at(0, b.last())).confirmed);
}

TEST_F(ReplayTest, AssumptionsThatDoNotHoldStop) {
  Expr n = b.param("n");
  b.kernel.assumptions.push_back({p.lt(b.c(0), n), "n > 0", "--assume", {}});
  neighbours({});
  EXPECT_EQ(replay_race(b.kernel, launch(8), at(1, loc_a), at(0, loc_b)).reason,
            "the assumption 'n > 0' does not hold in machine arithmetic");
}

TEST_F(ReplayTest, EndlessLoopsEnd) {
  b.add(b.at(Loop{1, {}, p.boolean(true), {}, {}}));
  neighbours({});
  EXPECT_EQ(replay_race(b.kernel, launch(8), at(1, loc_a), at(0, loc_b), {1000}).reason,
            "the replay took too many steps");
}

class DivergenceTest : public ReplayTest {
protected:
  Loc barrier;
  void conditional(Block else_block) {
    Stmt sync = b.sync();
    barrier = b.last();
    b.add(b.branch(p.lt(b.tid(), b.c(4)), {sync}, std::move(else_block)));
  }
};

TEST_F(DivergenceTest, FallingOffTheEnd) {
  conditional({});
  EXPECT_TRUE(
      replay_divergence(b.kernel, launch(8), at(0, barrier), at(5, barrier), false).confirmed);
  EXPECT_FALSE(
      replay_divergence(b.kernel, launch(8), at(0, barrier), at(5, barrier), true).confirmed);
  EXPECT_FALSE(
      replay_divergence(b.kernel, launch(8), at(0, barrier), at(1, barrier), false).confirmed);
  EXPECT_FALSE(
      replay_divergence(b.kernel, launch(8), at(5, barrier), at(0, barrier), false).confirmed);
}

TEST_F(DivergenceTest, ExitedThreads) {
  conditional({b.at(Exit{})});
  EXPECT_TRUE(
      replay_divergence(b.kernel, launch(8), at(0, barrier), at(5, barrier), true).confirmed);
  EXPECT_FALSE(
      replay_divergence(b.kernel, launch(8), at(0, barrier), at(5, barrier), false).confirmed);
  EXPECT_TRUE(explore(b.kernel, launch(8)).has(BruteKind::exited_threads));
  EXPECT_FALSE(explore(b.kernel, launch(8)).has(BruteKind::divergence));
}

// Barriers that a pass makes have no text of their own.
TEST_F(DivergenceTest, NamedBarriersWithoutTextAreNotFollowedEither) {
  b.add(
      b.at(NamedBarrier{NamedBarrier::Kind::sync, p.constant(1, Type::u32()), nullptr, true, ""}));
  const ReplayResult result =
      replay_divergence(b.kernel, launch(8), at(0, b.last()), at(5, b.last()), false);
  EXPECT_FALSE(result.confirmed);
  EXPECT_EQ(result.reason, "a barrier that is not followed here");
}

// Nor are those of the source, which the reason names.
TEST_F(DivergenceTest, SaysWhichBarrierIsNotRun) {
  Block& body = b.kernel.body;
  const Expr one = p.constant(1, Type::u32());
  NamedBarrier named{NamedBarrier::Kind::sync, one};
  named.text = "bar.sync 1";
  Mbarrier init{Mbarrier::Kind::init, s, p.constant(0, Type::i64()), one};
  init.text = "init()";
  const auto reason_of = [&](Stmt barrier) {
    body = {std::move(barrier)};
    return replay_divergence(b.kernel, launch(8), at(0, b.last()), at(5, b.last()), false).reason;
  };
  EXPECT_EQ(reason_of(b.at(named)), "the replay does not run 'bar.sync 1'");
  EXPECT_EQ(reason_of(b.at(init)), "the replay does not run 'init()'");
}

TEST_F(DivergenceTest, AnotherBarrier) {
  conditional({b.sync()});
  const Loc other = b.last();
  EXPECT_TRUE(
      replay_divergence(b.kernel, launch(8), at(0, barrier), at(5, barrier), false).confirmed);
  EXPECT_TRUE(explore(b.kernel, launch(8)).has(BruteKind::divergence));
  neighbours({});
  EXPECT_EQ(replay_race(b.kernel, launch(8), at(1, loc_a), at(0, loc_b)).reason,
            "the threads wait at different barriers at line " + std::to_string(barrier.line));
  EXPECT_NE(barrier, other);
}

TEST_F(DivergenceTest, AnotherIterationIsAnotherBarrier) {
  // for i < 2: if (i % 2 == tid % 2) sync
  Stmt sync = b.sync();
  barrier = b.last();
  Expr same = p.eq(p.rem(b.ref(i), b.c(2)), p.rem(b.tid(), b.c(2)));
  b.add(count(1, i, b.c(2), {b.branch(same, {sync})}));
  EXPECT_TRUE(
      replay_divergence(b.kernel, launch(8), at(0, barrier), at(1, barrier), false).confirmed);
  EXPECT_FALSE(
      replay_divergence(b.kernel, launch(8), at(0, barrier), at(2, barrier), false).confirmed);
}

TEST_F(DivergenceTest, ALaterBarrierOfTheSameBranch) {
  Stmt first = b.sync(), second = b.sync();
  barrier = b.last();
  b.add(b.branch(p.lt(b.tid(), b.c(4)), {first, second}));
  EXPECT_TRUE(
      replay_divergence(b.kernel, launch(8), at(0, barrier), at(5, barrier), false).confirmed);
}

TEST_F(DivergenceTest, WaitingInTheWarp) {
  Stmt warp = b.at(Barrier{Scope::warp, nullptr, 0, ""});
  barrier = b.last();
  b.add(b.branch(p.lt(b.tid(), b.c(4)), {warp}));
  b.add(b.sync());
  EXPECT_TRUE(
      replay_divergence(b.kernel, launch(8), at(0, barrier), at(5, barrier), false).confirmed);
}

TEST_F(ReplayTest, Assertions) {
  const Assert asserted{p.lt(b.tid(), b.c(4)), "tid < 4"};
  b.add(b.at(asserted));
  EXPECT_TRUE(replay_assertion(b.kernel, launch(8), at(5, b.last()), asserted).confirmed);
  EXPECT_EQ(replay_assertion(b.kernel, launch(8), at(3, b.last()), asserted).reason,
            "the assertion holds there");
  const Assert other{asserted.cond, "another one of this place"};
  EXPECT_FALSE(replay_assertion(b.kernel, launch(8), at(5, b.last()), other).confirmed);
  EXPECT_TRUE(explore(b.kernel, launch(8)).has(BruteKind::assertion));
}

// An access is compared with each copy in flight, all at its own place.
TEST_F(ReplayTest, TellsWhichCopyAndWhere) {
  const Expr offset = p.mul(b.ref(i), b.c(4)); // of s[i]
  const auto compared = [&](Expr apart, unsigned line) {
    Stmt made = b.at(Assert{apart, "apart", OwnCopy{s, offset, false, true, {0, line, 1}, 0}});
    made.loc = {0, 90, 1};
    return made;
  };
  const Stmt met = compared(p.ne(b.ref(i), b.c(2)), 30), apart = compared(p.boolean(true), 31);
  b.add(count(1, i, b.c(4), {met, apart}));
  const auto run = [&](const Stmt& which) {
    return replay_assertion(b.kernel, launch(8), at(0, {0, 90, 1}), std::get<Assert>(which.node));
  };
  const ReplayResult hit = run(met);
  EXPECT_TRUE(hit.confirmed);
  EXPECT_EQ(hit.offsets, (std::array<std::int64_t, 2>{8, 8}));
  ASSERT_EQ(hit.iterations.size(), 1u);
  EXPECT_EQ(hit.iterations[0].second, 2);
  EXPECT_FALSE(run(apart).confirmed);
}

TEST_F(ReplayTest, ExploreFindsEveryPairOfPlaces) {
  neighbours({});
  b.add(b.write(g, b.tid(), b.bid()));
  const Loc loc_c = b.last();
  const BruteResult r = explore(b.kernel, launch(4, 2), Order::descending);
  const std::set<BruteFinding> expected{{BruteKind::race, loc_a, loc_b, true},
                                        {BruteKind::race, loc_c, loc_c, false}};
  EXPECT_EQ(r.findings, expected);
  EXPECT_EQ(r.stopped, "");
}

TEST_F(ReplayTest, BreakContinueAndSwitchLikeBlocks) {
  // for i < 4 { if (i == 1) continue; if (i == 3) break; s[i] = tid }  -> writes s[0] and s[2]
  Stmt skip = b.branch(p.eq(b.ref(i), b.c(1)), {b.at(Continue{1})});
  Stmt leave = b.branch(p.eq(b.ref(i), b.c(3)), {b.at(Break{1})});
  Stmt w = b.write(s, p.add(p.mul(b.tid(), b.c(4)), b.ref(i)), b.tid());
  b.add(count(1, i, b.c(4), {skip, leave, w}));
  for (int cell = 0; cell < 4; ++cell) {
    Builder& k = b;
    Stmt r = k.read(x, s, k.c(cell));
    const Loc loc = k.last();
    Kernel with_read = k.kernel;
    with_read.body.push_back(r);
    EXPECT_EQ(explore(with_read, launch(2)).has(BruteKind::race), cell == 0 || cell == 2) << cell;
    EXPECT_TRUE(loc);
  }
}

} // namespace
} // namespace heddle::core
