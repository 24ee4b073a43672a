#include "fixture.hpp"

namespace heddle::smt {
namespace {

TEST_F(SolverTest, LinearBothWays) {
  Expr a = var("a", Type::i32(), 0, 1023), b = var("b", Type::i32(), 0, 1023);
  assume(ne(a, b));
  query.assertions.push_back(eq(mul(4, a), mul(4, b)));
  expect(Status::unsat);
  query.assertions.back() = eq(mul(4, a), mul(8, b));
  expect(Status::sat);
}

TEST_F(SolverTest, TriviallyFalse) {
  Expr n = var("n");
  assume(eq(n, c(5)));
  assume(lt(n, c(5)));
  const Answer a = ask();
  EXPECT_EQ(a.status, Status::unsat);
  EXPECT_EQ(a.method, "trivial");
  EXPECT_EQ(a.solver_calls, 0u);
}

TEST_F(SolverTest, ReplacedSymbolsAreInTheModel) {
  Expr n = var("n"), x = var("x");
  assume(eq(n, c(5)));
  assume(lt(n, x));
  const Answer a = ask();
  ASSERT_EQ(a.status, Status::sat);
  EXPECT_EQ(a.model.values.at(n), 5);
  EXPECT_GT(a.model.values.at(x), 5);
}

TEST_F(SolverTest, UnsignedDifferenceWraps) {
  Expr x = var("x", Type::u32()), y = var("y", Type::u32());
  assume(lt(x, y));
  query.assertions.push_back(lt(sub(x, y), c(10, Type::u32())));
  expect(Status::sat);
  assume(lt(y, c(1000, Type::u32())));
  expect(Status::unsat);
}

TEST_F(SolverTest, Congruence) {
  const FunctionId f =
      pool.new_function({"f", Type::i32(), Flavour::load, Scope::grid, {}, "", {}, {}});
  Expr x = var("x"), y = var("y");
  Expr fx = pool.apply(f, {x}), fy = pool.apply(f, {y});
  assume(ne(fx, fy));
  expect(Status::sat);
  assume(le(x, y));
  assume(le(y, x));
  expect(Status::unsat);
}

TEST_F(SolverTest, OpaqueValuesAreOnlyEqualOrNot) {
  const Type t = Type::opaque(32);
  Expr x = var("x", t), y = var("y", t), z = var("z", t);
  const FunctionId plus = pool.pure_function("fadd", t);
  assume(eq(x, y));
  query.assertions.push_back(ne(pool.apply(plus, {x, z}), pool.apply(plus, {y, z})));
  expect(Status::unsat);
  query.assertions.back() = ne(pool.apply(plus, {x, z}), pool.apply(plus, {z, y}));
  expect(Status::sat);
}

} // namespace
} // namespace heddle::smt
