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
  void expect_none(const std::string& text) {
    Expr e = parse(text);
    EXPECT_TRUE(masking_powers(pool, e->op == Op::logical_and ? e->args : std::vector{e}).empty())
        << text;
  }
};

TEST_F(Masks, ByPowersOfTwoAreRemainders) {
  type = Type::u32();
  EXPECT_EQ(remainders("(s & s - 1) == 0 && (t & s - 1) < 7"), "1 <= s && t % s < 7");
  EXPECT_EQ(remainders("(s - 1 & s) == 0 && (s - 1 & t) < 7"), "1 <= s && t % s < 7");
}

TEST_F(Masks, ByMultiplesAndPartsOfPowersAreRemainders) {
  type = Type::u32();
  EXPECT_EQ(remainders("(s & s - 1) == 0 && (t & s / 128 - 1) < 7"),
            "1 <= s / 128 && t % (s / 128) < 7");
  EXPECT_EQ(remainders("(s & s - 1) == 0 && (t & s * 4 - 1) < 7"), "1 <= s * 4 && t % (s * 4) < 7");
}

TEST_F(Masks, LeaveOutWhatIsOfBitsStill) {
  type = Type::u32();
  EXPECT_EQ(remainders("(s & s - 1) == 0 && (t & s - 1) < 7 && (t & u) == 3 && (t & 3) == 1"),
            "(t & 3) == 1 && 1 <= s && t % s < 7");
  EXPECT_EQ(remainders("(s & s - 1) == 0 && (t & s - 1) < 7 && 1 << u < 9 && t << 3 < 80"),
            "1 <= s && t % s < 7 && t * 8 < 80");
}

TEST_F(Masks, ByOtherNumbersStay) {
  type = Type::u32();
  expect_none("(t & s - 1) < 7");
  expect_none("(s & s - 1) == 1 && (t & s - 1) < 7");
  expect_none("(s & s - 1) == 0 && (t & s - 2) < 7");
  expect_none("(s & s - 1) == 0 && (t & u - 1) < 7");
  expect_none("(s & s - 1) == 0 && (t & s / 3 - 1) < 7");
  expect_none("(s & s - 1) == 0 && (t & s + 2 - 1) < 7");
}

TEST_F(Masks, OfNumbersThatMayBeNegativeStay) {
  expect_none("(s & s - 1) == 0 && (t & s - 1) < 7");
}

// Every solution with small values, or with ones beside the limits of the type, is one of what is
// handed on for positive powers.
TEST_F(Masks, LoseNoSolution) {
  for (const Type of : {Type::u32(), Type::i32()})
    for (const int part : {-2, 1, 4}) {
      type = of;
      Expr s = var("s", of), t = var("t", of, 0), u = var("u", of, 0);
      Expr power = eq(pool.bit_and(s, pool.sub(s, c(1, of))), c(0, of));
      Expr p = part < 0 ? pool.mul(s, c(-part, of)) : pool.div(s, c(part, of));
      Expr less = pool.sub(p, c(1, of));
      const std::vector<Expr> whole{power, ne(pool.bit_and(t, less), pool.bit_and(less, u))};
      const auto powers = masking_powers(pool, whole);
      ASSERT_EQ(powers, std::vector{p});
      Expr image = pool.all(masks_as_remainders(pool, whole, powers));
      const std::int64_t top = of.is_signed ? INT32_MAX : UINT32_MAX;
      int positive = 0;
      for (std::int64_t size : {0L, 1L, 2L, 3L, 4L, 6L, 8L, 12L, 64L, 1L << 30, top - 1, top})
        for (std::int64_t a : {0L, 1L, 2L, 3L, 5L, 7L, 8L, 15L, 1L << 30, top - 7, top})
          for (std::int64_t b : {0L, 1L, 4L, 6L, 9L, top - 8, top}) {
            Model model;
            model.values = {{s, size}, {t, a}, {u, b}};
            if (model.eval(pool, p) < 1 || !model.eval(pool, power)) continue;
            EXPECT_EQ(model.eval(pool, image), model.eval(pool, whole[1])) << size << ' ' << a;
            ++positive;
          }
      EXPECT_GT(positive, 200);
    }
}

// The bounds of what else is launched say nothing of where two threads meet.
TEST_F(Masks, AreAnsweredByWhatIsCompared) {
  type = Type::u32();
  facts("(s & s - 1) == 0 && 128 <= s < n && n <= 4194304 && n % 1024 == 0 && "
        "w == (n + 2 * s - n % (2 * s)) / 256 && g == (w + 255) / 256 && "
        "(1 << k < s || n - s * k < w * s) && 0 <= t < w && 0 <= u < w && t != u",
        "s n w g");
  assume(parse("2 * (t - (t & s / 128 - 1)) + (t & s / 128 - 1) == "
               "2 * (u - (u & s / 128 - 1)) + (u & s / 128 - 1)"));
  const Answer answer = ask(2);
  EXPECT_EQ(answer.status, Status::unsat) << answer.reason;
  EXPECT_EQ(answer.method, "masks");
  EXPECT_LE(answer.solver_calls, 40U);
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
