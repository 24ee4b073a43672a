// Builders keep machine values: random expressions are computed beside their construction.
#include "unit/expr/machine.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

using test::Machine;
using test::Valued;

TEST(ExprMachine, BuildersKeepValues) {
  for (unsigned seed = 1; seed <= 10'000; ++seed) {
    Machine m(seed);
    const Valued v = m.make(seed % 2 ? Type::u32() : Type::i64(), 5);
    ASSERT_EQ(m.eval(v.expr), v.value) << "seed " << seed << ": " << to_string(m.pool, v.expr);
  }
}

// Differences of unsigned values that wrapped are negative again as signed values, and there is one
// place at most where a sum of unsigned values wraps.
TEST(ExprMachine, UnsignedDifferences) {
  Pool pool;
  const Type u = Type::u32();
  Expr x = pool.symbol_ref(pool.new_symbol({"x", u, Role::parameter, 0, {}, {}, {}}));
  Expr y = pool.symbol_ref(pool.new_symbol({"y", u, Role::parameter, 0, {}, {}, {}}));
  const auto c = [&](std::int64_t v) { return pool.constant(v, u); };
  EXPECT_EQ(to_string(pool, pool.cast(pool.sub(x, c(1)), Type::i32())), "(i32)x - 1");
  EXPECT_EQ(to_string(pool, pool.cast(pool.sub(x, c(1)), Type::i64())), "(i64)(x - 1)");
  EXPECT_EQ(to_string(pool, pool.add(x, c(4294967295))), "x - 1");
  EXPECT_EQ(to_string(pool, pool.add(pool.sub(x, c(3)), c(5))), "x + 2");
  EXPECT_EQ(to_string(pool, pool.add(pool.sub(x, y), c(1))), "x + 1 - y");
  EXPECT_EQ(to_string(pool, pool.mul(pool.sub(x, c(1)), y)), "x * y - y");
  EXPECT_EQ(pool.add(pool.sub(x, y), y), x);
}

} // namespace
} // namespace heddle
