// Ranges against enumeration, and guesses against both.
#include "random.hpp"

#include "smt/eval.hpp"
#include "smt/small/find.hpp"
#include "smt/small/terms.hpp"

namespace heddle::smt {
namespace {

class SmallTest : public RandomTest {
protected:
  void new_query() {
    new_vars();
    query.assertions.clear();
    for (int i = 0; i < 2 + pick(4); ++i)
      query.assertions.push_back(condition(pick(3)));
  }

  // Calls f for each assignment that satisfies the query and divides nothing by zero.
  template <typename F> void models(F f) {
    const Expr whole = pool.all(query.assertions);
    enumerate([&](const std::map<Expr, Int>& values) {
      Reference reference(values);
      bool holds = reference.eval(whole) != 0;
      if (holds && !reference.overflowed && !reference.divided_by_zero) f(values, reference);
    });
  }

  // A term has a value for which ranges have no room, as the product of two 64-bit values may.
  static bool is_beyond(const small::Terms& terms, Reference& reference) {
    for (small::TermId t = 0; t < terms.size(); ++t) {
      const Int value = reference.eval(terms.expr(t));
      if (value <= -small::far || value >= small::far) return true;
    }
    return false;
  }

  std::optional<Model> guess(std::uint64_t work = 20'000, unsigned variant = 0) {
    const Expr last = query.assertions.empty() ? nullptr : query.assertions.back();
    auto found = small::find(pool, {query.assertions, query.uniform, last, work, false, variant});
    if (!found) return std::nullopt;
    return Model{*std::move(found)};
  }
};

TEST_F(SmallTest, RangesLoseNoModel) {
  std::size_t seen = 0, refuted = 0, narrowed = 0;
  for (int round = 0; round < 3000; ++round) {
    new_query();
    small::Terms terms(pool, query.assertions);
    const bool is_possible = terms.propagate();
    refuted += !is_possible;
    for (const auto& [v, limits] : vars)
      if (const auto t = terms.find(v))
        narrowed += is_possible &&
                    (terms.range(*t).low > limits.first || terms.range(*t).high < limits.second);
    models([&](const std::map<Expr, Int>& values, Reference& reference) {
      if (is_beyond(terms, reference)) return;
      ++seen;
      ASSERT_TRUE(is_possible) << to_string(pool, pool.all(query.assertions));
      for (small::TermId t = 0; t < terms.size(); ++t) {
        const Int value = reference.eval(terms.expr(t));
        EXPECT_TRUE(terms.range(t).contains(value)) << to_string(pool, terms.expr(t)) << " in "
                                                    << to_string(pool, pool.all(query.assertions));
      }
    });
    if (HasFailure()) return;
  }
  EXPECT_GT(seen, 10'000u);
  EXPECT_GT(refuted, 300u);
  EXPECT_GT(narrowed, 500u);
}

// Also within a choice of values, and what was undone is as it was.
TEST_F(SmallTest, ChoicesAreUndone) {
  for (int round = 0; round < 1000; ++round) {
    new_query();
    small::Terms terms(pool, query.assertions);
    if (!terms.propagate()) continue;
    std::vector<small::Range> before;
    for (small::TermId t = 0; t < terms.size(); ++t)
      before.push_back(terms.range(t));
    const std::size_t mark = terms.mark();
    std::map<Expr, Int> chosen;
    bool is_possible = true;
    for (const auto& [v, limits] : vars) {
      const auto t = terms.find(v);
      if (!t || !is_possible || pick(2)) continue;
      const Wide value = limits.first + pick(static_cast<int>(limits.second - limits.first + 1));
      chosen[v] = value;
      is_possible = terms.restrict_to(*t, {value, value}) && terms.propagate();
    }
    models([&](const std::map<Expr, Int>& values, Reference&) {
      for (const auto& [v, value] : chosen)
        if (values.at(v) != value) return;
      EXPECT_TRUE(is_possible) << to_string(pool, pool.all(query.assertions));
    });
    terms.undo(mark);
    for (small::TermId t = 0; t < terms.size(); ++t)
      EXPECT_EQ(terms.range(t), before[t]);
    if (HasFailure()) return;
  }
}

TEST_F(SmallTest, GuessesAreModels) {
  int found = 0, missed = 0;
  for (int round = 0; round < 2000; ++round) {
    new_query();
    const auto model = guess();
    bool is_satisfiable = false;
    models([&](const std::map<Expr, Int>&, Reference&) { is_satisfiable = true; });
    found += model && is_satisfiable;
    missed += !model && is_satisfiable;
    if (!model) continue;
    EXPECT_TRUE(is_satisfiable) << to_string(pool, pool.all(query.assertions));
    EXPECT_EQ(check_model(pool, *model, query.assertions), "");
  }
  EXPECT_GT(found, 300);
  EXPECT_LT(missed * 20, found);
}

// The index of a row-major array, of two threads, without the guard that keeps a row apart.
TEST_F(SmallTest, RowsThatOverlap) {
  const Expr width = size("width"), block = size("blockDim", 1, 1024);
  std::vector<Expr> offsets, differ;
  for (const char* name : {"1", "2"}) {
    const Expr x = var(std::string("x") + name, Type::i32(), 0, 1023),
               y = var(std::string("y") + name, Type::i32(), 0, 1023);
    assume(lt(x, block));
    assume(lt(y, block));
    offsets.push_back(mul(4, add(mul(y, width), x)));
    differ.push_back(x);
  }
  assume(ne(differ[0], differ[1]));
  assume(eq(offsets[0], offsets[1]));
  const auto model = guess();
  ASSERT_TRUE(model);
  EXPECT_EQ(check_model(pool, *model, query.assertions), "");
  EXPECT_EQ(model->eval(pool, width), 1);
}

// Equal arguments, equal results: also where the arguments are chosen last.
TEST_F(SmallTest, FunctionsAreFunctions) {
  const FunctionId f = pool.new_function({"f", Type::i32(), Flavour::load, {}, {}, "", 0, 9});
  const Expr i = var("i", Type::i32(), 0, 3), j = var("j", Type::i32(), 0, 3);
  const Expr a = pool.apply(f, {i}), b = pool.apply(f, {j});
  assume(ne(a, b));
  assume(le(i, j));
  const auto model = guess();
  ASSERT_TRUE(model);
  EXPECT_EQ(check_model(pool, *model, query.assertions), "");
  assume(eq(i, j));
  EXPECT_FALSE(guess());
}

TEST_F(SmallTest, NothingIsDividedByZero) {
  const Expr n = var("n", Type::i32(), 0, 9), x = var("x", Type::i32(), 0, 9);
  assume(eq(pool.div(x, n), c(0)));
  const auto model = guess();
  ASSERT_TRUE(model);
  EXPECT_NE(model->eval(pool, n), 0);
}

// A size rounded up to a power of two, as hosts do for a block of 128 threads.
TEST_F(SmallTest, SizesThatAreRoundedUp) {
  const Expr n = size("n"), block = size("block", 1, 1024);
  Expr bits = sub(n, c(1));
  for (int by : {1, 2, 4, 8, 16})
    bits = pool.bit_or(bits, pool.shr(bits, c(by)));
  assume(eq(block, add(bits, c(1))));
  assume(eq(block, c(128)));
  const auto model = guess();
  ASSERT_TRUE(model);
  EXPECT_EQ(check_model(pool, *model, query.assertions), "");
  small::Terms terms(pool, query.assertions);
  ASSERT_TRUE(terms.propagate());
  EXPECT_EQ(terms.range(*terms.find(n)), (small::Range{65, 128}));
}

// Where no small block will do.
TEST_F(SmallTest, BlocksOfWarps) {
  const Expr block = size("block", 1, 1024), x = var("x", Type::i32(), 0, 1023),
             y = var("y", Type::i32(), 0, 1023);
  assume(lt(x, block));
  assume(lt(y, block));
  assume(eq(pool.rem(block, c(32)), c(0)));
  assume(ne(pool.div(x, c(32)), pool.div(y, c(32))));
  assume(eq(pool.rem(x, c(32)), pool.rem(y, c(32))));
  const auto model = guess();
  ASSERT_TRUE(model);
  EXPECT_EQ(check_model(pool, *model, query.assertions), "");
}

// Blocks that differ are two at least, so that neither what the grid is the least of nor the
// numbers that it is computed from are small.
TEST_F(SmallTest, GridsAreTheLeastOfTwo) {
  const Expr n = size("n"), most = size("most"), grid = size("grid");
  const Expr x = var("x", Type::i32(), 0, 1023), y = var("y", Type::i32(), 0, 1023);
  const Expr parts = pool.div(n, c(32)), some = pool.ite(lt(c(1), parts), parts, c(1));
  assume(eq(grid, pool.ite(lt(most, some), most, some)));
  assume(ne(pool.bit_and(n, sub(n, c(1))), c(0)));
  assume(lt(x, grid));
  assume(lt(y, grid));
  assume(ne(x, y));
  small::Terms terms(pool, query.assertions);
  ASSERT_TRUE(terms.restrict_to(*terms.find(grid), {2, 8}));
  ASSERT_TRUE(terms.propagate());
  EXPECT_EQ(terms.range(*terms.find(n)).low, 64);
  EXPECT_EQ(terms.range(*terms.find(most)).low, 2);
  const auto model = guess();
  ASSERT_TRUE(model);
  EXPECT_EQ(check_model(pool, *model, query.assertions), "");
}

// The greatest of two is not less than either, and an unsigned size that is no large number was not
// negative.
TEST_F(SmallTest, GreatestAndUnsignedValues) {
  const Expr n = var("n", Type::i32(), -100, 2000), m = var("m", Type::i32(), -100, 2000);
  assume(le(pool.cast(pool.ite(lt(n, m), m, n), Type::u32()), pool.constant(64, Type::u32())));
  small::Terms terms(pool, query.assertions);
  ASSERT_TRUE(terms.propagate());
  EXPECT_EQ(terms.range(*terms.find(n)), (small::Range{-100, 64}));
  EXPECT_EQ(terms.range(*terms.find(m)), (small::Range{-100, 64}));
}

// Most cases of the question cannot be; the one that can is found.
TEST_F(SmallTest, CasesAreToldApart) {
  const Expr x = var("x", Type::i32(), 0, 1000), n = size("n");
  std::vector<Expr> cases;
  for (int i = 0; i < 40; ++i)
    cases.push_back(all({eq(mul(x, n), c(7 * i + 3)), lt(c(100), x), eq(n, c(11))}));
  cases.push_back(all({eq(mul(x, n), c(303)), lt(c(100), x)}));
  assume(any(cases));
  const auto model = guess();
  ASSERT_TRUE(model);
  EXPECT_EQ(check_model(pool, *model, query.assertions), "");
}

// Of values that all threads share, too; what its name says of zero is open.
TEST_F(SmallTest, TrailingZerosAreCounted) {
  const Expr n = size("n", 1, 100);
  const Expr zeros = pool.apply(pool.pure_function("cttz", Type::i32()), {n});
  query.uniform.push_back(zeros);
  assume(lt(c(2), zeros));
  assume(lt(zeros, c(4)));
  const auto model = guess();
  ASSERT_TRUE(model);
  EXPECT_EQ(model->eval(pool, n) % 16, 8);
}

// A run may need a size that a reader would not choose.
TEST_F(SmallTest, VariantsDiffer) {
  const Expr n = var("n", Type::i32(), -100, 100), m = size("m", 1, 100);
  query.uniform = {n, m};
  assume(ne(n, m));
  std::vector<std::int64_t> values;
  for (unsigned variant = 0; variant < 3; ++variant) {
    const auto model = guess(20'000, variant);
    ASSERT_TRUE(model);
    values.push_back(model->eval(pool, n));
  }
  EXPECT_GT(values[0], 0);
  EXPECT_LE(values[1], 0);
  EXPECT_GT(values[2], 16);
}

// A prime, as a product of two that are not one.
TEST_F(SmallTest, WorkIsLimited) {
  const Expr x = var("x", Type::i32(), 2, 1'000'000), y = var("y", Type::i32(), 2, 1'000'000);
  assume(eq(mul(x, y), c(999'983)));
  EXPECT_FALSE(guess());
}

} // namespace
} // namespace heddle::smt
