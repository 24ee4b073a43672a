#include "smt/masks.hpp"

#include "text.hpp"

namespace heddle::smt {
namespace {

class Masks : public TextTest {
protected:
  // The query that is asked for positive powers.
  std::string remainders(const std::string& text) {
    Expr e = parse(text);
    const std::vector<Expr> whole = e->op == Op::logical_and ? e->args : std::vector{e};
    return to_string(pool, pool.all(masks_as_remainders(pool, whole, masking_powers(pool, whole))));
  }
  void expect_stays(const std::string& text) {
    EXPECT_EQ(remainders(text), to_string(pool, parse(text)));
  }
};

TEST_F(Masks, ByPowersOfTwoAreRemainders) {
  type = Type::u32();
  EXPECT_EQ(remainders("(s & s - 1) == 0 && (t & s - 1) < 7"), "1 <= s && t % s < 7");
  EXPECT_EQ(remainders("(s - 1 & s) == 0 && (s - 1 & t) < 7"), "1 <= s && t % s < 7");
}

TEST_F(Masks, ByOtherNumbersStay) {
  type = Type::u32();
  expect_stays("(t & s - 1) < 7");
  expect_stays("(s & s - 1) == 1 && (t & s - 1) < 7");
  expect_stays("(s & s - 1) == 0 && (t & s - 2) < 7");
  expect_stays("(s & s - 1) == 0 && (t & u - 1) < 7");
}

TEST_F(Masks, OfNumbersThatMayBeNegativeStay) {
  expect_stays("(s & s - 1) == 0 && (t & s - 1) < 7");
}

// Every solution with small values, or with ones beside the limits of the type, is one of what is
// handed on for positive sizes.
TEST_F(Masks, LoseNoSolution) {
  for (const Type of : {Type::u32(), Type::i32()}) {
    type = of;
    Expr s = var("s", of), t = var("t", of, 0), u = var("u", of, 0);
    Expr less = pool.sub(s, c(1, of));
    Expr power = eq(pool.bit_and(s, less), c(0, of));
    const std::vector<Expr> whole{power, ne(pool.bit_and(t, less), pool.bit_and(less, u))};
    const auto powers = masking_powers(pool, whole);
    ASSERT_EQ(powers, std::vector{s});
    Expr image = pool.all(masks_as_remainders(pool, whole, powers));
    const std::int64_t top = of.is_signed ? INT32_MAX : UINT32_MAX;
    int positive = 0;
    for (std::int64_t size : {0L, 1L, 2L, 3L, 4L, 6L, 8L, 12L, 1L << 30, top - 1, top})
      for (std::int64_t a : {0L, 1L, 2L, 3L, 5L, 7L, 8L, 15L, 1L << 30, top - 7, top})
        for (std::int64_t b : {0L, 1L, 4L, 6L, 9L, top - 8, top}) {
          Model model;
          model.values = {{s, size}, {t, a}, {u, b}};
          if (size < 1 || !model.eval(pool, power)) continue;
          EXPECT_EQ(model.eval(pool, image), model.eval(pool, whole[1])) << size << ' ' << a;
          ++positive;
        }
    EXPECT_GT(positive, 300);
  }
}

// Against enumeration: which of these hold together with t != u.
TEST_F(Masks, AnswerAsEnumerationDoes) {
  const struct {
    const char* cell; // of t; of u likewise
    const char* other;
    Status answer;
  } networks[] = {{"2 * t - (t & s - 1)", "2 * u - (u & s - 1)", Status::unsat},
                  {"2 * t - (t & s - 1)", "2 * u - (u & s - 1) + s", Status::unsat},
                  {"2 * t - (t & s - 1)", "2 * u - (u & s - 1) + 2 * s", Status::sat},
                  {"2 * t - (t & s - 1) + 1", "2 * u - (u & s - 1)", Status::sat},
                  {"t + (t & s - 1)", "u + (u & s - 1)", Status::sat}};
  type = Type::u32();
  for (const auto& network : networks) {
    query = {};
    facts("(s & s - 1) == 0 && 1 <= s && t != u && t <= 1000000 && u <= 1000000", "s");
    assume(eq(parse(network.cell), parse(network.other)));
    const Answer answer = ask(5);
    EXPECT_EQ(answer.status, network.answer) << network.other << ": " << answer.reason;
    bool meets = false;
    for (std::int64_t s : {1, 2, 4, 8})
      for (std::int64_t t = 0; t < 40; ++t)
        for (std::int64_t u = 0; u < 40; ++u) {
          Model model;
          model.values = {{named("s"), s}, {named("t"), t}, {named("u"), u}};
          meets = meets || (t != u && model.eval(pool, query.assertions.back()));
        }
    EXPECT_EQ(meets, network.answer == Status::sat) << network.other;
  }
}

} // namespace
} // namespace heddle::smt
