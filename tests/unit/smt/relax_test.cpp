#include "smt/relax.hpp"

#include "text.hpp"

namespace heddle::smt {
namespace {

class Relax : public TextTest {
protected:
  std::string relaxed(Expr e) {
    std::string text;
    for (Expr r : without_products(pool, {e}))
      text += (text.empty() ? "" : " && ") + to_string(pool, r);
    return text;
  }
  // Whatever satisfies `text` satisfies what is left of it.
  void expect_weaker(const std::string& text) {
    Expr e = parse(text);
    query.assertions = {e, pool.logical_not(pool.all(without_products(pool, {e})))};
    EXPECT_EQ(ask().status, Status::unsat) << text;
  }
};

TEST_F(Relax, KeepsWhatHasNoProducts) {
  EXPECT_EQ(relaxed(parse("a < b && a % 4 == 3 && 5 * a < 7")), "");
}

TEST_F(Relax, LeavesOutComparisonsOfProducts) {
  EXPECT_EQ(relaxed(parse("a < b && a * b < 7")), "a < b");
  EXPECT_EQ(relaxed(parse("a < b && a / b < 7")), "a < b");
  EXPECT_EQ(relaxed(parse("a < b && a % b == 7")), "a < b");
}

TEST_F(Relax, LeavesOutComparisonsOfBitsOfTwoTerms) {
  const auto left = [&](const std::string& text) {
    std::string all;
    for (Expr r : without_bits(pool, {parse(text)}))
      all += (all.empty() ? "" : " && ") + to_string(pool, r);
    return all;
  };
  EXPECT_EQ(left("a < b && (a ^ b) < 7"), "a < b");
  EXPECT_EQ(left("a < b && (a | a / 2) < 7"), "a < b");
  EXPECT_EQ(left("a < b && 1 << b < 7"), "a < b");
  EXPECT_EQ(left("a < b && (a & 7) == 3 && a << 2 < b && a * b < 9"), "");
}

TEST_F(Relax, ProvesIndicesBesideBits) {
  facts("0 <= t < n && 0 <= u < n && t != u && 0 <= k && 0 <= j && t + k * 128 < (n | n / 2) && "
        "u + j * 128 < (n | n / 2) && n <= 128 && t + k * 128 == u + j * 128",
        "n");
  EXPECT_EQ(ask(1).status, Status::unsat);
}

TEST_F(Relax, IsWeakerInAndOutOfNegations) {
  for (const char* text :
       {"a < b && (a * b < 7 || a > 3)", "a < b && !(a * b < 7 && a > 3)", "!(a < b || a * b < 7)",
        "!(!(a < b && a * b == 4) || a == 9)", "(a * b == 3 || b < a) && !(a == 3 && b * a == 7)"})
    expect_weaker(text);
}

TEST_F(Relax, TellsNothingOfAFunctionOfProducts) {
  const FunctionId f =
      pool.new_function({"load", Type::i32(), Flavour::load, Scope::grid, {}, "", 0, 9});
  const auto load = [&](const std::string& index) { return pool.apply(f, {parse(index)}); };
  Expr read = load("a * b");
  const std::vector<Expr> weaker =
      without_products(pool, {lt(read, c(4)), le(read, named("a")), eq(load("a"), named("b"))});
  ASSERT_EQ(weaker.size(), 3U);
  EXPECT_EQ(to_string(pool, weaker[0]), "load < 4"); // one unknown for both
  EXPECT_EQ(weaker[0]->args[0], weaker[1]->args[0]);
  EXPECT_EQ(pool.symbol(weaker[0]->args[0]).high, 9);
  EXPECT_EQ(weaker[2], eq(load("a"), named("b")));
}

TEST_F(Relax, KeepsWhatIsSaidOfWhatIsCompared) {
  const auto left = [&](const std::string& facts, const std::string& question) {
    std::vector<Expr> assertions = parse(facts)->args;
    assertions.push_back(parse(question));
    std::string all;
    for (Expr r : of_compared(pool, assertions, assertions.back()))
      all += (all.empty() ? "" : " && ") + to_string(pool, r);
    return all;
  };
  EXPECT_EQ(left("a < 3 && a + b < 4 && c < 5 && (a < 7 || c < 3)", "a == b"),
            "a < 3 && a + b < 4 && a == b");
  EXPECT_EQ(left("a < 3 && d < 7", "c < 5 && a == b || b == 2 && d < 5"),
            "a < 3 && a == b || b == 2");
  EXPECT_EQ(left("a < 3 && b < 7", "a == b"), ""); // nothing is left out
  EXPECT_EQ(left("a < 3 && b < 7", "a < b"), "");  // nothing is compared
}

TEST_F(Relax, ProvesMasksBesideProducts) {
  facts(
      "0 <= t < 64 && 0 <= u < 64 && t != u && 0 <= k && 0 <= j && t + k * g < n && u + j * g < n "
      "&& (t ^ t / 2) == (u ^ u / 2)",
      "g n");
  const Answer answer = ask(1);
  EXPECT_EQ(answer.status, Status::unsat) << answer.reason;
  EXPECT_EQ(answer.method, "bit-vectors");
}

} // namespace
} // namespace heddle::smt
