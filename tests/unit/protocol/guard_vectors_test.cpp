// The answers that proofs/GuardVectors.v computes, against none_above: "no iteration k > low with
// k < y has h" (theory.md section 2, "Quantified guards").
#include "oracle_world.hpp"

#include "protocol/align/align_quantify.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace heddle::protocol::oracle {
namespace {

class Guards {
public:
  Guards() {
    const auto symbol = [&](const char* name, heddle::Role role) {
      return pool_.symbol_ref(pool_.new_symbol({name, Type::i32(), role, 0, 0, {}, {}}));
    };
    k_ = symbol("k", heddle::Role::binder);
    low_ = symbol("low", heddle::Role::binder);
    n_ = symbol("n", heddle::Role::parameter);
    y_ = symbol("y", heddle::Role::parameter);
  }

  // The answers of a condition, as a line of the vectors has them; false: weakened.
  std::pair<std::string, bool> answers(const std::string& text) {
    std::istringstream words(text);
    Expr h = condition(words);
    Expr upper = pool_.lt(k_, y_);
    const Guard all = none_above(pool_, k_, nullptr, upper, h, {});
    const Guard above = none_above(pool_, k_, low_, upper, h, {});
    std::string result;
    Env env(pool_, 0);
    for (const int n : {0, 1, 3})
      for (const int low : {-1, 0, 2})
        for (const int y : {1, 3, 4, 7, 9}) {
          env.set(n_, n);
          env.set(low_, low);
          env.set(y_, y);
          result += env(low < 0 ? all.cond : above.cond) ? '1' : '0';
        }
    return {result, all.exact && above.exact};
  }

private:
  static int number(std::istringstream& words) {
    int n = 0;
    words >> n;
    return n;
  }
  Expr c(int v) { return pool_.constant(v); }
  // Operators stand before their operands.
  Expr condition(std::istringstream& words) {
    std::string op;
    words >> op;
    if (op == "not") return pool_.logical_not(condition(words));
    if (op == "and" || op == "or") {
      Expr a = condition(words), b = condition(words);
      return op == "and" ? pool_.logical_and(a, b) : pool_.logical_or(a, b);
    }
    const int first = number(words);
    if (op == "n<") return pool_.lt(n_, c(first));
    const int second = number(words);
    if (op == "%") return pool_.eq(pool_.rem(k_, c(first)), c(second));
    EXPECT_TRUE(op == "<" || op == "=") << op;
    Expr left = pool_.mul(k_, c(first));
    Expr right = pool_.add(pool_.mul(n_, c(second)), c(number(words)));
    return op == "<" ? pool_.lt(left, right) : pool_.eq(left, right);
  }

  Pool pool_;
  Expr k_, low_, n_, y_;
};

TEST(Vectors, GuardsAreAsTheProofsSay) {
  std::ifstream in(HEDDLE_SOURCE_DIR "/proofs/vectors/guards.txt");
  Guards guards;
  std::size_t cases = 0, exact = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    const auto bar = line.find(" | ");
    const auto [found, all] = guards.answers(line.substr(0, bar));
    const std::string expected = line.substr(bar + 3);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) // a weakened guard only ever says yes too often
      ASSERT_TRUE(found[i] == expected[i] || (!all && found[i] == '1')) << line << "\n" << found;
    ++cases;
    exact += all;
  }
  std::printf("%zu of %zu exact\n", exact, cases);
  EXPECT_GE(cases, 300u);
  EXPECT_GE(exact * 20, cases * 19);
}

} // namespace
} // namespace heddle::protocol::oracle
