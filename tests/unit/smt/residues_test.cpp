// A size in terms of its remainder: every value is in one case, and no case has another one.
#include "fixture.hpp"

#include "smt/residues.hpp"

namespace heddle::smt {
namespace {

class ResiduesTest : public testing::TestWithParam<Type> {
protected:
  // How often c m + r has each value, over all r and all m.
  std::map<std::int64_t, int> values(std::int64_t low, std::int64_t high, std::int64_t c) {
    Expr size =
        pool.symbol_ref(pool.new_symbol({"n", GetParam(), Role::parameter, 0, low, high, {}}));
    std::map<std::int64_t, int> count;
    for (std::int64_t r = 0; r < c; ++r) {
      Expr sum = of_remainder(pool, size, c, r);
      if (!sum) continue;
      Expr m = atoms(sum)[0];
      const Symbol& symbol = pool.symbol(m);
      for (std::int64_t v = *symbol.low; v <= *symbol.high; ++v) {
        Model model;
        model.values[m] = v;
        ++count[model.eval(pool, sum)];
      }
    }
    return count;
  }

  Pool pool;
};

TEST_P(ResiduesTest, EachValueIsInOneCase) {
  const std::int64_t least = GetParam().is_signed ? -7 : 0;
  for (std::int64_t low = least; low <= 6; ++low)
    for (std::int64_t high = low; high <= 9; ++high)
      for (const std::int64_t c : {2, 3, 4, 12}) {
        const auto count = values(low, high, c);
        EXPECT_EQ(std::int64_t(count.size()), high - low + 1) << low << ".." << high << " by " << c;
        for (const auto& [value, times] : count)
          EXPECT_TRUE(times == 1 && low <= value && value <= high) << value;
      }
}

TEST_P(ResiduesTest, TheWholeTypeIsCovered) {
  const Type type = GetParam();
  Expr size = pool.symbol_ref(pool.new_symbol({"n", type, Role::parameter, 0, {}, {}, {}}));
  const std::int64_t low = type.is_signed ? -(std::int64_t{1} << (type.width - 1)) : 0;
  Expr even = of_remainder(pool, size, 2, 0), odd = of_remainder(pool, size, 2, 1);
  const auto bounds = [&](Expr e) { return pool.symbol(atoms(e)[0]); };
  EXPECT_EQ(*bounds(even).low, low / 2);
  EXPECT_EQ(*bounds(odd).low, low / 2);
  EXPECT_EQ(*bounds(even).high, *bounds(odd).high); // the largest number is odd
}

INSTANTIATE_TEST_SUITE_P(Types, ResiduesTest,
                         testing::Values(Type::i32(), Type::u32(), Type::i64()));

} // namespace
} // namespace heddle::smt
