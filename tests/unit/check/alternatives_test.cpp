#include "check/alternatives.hpp"

#include "expr/expr.hpp"

#include <gtest/gtest.h>

#include <random>

namespace heddle::check {
namespace {

class AlternativesTest : public testing::Test {
protected:
  static constexpr int high = 4; // values that are tried: 0 to here
  Pool pool;
  std::vector<Expr> symbols{variable("k"), variable("j"), variable("n")};
  std::mt19937 random{1};

  Expr variable(const char* name) {
    return pool.symbol_ref(pool.new_symbol({name, Type::i32(), Role::binder, 0, 0, {}, {}}));
  }
  Expr c(std::int64_t v) { return pool.constant(v, Type::i32()); }
  int upto(int most) { return std::uniform_int_distribution<int>(0, most)(random); }
  Expr any_symbol() { return symbols[static_cast<std::size_t>(upto(2))]; }

  Expr part() {
    switch (upto(4)) {
    case 0:
      return pool.lt(any_symbol(), c(upto(high)));
    case 1:
      return pool.le(any_symbol(), c(upto(high)));
    case 2:
      return pool.le(c(upto(high)), any_symbol());
    case 3:
      return pool.eq(pool.add(any_symbol(), any_symbol()), c(upto(2 * high)));
    default:
      return pool.lt(any_symbol(), any_symbol());
    }
  }
  Expr condition() {
    std::vector<Expr> parts;
    for (int i = upto(3); i >= 0; --i)
      parts.push_back(part());
    return pool.all(parts);
  }

  bool can_hold(const std::vector<Expr>& conditions) {
    const Expr all = pool.all(conditions);
    for (int k = 0; k <= high; ++k)
      for (int j = 0; j <= high; ++j)
        for (int n = 0; n <= high; ++n) {
          const std::array values{k, j, n};
          const Expr e = pool.substitute(all, [&](Expr s) -> Expr {
            for (std::size_t i = 0; i < 3; ++i)
              if (s == symbols[i]) return c(values[i]);
            return nullptr;
          });
          if (is_true(e)) return true;
        }
    return false;
  }
};

TEST_F(AlternativesTest, SayHowFarTheirLoopsRun) {
  const Expr k = symbols[0], j = symbols[1];
  const Expr first = pool.logical_and(pool.lt(k, c(4)), pool.eq(k, j));
  const Expr second = pool.logical_and(pool.lt(k, c(3)), pool.lt(j, k));
  const std::vector<Expr> both = one_of(pool, {first, second}, {});
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0], pool.logical_or(first, second));
  EXPECT_EQ(both[1], pool.le(k, c(3)));
  EXPECT_EQ(one_of(pool, {first, second}, {pool.lt(k, j)}).size(), 1u);
  EXPECT_EQ(one_of(pool, {first}, {}).size(), 1u);
}

// They can hold just when one of them can, whatever else is asked for.
TEST_F(AlternativesTest, CanHoldWhenOneOfThemCan) {
  unsigned can = 0, bounded = 0;
  for (int round = 0; round < 1500; ++round) {
    std::vector<Expr> cases, others;
    for (int i = 1 + upto(2); i >= 0; --i)
      cases.push_back(condition());
    if (upto(1) == 0) others.push_back(condition());
    std::vector<Expr> plain = others, with = one_of(pool, cases, others);
    plain.push_back(pool.any(cases));
    bounded += with.size() > 1;
    with.insert(with.end(), others.begin(), others.end());
    const bool expected = can_hold(plain);
    can += expected;
    EXPECT_EQ(can_hold(with), expected) << to_string(pool, pool.all(plain));
  }
  EXPECT_GT(can, 300u);
  EXPECT_LT(can, 1450u);
  EXPECT_GT(bounded, 100u);
}

} // namespace
} // namespace heddle::check
