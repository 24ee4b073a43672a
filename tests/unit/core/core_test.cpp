#include "unit/core/builder.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

TEST(MakeKernel, GeometryHasTheLimitsOfTheArchitecture) {
  Kernel k = make_kernel("k", {0, 3, 1});
  const Symbol& z = k.pool->symbol(k.thread_index[2]);
  EXPECT_EQ(z.name, "threadIdx.z");
  EXPECT_EQ(z.type, Type::u32());
  EXPECT_EQ(z.role, Role::thread_index);
  EXPECT_EQ(z.axis, 2);
  EXPECT_EQ(*z.low, 0);
  EXPECT_EQ(*z.high, 63);
  EXPECT_EQ(*k.pool->symbol(k.thread_index[1]).high, 1023);
  EXPECT_EQ(*k.pool->symbol(k.block_dim[0]).low, 1);
  EXPECT_EQ(*k.pool->symbol(k.block_dim[0]).high, 1024);
  EXPECT_EQ(*k.pool->symbol(k.block_index[0]).high, 2147483646);
  EXPECT_EQ(*k.pool->symbol(k.grid_dim[1]).high, 65535);
  EXPECT_TRUE(check(k).empty());
}

TEST(Print, Saxpy) {
  Builder b("saxpy");
  Pool& p = b.pool();
  Expr n = b.param("n");
  ArrayId y = b.array("y"), x = b.array("x");
  VarId i = b.var("i"), t = b.var("t1");
  // Operands print in order of creation, so they are made in statements of their own.
  Expr bid = b.bid(), bdim = b.bdim(), base = p.mul(bid, bdim);
  b.add(b.assign(i, p.add(base, b.tid())));
  b.add(b.branch(p.lt(b.ref(i), n),
                 {b.read(t, x, b.ref(i)), b.write(y, b.ref(i), p.add(b.ref(t), b.c(1)))}));
  b.kernel.assumptions.push_back({p.lt(b.c(0), n), "n > 0", "--assume", {}});
  EXPECT_TRUE(check(b.kernel).empty());
  EXPECT_EQ(to_string(b.kernel), R"(kernel saxpy(i32 n, global y: int[], global x: int[])
  requires 0 < n  // --assume
  i := (i32)blockIdx.x * (i32)blockDim.x + (i32)threadIdx.x
  if i < n
    t1 := read x[(i64)i * 4 .. +4]
    write y[(i64)i * 4 .. +4] := t1 + 1
)");
}

TEST(Print, EveryStatement) {
  Builder b;
  Pool& p = b.pool();
  ArrayId s = b.array("s", Space::shared, {4, 8});
  ArrayId g = b.array("g");
  VarId i = b.var("i"), c = b.var("c", Type::boolean());
  b.kernel.arrays[s].is_volatile = true;
  b.kernel.aliases.push_back({s, g});
  b.kernel.unknowns.push_back({"island", {0, 2, 3}});
  Block body{b.at(Continue{1}), b.at(Break{1})};
  b.add(b.at(Loop{1,
                  {b.read(i, g, b.c(0))},
                  p.lt(b.ref(i), b.c(9)),
                  body,
                  {b.assign(i, p.add(b.ref(i), b.c(1)))}}));
  b.add(b.at(Labeled{2, {b.at(Break{2})}}));
  b.add(b.at(Havoc{c, Scope::block, "a vote"}));
  b.add(b.at(Havoc{i, Scope::thread, ""}));
  b.add(b.at(Atomic{i, g, b.c(0, Type::i64()), 4, Scope::block, "add", b.c(1)}));
  b.add(b.at(Atomic{{}, g, b.c(0, Type::i64()), 4, Scope::grid, "inc", nullptr}));
  b.add(b.at(Barrier{Scope::warp, b.c(15, Type::u32()), 4, ""}));
  b.add(b.sync());
  b.add(b.at(Write{s, b.c(0, Type::i64()), 4, nullptr}));
  b.add(b.branch(b.ref(c), {b.at(Exit{})}, {b.at(Unsupported{"asm"})}));
  b.add(b.at(Assume{b.ref(c)}));
  b.add(b.at(Assert{b.ref(c), "c"}));
  EXPECT_TRUE(check(b.kernel).empty());
  EXPECT_EQ(to_string(b.kernel), R"(kernel k(global g: int[])
  volatile shared s: int[4][8]
  alias s, g
  unknown "island" at 2:3
  loop 1
    i := read g[0 .. +4]
  while i < 9
    continue 1
    break 1
  step
    i := i + 1
  block 2
    break 2
  c := unknown(block) "a vote"
  i := unknown
  i := atomic add(block) g[0 .. +4], 1
  atomic inc g[0 .. +4]
  sync warp of 4 mask 15
  sync block
  write s[0 .. +4] := ?
  if c
    exit
  else
    unsupported "asm"
  assume c
  assert c
)");
}

TEST(Check, FindsBrokenInvariants) {
  Builder b;
  Pool& p = b.pool();
  VarId i = b.var("i");
  SymbolId stray = p.new_symbol({"stray", Type::i32(), Role::variable, 0, {}, {}, {}});
  SymbolId binder = p.new_symbol({"k", Type::i32(), Role::binder, 0, {}, {}, {}});
  b.add(b.assign(i, b.c(1, Type::i64())));
  b.add(b.assign(stray, b.c(1)));
  b.add(b.assign(i, b.ref(binder)));
  b.add(b.at(Read{i, 7, b.c(0), 0}));
  b.add(b.at(Break{1}));
  b.add(b.at(Loop{1, {}, p.boolean(true), {}, {b.at(Continue{1})}}));
  b.add(b.branch(b.c(1), {b.at(Loop{2, {}, p.boolean(true), {b.at(Labeled{2, {}})}, {}})}));
  b.kernel.assumptions.push_back({p.eq(b.tid(), b.c(0)), "", "", {}});
  EXPECT_EQ(check(b.kernel), (std::vector<std::string>{
                                 "0:0: an assumption mentions 'threadIdx.x'",
                                 "10:1: 'i' of type i32 is assigned a value of type i64",
                                 "20:1: 'stray' is not in the kernel's variables",
                                 "30:1: 'k' does not belong to core",
                                 "40:1: array 7 does not exist",
                                 "40:1: an access of no bytes",
                                 "40:1: an offset is not i64",
                                 "50:1: break names label 1, which is not around it",
                                 "60:1: continue names label 1, whose body is not around it",
                                 "100:1: a condition is not bool: 1",
                                 "80:1: label 2 is nested in itself",
                             }));
}

} // namespace
} // namespace heddle::core
