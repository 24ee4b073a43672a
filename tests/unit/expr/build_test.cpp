#include "expr/expr.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

class ExprTest : public testing::Test {
protected:
  Pool pool;
  Expr var(const std::string& name, Type type = Type::i32()) {
    return pool.symbol_ref(pool.new_symbol({name, type, Role::parameter, 0, {}, {}, {}}));
  }
  Expr c(std::int64_t v, Type type = Type::i32()) { return pool.constant(v, type); }
};

TEST_F(ExprTest, EqualExpressionsAreOnePointer) {
  Expr x = var("x"), y = var("y");
  EXPECT_EQ(pool.add(x, y), pool.add(y, x));
  EXPECT_EQ(pool.add(pool.add(x, c(1)), c(2)), pool.add(x, c(3)));
  EXPECT_NE(pool.sub(x, y), pool.sub(y, x));
}

TEST_F(ExprTest, UnsignedSubtractionIsKept) {
  Expr x = var("x", Type::u32());
  EXPECT_EQ(to_string(pool, pool.sub(x, c(1, Type::u32()))), "x - 1");
  EXPECT_EQ(pool.sub(x, c(1, Type::u32()))->op, Op::sub);
  EXPECT_EQ(pool.sub(c(0, Type::u32()), c(1, Type::u32()))->value, 4294967295);
}

// There is no 2147483648 of the type to add, as the unbounded reading needs.
TEST_F(ExprTest, SubtractionOfTheLeastNumberIsKept) {
  Expr x = var("x");
  EXPECT_EQ(pool.sub(x, c(INT32_MIN))->op, Op::sub);
  EXPECT_EQ(pool.sub(x, c(INT32_MIN + 1)), pool.add(x, c(INT32_MAX)));
}

TEST_F(ExprTest, NegationOfComparisonsIsAComparison) {
  Expr x = var("x"), y = var("y");
  EXPECT_EQ(pool.logical_not(pool.lt(x, y)), pool.le(y, x));
  EXPECT_TRUE(is_false(pool.logical_and(pool.lt(x, y), pool.le(y, x))));
  EXPECT_TRUE(is_true(pool.logical_or(pool.eq(x, y), pool.ne(x, y))));
}

TEST_F(ExprTest, IntervalOfUnsignedDifferenceMayWrap) {
  SymbolId id = pool.new_symbol({"t", Type::u32(), Role::thread_index, 0, 0, 1023, {}});
  Expr t = pool.symbol_ref(id);
  EXPECT_EQ(*interval(pool, pool.sub(t, c(1, Type::u32()))).high, 4294967295);
  EXPECT_EQ(*interval(pool, pool.cast(t, Type::i32())).high, 1023);
}

TEST_F(ExprTest, LargeUnsignedFactorsWrapExactly) {
  Expr x = var("x", Type::u32());
  Expr e = pool.mul(x, c(0x40000000, Type::u32()));
  for (std::int64_t v : {0, 1, 3, 4, 5, 1023}) {
    Expr r = pool.substitute(e, [&](Expr s) { return s == x ? c(v, Type::u32()) : nullptr; });
    EXPECT_EQ(r->value, wrap(v * 0x40000000, Type::u32())) << v;
  }
  EXPECT_EQ(to_string(pool, pool.shl(x, c(30, Type::u32()))), to_string(pool, e));
  Expr t = pool.symbol_ref(pool.new_symbol({"t", Type::u32(), Role::thread_index, 0, 0, 15, {}}));
  EXPECT_EQ(pool.mul(t, c(1 << 20, Type::u32()))->op, Op::mul) << "it cannot wrap";
}

TEST_F(ExprTest, SubstitutionRebuildsWithFolding) {
  Expr x = var("x"), y = var("y");
  Expr e = pool.lt(pool.mul(x, y), c(10));
  Expr r = pool.substitute(e, [&](Expr s) { return s == x ? c(3) : s == y ? c(4) : nullptr; });
  EXPECT_TRUE(is_false(r));
}

// (x - 1)[x + 1 / x] folds to x, which is a result and not replaced again.
TEST_F(ExprTest, SubstitutesAllAtOnce) {
  Expr x = var("x"), e = pool.add(x, c(-1)), next = pool.add(x, c(1));
  EXPECT_EQ(pool.substitute(e, [&](Expr s) { return s == x ? next : nullptr; }), x);
}

// Written out, they have 2^60 parts.
TEST_F(ExprTest, FindsALeafInWhatIsShared) {
  const FunctionId f = pool.pure_function("f", Type::i32());
  Expr x = var("x"), y = var("y"), with = x, without = y;
  for (int i = 0; i < 60; ++i) {
    with = pool.apply(f, {without, with});
    without = pool.apply(f, {without, without});
  }
  Mentioned mentioned(x);
  EXPECT_FALSE(mentioned.in(without));
  EXPECT_TRUE(mentioned.in(with));
  EXPECT_TRUE(mentioned.in(x));
  EXPECT_FALSE(mentioned.in(y));
  EXPECT_TRUE(mentioned.in(pool.add(y, pool.mul(with, y))));
}

TEST_F(ExprTest, PrintsWithMinimalParentheses) {
  Expr x = var("x"), y = var("y"), z = var("z");
  EXPECT_EQ(to_string(pool, pool.mul(pool.add(x, y), z)), "z * (x + y)");
  EXPECT_EQ(to_string(pool, pool.ne(pool.rem(x, y), c(0))), "x % y != 0");
  EXPECT_EQ(to_string(pool, pool.add(pool.cast(x, Type::i64()), c(INT64_MIN, Type::i64()))),
            "(i64)x - 9223372036854775808");
}

} // namespace
} // namespace heddle
