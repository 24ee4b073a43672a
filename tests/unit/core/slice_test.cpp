// What of a kernel a replay runs.
#include "core/interpreter/slice.hpp"
#include "core/visit.hpp"
#include "unit/core/builder.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

class SliceTest : public testing::Test {
protected:
  Builder b;
  Pool& p = b.pool();
  ArrayId s = b.array("s", Space::shared, {64});
  ArrayId g = b.array("g"), h = b.array("h");
  VarId x = b.var("x"), y = b.var("y"), z = b.var("z"), i = b.var("i");

  // Lines of the statements that stay.
  std::vector<std::uint32_t> lines(const std::vector<Loc>& targets) {
    std::vector<ReplayTarget> at;
    for (const Loc loc : targets)
      at.push_back({{}, {}, loc});
    const Slice kept = slice(b.kernel, at);
    std::vector<std::uint32_t> found;
    for_each_statement(b.kernel.body, [&](const Stmt& stmt) {
      if (kept.kept.contains(&stmt)) found.push_back(stmt.loc.line);
    });
    return found;
  }
  Stmt counted(LabelId label, Expr n, Block body) {
    return b.at(Loop{
        label, {}, p.lt(b.ref(i), n), std::move(body), {b.assign(i, p.add(b.ref(i), b.c(1)))}});
  }
};

TEST_F(SliceTest, KeepsWhatAddressesAndConditionsAreMadeOf) {
  b.add(b.read(x, g, b.tid()));                // 10
  b.add(b.read(y, h, b.tid()));                // 20
  Stmt store = b.write(s, b.ref(x), b.ref(y)); // 30
  const Loc at = store.loc;
  b.add(b.branch(p.lt(b.ref(x), b.c(8)), {store})); // 40
  b.add(b.read(z, s, b.c(0)));                      // 50
  // a read and a write: what is stored does not matter
  EXPECT_EQ(lines({at, b.last()}), (std::vector<std::uint32_t>{10, 40, 30, 50}));
  // two writes
  EXPECT_EQ(lines({at, at}), (std::vector<std::uint32_t>{10, 20, 40, 30}));
}

TEST_F(SliceTest, KeepsWritesOfArraysThatAreReadFrom) {
  b.add(b.write(h, b.tid(), b.c(1))); // 10
  b.add(b.write(g, b.tid(), b.c(1))); // 20
  b.add(b.read(x, g, b.tid()));       // 30
  b.add(b.write(s, b.ref(x), b.c(1)));
  EXPECT_EQ(lines({b.last(), b.last()}), (std::vector<std::uint32_t>{20, 30, 40}));
  b.kernel.aliases.emplace_back(g, h);
  EXPECT_EQ(lines({b.last(), b.last()}), (std::vector<std::uint32_t>{10, 20, 30, 40}));
}

TEST_F(SliceTest, LoopsOfNothingThatMattersGo) {
  b.add(b.assign(i, b.c(0)));                                    // 10
  b.add(counted(1, b.c(100), {b.write(h, b.ref(i), b.ref(i))})); // 20, 30, 40
  b.add(b.write(s, b.c(0), b.tid()));                            // 50
  EXPECT_EQ(lines({b.last(), b.last()}), (std::vector<std::uint32_t>{50}));
}

TEST_F(SliceTest, LoopsThatMayWaitStay) {
  // until g[0] is no longer zero, which another thread may write
  Stmt look = b.read(x, g, b.c(0));
  Stmt store = b.write(s, b.c(0), b.tid());
  Stmt tell = b.write(g, b.c(0), b.c(1));
  b.add(b.at(Loop{1, {look}, p.eq(b.ref(x), b.c(0)), {}, {}}));
  b.add(store);
  b.add(tell);
  EXPECT_EQ(lines({store.loc, store.loc}), (std::vector<std::uint32_t>{40, 10, 20, 30}));
  // nobody writes it
  b.kernel.body.pop_back();
  EXPECT_EQ(lines({store.loc, store.loc}), (std::vector<std::uint32_t>{20}));
  b.kernel.arrays[g].is_volatile = true;
  EXPECT_EQ(lines({store.loc, store.loc}), (std::vector<std::uint32_t>{40, 10, 20}));
}

TEST_F(SliceTest, JumpsPastTheTargetStay) {
  Stmt leave = b.at(Break{7});                             // 10
  Stmt branch = b.branch(p.lt(b.ref(y), b.c(3)), {leave}); // 20
  Stmt store = b.write(s, b.c(0), b.tid());                // 30
  b.add(b.read(y, h, b.tid()));                            // 40
  b.add(b.at(Labeled{7, {branch, store}}));                // 50
  EXPECT_EQ(lines({store.loc, store.loc}), (std::vector<std::uint32_t>{40, 50, 20, 10, 30}));
}

TEST_F(SliceTest, WhatMayTrapStays) {
  const Expr word = p.mul(b.wide(b.tid()), b.c(4, Type::i64()));
  const Expr vector = p.mul(b.wide(b.tid()), b.c(16, Type::i64()));
  b.add(b.at(Read{x, h, word, 16, 16}));   // 10
  b.add(b.at(Read{x, h, vector, 16, 16})); // 20
  b.add(b.write(s, b.c(0), b.tid()));
  EXPECT_EQ(lines({b.last(), b.last()}), (std::vector<std::uint32_t>{10, 30}));
}

TEST_F(SliceTest, ExitsAndBarriersStay) {
  b.add(b.branch(p.lt(b.tid(), b.c(4)), {b.at(Exit{})})); // 20, 10
  b.add(b.sync());                                        // 30
  b.add(b.write(s, b.c(0), b.tid()));
  EXPECT_EQ(lines({b.last(), b.last()}), (std::vector<std::uint32_t>{20, 10, 30, 40}));
}

} // namespace
} // namespace heddle::core
