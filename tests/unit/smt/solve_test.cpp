#include "fixture.hpp"

#include "smt/engine.hpp"
#include "smt/known.hpp"
#include "support/clock.hpp"

#include <atomic>
#include <thread>

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

TEST_F(SolverTest, KnownAnswersAreOfEqualQuestions) {
  const auto collide = [&](const char* x, const char* y, std::int64_t high, std::int64_t factor) {
    query.assertions.clear();
    Expr a = var(x, Type::i32(), 0, high), b = var(y, Type::i32(), 0, high);
    assume(ne(a, b));
    assume(eq(mul(4, a), add(mul(4, b), c(factor))));
    return ask();
  };
  const auto is_known = [&](const Answer& a) { return a.method == "known"; };
  EXPECT_EQ(collide("a", "b", 9, 2).status, Status::unsat);
  EXPECT_FALSE(is_known(collide("a", "b", 9, 2))); // nobody keeps them
  const KnownAnswers known;
  EXPECT_FALSE(is_known(collide("a", "b", 9, 2)));
  const Answer again = collide("x", "y", 9, 2);
  EXPECT_TRUE(is_known(again));
  EXPECT_EQ(again.status, Status::unsat);
  EXPECT_FALSE(is_known(collide("a", "b", 10, 2)));       // other bounds
  EXPECT_EQ(collide("a", "b", 9, 4).status, Status::sat); // another number
  EXPECT_FALSE(is_known(collide("a", "b", 9, 4)));        // models are not kept
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

TEST_F(SolverTest, OpaqueValuesFitTheirType) {
  Expr x = var("x", Type::opaque(8)), y = var("y", Type::opaque(8));
  assume(ne(x, y));
  const Answer a = ask();
  ASSERT_EQ(a.status, Status::sat);
  for (Expr e : {x, y}) {
    EXPECT_GE(a.model.values.at(e), 0);
    EXPECT_LT(a.model.values.at(e), 256);
  }
}

TEST_F(SolverTest, DeclaredBoundsAreFacts) {
  const FunctionId f =
      pool.new_function({"f", Type::i32(), Flavour::load, Scope::grid, {}, "", 3, 5});
  Expr x = var("x", Type::u32());
  Expr fx = pool.apply(f, {x});
  assume(lt(fx, c(4)));
  Answer a = ask();
  ASSERT_EQ(a.status, Status::sat);
  EXPECT_EQ(a.model.values.at(fx), 3);
  query.assertions = {lt(fx, c(3))};
  expect(Status::unsat);
  query.assertions = {lt(pool.cast(x, Type::i64()), c(0, Type::i64()))};
  expect(Status::unsat);
}

TEST_F(SolverTest, BooleansAreNatural) {
  Expr p = var("p", Type::boolean()), q = var("q", Type::boolean());
  assume(eq(p, pool.logical_not(q)));
  assume(pool.logical_or(p, q));
  const Answer a = ask();
  ASSERT_EQ(a.status, Status::sat);
  EXPECT_NE(a.model.values.at(p), a.model.values.at(q));
  assume(eq(p, q));
  expect(Status::unsat);
}

TEST_F(SolverTest, ApplicationsOfBooleansAreCongruent) {
  const FunctionId f =
      pool.new_function({"vote", Type::boolean(), Flavour::pure, Scope::grid, {}, "", {}, {}});
  Expr p = var("p", Type::boolean()), q = var("q", Type::boolean());
  assume(pool.apply(f, {p}));
  assume(pool.logical_not(pool.apply(f, {q})));
  expect(Status::sat);
  assume(eq(p, q));
  expect(Status::unsat);
}

TEST_F(SolverTest, DivisionByZeroMayGiveAnything) {
  Expr x = var("x"), y = var("y");
  assume(eq(y, c(0)));
  query.assertions.push_back(eq(pool.div(x, y), c(7)));
  const Answer a = ask();
  EXPECT_EQ(a.status, Status::unknown);
  EXPECT_EQ(a.reason, "depends on the result of a division by zero");
  // It must not make facts contradictory either.
  query.assertions.back() = eq(x, pool.add(pool.div(x, y), c(1)));
  EXPECT_NE(ask().status, Status::unsat);
}

TEST_F(SolverTest, WitnessesAreSmall) {
  Expr n = var("n", Type::i32(), 0, {}, Role::parameter);
  Expr dim = var("blockDim.x", Type::u32(), 1, 1024, Role::block_dim);
  Expr t = var("t", Type::u32(), 0, 1023), u = var("u", Type::u32(), 0, 1023);
  assume(lt(t, dim));
  assume(lt(u, dim));
  assume(ne(t, u));
  assume(lt(c(5), n));
  const Answer a = ask();
  ASSERT_EQ(a.status, Status::sat);
  EXPECT_LE(a.model.values.at(n), 16);
  EXPECT_LE(a.model.values.at(dim), 4);
}

TEST_F(SolverTest, TimeIsRespected) {
  // x^3 + y^3 + z^3 = 33 has no small solution, and no attempt proves anything.
  auto cube = [&](Expr e) { return mul(mul(e, e), e); };
  Expr x = var("x", Type::i64()), y = var("y", Type::i64()), z = var("z", Type::i64());
  assume(eq(add(add(cube(x), cube(y)), cube(z)), c(33, Type::i64())));
  const Answer a = ask(1);
  EXPECT_EQ(a.status, Status::unknown);
  EXPECT_EQ(a.reason, "timeout after 1 s");
  EXPECT_LT(a.seconds, 5);
}

// To encode a question for one attempt after the other takes longer than a small time.
TEST_F(SolverTest, NoAttemptIsBegunOnceTheTimeIsOver) {
  auto cube = [&](Expr e) { return mul(mul(e, e), e); };
  Expr x = var("x", Type::i64()), y = var("y", Type::i64()), z = var("z", Type::i64());
  assume(eq(add(add(cube(x), cube(y)), cube(z)), c(33, Type::i64())));
  const Answer a = ask(1e-6);
  EXPECT_EQ(a.status, Status::unknown);
  EXPECT_EQ(a.reason, "timeout after 1e-06 s");
  EXPECT_LE(a.solver_calls, 1U);
}

// What was interrupted answers again, and the next question in full.
TEST_F(SolverTest, QuestionsThatShareAContextOutliveATimeout) {
  const SharedContext shared;
  auto cube = [&](Expr e) { return mul(mul(e, e), e); };
  Expr x = var("x", Type::i64()), y = var("y", Type::i64()), z = var("z", Type::i64());
  const Query easy{"easy", {eq(x, c(3, Type::i64()))}, {}};
  const Query below{"below", {lt(x, y), lt(y, x)}, {}};
  EXPECT_EQ(solve(pool, easy, {}).model.values.at(x), 3);
  EXPECT_EQ(solve(pool, below, {}).status, Status::unsat);
  const std::shared_ptr<Engine> before = Engine::lease();
  EXPECT_EQ(before, Engine::lease());
  assume(eq(add(add(cube(x), cube(y)), cube(z)), c(33, Type::i64())));
  for (const double seconds : {0.3, 0.03, 0.1}) {
    EXPECT_EQ(ask(seconds).status, Status::unknown);
    EXPECT_FALSE(Engine::lease()->watchdog.has_barked());
    EXPECT_EQ(solve(pool, below, {}).status, Status::unsat);
    const Query some{"some", {lt(x, y)}, {}};
    EXPECT_EQ(solve(pool, some, {}).status, Status::sat);
    EXPECT_EQ(solve(pool, easy, {}).model.values.at(x), 3);
  }
}

// A thread that has to wait for its core keeps its time: the limit is not the wall's.
TEST_F(SolverTest, TimeIsTheThreadsOwn) {
  auto cube = [&](Expr e) { return mul(mul(e, e), e); };
  Expr x = var("x", Type::i64()), y = var("y", Type::i64()), z = var("z", Type::i64());
  assume(eq(add(add(cube(x), cube(y)), cube(z)), c(33, Type::i64())));
  constexpr double limit = 0.3;
  std::atomic<bool> done = false;
  std::vector<std::thread> others; // more than there are cores
  for (unsigned i = 0; i < 2 * std::max(1u, std::thread::hardware_concurrency()); ++i)
    others.emplace_back([&] {
      while (!done)
        ;
    });
  const ThreadClock clock;
  const double start = clock.now();
  const Answer a = ask(limit);
  const double used = clock.now() - start;
  done = true;
  for (std::thread& other : others)
    other.join();
  EXPECT_EQ(a.status, Status::unknown);
  EXPECT_GE(used, 0.9 * limit);
  EXPECT_NEAR(a.seconds, used, 0.1);
}

TEST_F(SolverTest, HugeQueriesAreRefused) {
  Expr x = var("x", Type::i64()), e = x;
  for (int i = 0; i < 100'000; ++i)
    e = pool.sub(c(i, Type::i64()), e);
  assume(eq(e, c(0, Type::i64())));
  const Answer a = ask();
  EXPECT_EQ(a.status, Status::unknown);
  EXPECT_EQ(a.reason, "expression nested too deeply");
}

// The deepest query that is not refused must fit a thread's stack, whatever operators it has.
TEST_F(SolverTest, DeepQueriesAreAnswered) {
  const Type u8 = Type::integer(8, false);
  Expr x = var("x", Type::i32()), y = var("y", Type::i32(), 1), e = x;
  for (int i = 0; i < 240; ++i) {
    Expr narrow = pool.cast(pool.div(e, c(3)), u8);
    Expr choice = pool.ite(lt(c(7, u8), narrow), sub(c(9, u8), narrow), c(i % 100, u8));
    e = pool.rem(pool.cast(pool.bit_xor(choice, c(5, u8)), Type::i32()), add(y, c(i)));
  }
  assume(lt(e, c(-1)));
  Answer a;
  std::thread([&] { a = ask(3); }).join();
  EXPECT_NE(a.status, Status::sat);
}

TEST_F(SolverTest, ThreadsMayAskAtOnce) {
  Expr n = size("n"), i = var("i", Type::i32(), 0), j = var("j", Type::i32(), 0);
  std::vector<Status> answers(16, Status::unknown);
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      for (std::size_t r = 0; r < 4; ++r) {
        Query q = query;
        const auto salt = static_cast<std::int64_t>(4 * k + r);
        q.assertions = {lt(i, n), lt(j, n), ne(i, j),
                        eq(add(mul(n, i), c(salt)),
                           add(mul(n, j), c(salt + 2 * static_cast<std::int64_t>(r % 2))))};
        answers[4 * k + r] = solve(pool, q, {10, 4096}).status;
      }
    });
  for (std::thread& t : threads)
    t.join();
  for (std::size_t k = 0; k < answers.size(); ++k)
    EXPECT_EQ(answers[k], k % 2 ? Status::sat : Status::unsat) << k;
}

TEST_F(SolverTest, TextOfTheFirstForm) {
  Expr x = var("x", Type::i32(), 0, 9);
  query.name = "kernel.race.1";
  assume(lt(c(3), x));
  const std::string text = to_smt2(pool, query);
  EXPECT_NE(text.find("; kernel.race.1\n"), std::string::npos);
  EXPECT_NE(text.find("(declare-fun"), std::string::npos);
  EXPECT_NE(text.find("(check-sat)"), std::string::npos);
}

// What is said of sizes alone is as hard as factoring; the question does not hang on it.
TEST_F(SolverTest, UnrelatedConditionsDoNotMatter) {
  Expr a = size("a", 2), b = size("b", 2), n = var("n", Type::i64());
  assume(eq(pool.cast(mul(mul(a, b), mul(a, a)), Type::i64()), n));
  assume(eq(n, c(1000003LL * 1000033 * 7, Type::i64())));
  Expr x = var("x", Type::i32(), 0, 31), y = var("y", Type::i32(), 0, 31);
  assume(all({ne(x, y), eq(pool.rem(mul(5, x), c(32)), pool.rem(mul(5, y), c(32)))}));
  const Answer answer = ask(2);
  EXPECT_EQ(answer.status, Status::unsat) << answer.reason;
  EXPECT_EQ(answer.method, "parts");
}

TEST_F(SolverTest, PartsHaveOneModel) {
  Expr a = size("a", 2), b = size("b", 2);
  assume(eq(mul(a, b), c(35)));
  const FunctionId f = pool.pure_function("f", Type::i32());
  Expr x = var("x", Type::i32(), 0, 9), y = var("y", Type::i32(), 0, 9);
  assume(lt(pool.apply(f, {x}), pool.apply(f, {y})));
  assume(lt(mul(x, y), c(4)));
  expect(Status::sat);
  EXPECT_EQ(ask(10, false).method, "parts");
  assume(eq(pool.apply(f, {a}), pool.apply(f, {b}))); // a function is shared, too
  expect(Status::sat);
}

// 2^64 * 2^63 has a negative, -2^127, that has none itself: a bound made of it must not wrap.
TEST_F(SolverTest, BoundsAtTheEdgeOf128BitsDoNotWrap) {
  Expr x = var("x", Type::i32(), -3, 0), y = var("y", Type::u64());
  Expr wide = pool.cast(x, Type::u64());
  assume(eq(pool.shl(wide, wide), y));
  expect(Status::sat);
}

// A known bound of i - j times 2^64 - 1 leaves 128 bits: it says nothing about a sign.
TEST_F(SolverTest, SignsFromFactsDoNotWrap) {
  const Type wide = Type::i64();
  Expr i = var("i", Type::u64()), j = var("j", Type::u64()), k = var("k");
  assume(lt(k, c(5))); // a bound that is news, so that facts are looked at again
  assume(le(add(pool.cast(i, wide), c(-INT64_MAX, wide)),
            add(pool.cast(j, wide), c(INT64_MAX, wide))));
  Expr most = c(-1, Type::u64());
  Expr d = pool.sub(pool.mul(most, i), pool.mul(most, j));
  assume(eq(d, c(0, Type::u64())));
  expect(Status::sat);
}

} // namespace
} // namespace heddle::smt
