// Replays whose outcome may hang on the order of the threads' turns, and those that end before all
// have had theirs.
#include "core/interpreter/replay.hpp"
#include "unit/core/builder.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

Launch launch(std::int64_t threads) {
  Launch l;
  l.block_dim = {threads, 1, 1};
  l.memory = [](ArrayId, std::int64_t, unsigned) { return std::optional<std::int64_t>(0); };
  return l;
}
ReplayTarget at(std::int64_t thread, Loc loc) { return {{thread, 0, 0}, {0, 0, 0}, loc}; }

// Thread 0 sets a flag, which leads the others to the place. Under the first schedule they look
// before it is set, and come there no more.
TEST(ReplayTurns, OthersMayHaveWrittenBefore) {
  for (const bool is_set : {true, false}) {
    Builder k;
    const ArrayId flag = k.array("flag", Space::shared, {1}), out = k.array("out");
    const VarId seen = k.var("seen");
    const Expr is_first = k.pool().eq(k.tid(), k.c(0));
    k.add(k.branch(is_first, {k.write(flag, k.c(0), k.c(is_set))}));
    k.add(k.read(seen, flag, k.c(0)));
    const Stmt write = k.write(out, k.c(0), k.tid());
    k.add(k.branch(k.pool().eq(k.ref(seen), k.c(1)), {write}));
    const ReplayResult run = replay_race(k.kernel, launch(8), at(5, write.loc), at(6, write.loc));
    EXPECT_EQ(run.confirmed, is_set);
    if (!is_set) EXPECT_EQ(run.reason, "the first thread does not come to line 40");
  }
}

// What two others write to one place, and the next round reads, is up to their order.
TEST(ReplayTurns, OthersMayWriteInAnotherOrder) {
  for (const std::int64_t sought : {1, 2, 3}) {
    Builder k;
    const ArrayId flag = k.array("flag", Space::shared, {1}), out = k.array("out");
    const VarId seen = k.var("seen");
    const Expr writes =
        k.pool().logical_and(k.pool().lt(k.c(0), k.tid()), k.pool().lt(k.tid(), k.c(3)));
    k.add(k.branch(writes, {k.write(flag, k.c(0), k.tid())}));
    k.add(k.sync());
    k.add(k.read(seen, flag, k.c(0)));
    const Stmt write = k.write(out, k.c(0), k.tid());
    k.add(k.branch(k.pool().eq(k.ref(seen), k.c(sought)), {write}));
    const ReplayResult run = replay_race(k.kernel, launch(8), at(5, write.loc), at(6, write.loc));
    EXPECT_EQ(run.confirmed, sought < 3) << sought;
  }
}

// The two have met nowhere, and a barrier orders what one of them may still do: the loop of the
// others does not matter, nor that it takes all steps.
TEST(ReplayTurns, EndsWhereTheyMeetNoMore) {
  for (const bool is_ordered : {true, false}) {
    Builder k;
    const VarId n = k.var("n"), seen = k.var("seen");
    const ArrayId out = k.array("out");
    const Stmt write = k.write(out, k.tid(), k.c(1));
    k.add(write);
    if (is_ordered) k.add(k.sync());
    const Stmt read = k.read(seen, out, k.pool().add(k.tid(), k.c(1)));
    k.add(read);
    Stmt endless = k.at(Labeled{1,
                                {k.at(Loop{2,
                                           {},
                                           k.pool().lt(k.ref(n), k.c(1 << 30)),
                                           {k.write(out, k.c(20), k.ref(n))},
                                           {k.assign(n, k.pool().add(k.ref(n), k.c(1)))}})}});
    k.add(k.branch(k.pool().lt(k.c(4), k.tid()), {k.assign(n, k.c(0)), endless}));
    k.add(k.sync());
    const ReplayResult run =
        replay_race(k.kernel, launch(8), at(1, write.loc), at(0, read.loc), {20'000});
    EXPECT_EQ(run.confirmed, !is_ordered);
    if (is_ordered) EXPECT_EQ(run.obstacle, ReplayResult::Obstacle::elsewhere);
  }
}

} // namespace
} // namespace heddle::core
