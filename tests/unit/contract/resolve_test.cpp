#include "support.hpp"

namespace heddle::contract {
namespace {

class Resolve : public testing::Test {
protected:
  Names names;
  using Kind = core::Contract::Kind;

  std::string contracts(const std::string& text) {
    const auto r = names.resolved(text);
    if (auto* why = std::get_if<NotUnderstood>(&r)) return why->reason;
    std::string all;
    for (const core::Contract& c : std::get<Statement>(r).contracts)
      all += (all.empty() ? "" : " ") +
             (c.kind == Kind::forall
                  ? "forall"
                  : (c.kind == Kind::distinct ? "distinct" : "monotone") + std::to_string(c.array));
    return all;
  }
};

TEST_F(Resolve, NamesByTheirPaths) {
  EXPECT_EQ(names.condition("p.n > cfg->dims[2]"), "cfg->dims[2] < p.n");
  EXPECT_EQ(names.condition("cfg->dims[1 + 1] == ns :: N"), "cfg->dims[2] == ns::N");
  EXPECT_EQ(names.condition("n % ns::four == 0"), "n % 4 == 0");
  EXPECT_EQ(names.condition("n"), "n != 0");
  EXPECT_EQ(names.condition("!b && (n > 0 -> m > 0)"),
            names.condition("!b && (!(n > 0) || m > 0)"));
}

TEST_F(Resolve, PromotesAndConverts) {
  EXPECT_EQ(names.condition("n < u"), "(u32)n < u");
  EXPECT_EQ(names.condition("c < h"), "(i32)c < (i32)h");
  EXPECT_EQ(names.condition("u < l"), "(i64)u < l");
  EXPECT_EQ(names.condition("l < z"), "(u64)l < z");
  EXPECT_EQ(names.condition("b + 1 == 2"), names.condition("(b ? 1 : 0) + 1 == 2"));
  EXPECT_EQ(names.condition("(char)n == 0"), "(i32)(i8)n == 0");
  EXPECT_EQ(names.condition("(unsigned long long)u == 0"), "(u64)u == 0");
  EXPECT_EQ(names.condition("(uint16_t)n < (size_t)m"), "(u64)(i32)(u16)n < (u64)m");
  EXPECT_EQ(names.condition("min(n, m) > 0"), names.condition("(n < m ? n : m) > 0"));
  EXPECT_EQ(names.condition("max(n, u) > 0"), names.condition("((unsigned)n < u ? u : n) > 0"));
}

TEST_F(Resolve, KeepsSignsInMathematics) {
  const Reading m = Reading::mathematical;
  EXPECT_EQ(names.condition("n < u", m), "(i64)n < (i64)u");
  EXPECT_EQ(names.condition("n < m", m), "n < m");
  EXPECT_EQ(names.condition("u * u <= n", m), "(i64)u * (i64)u <= (i64)n");
  EXPECT_EQ(names.condition("n > -u", m), "0 - (i64)u < (i64)n");
  EXPECT_EQ(names.condition("z > 5", m), "5 < z");
  EXPECT_EQ(names.condition("z >= u", m), "(u64)u <= z");
  EXPECT_EQ(names.condition("z > n", m), names.condition("n < 0 || (size_t)n < z"));
  EXPECT_EQ(names.condition("z + 18446744073709551615u > 0", m),
            "3: a constant that does not fit in 'i64'");
}

TEST_F(Resolve, WhatHasNoValueIsNotUnderstood) {
  EXPECT_EQ(names.problem("n > 0 && other == 1"), "10: 'other' is not known here");
  EXPECT_EQ(names.problem("p.other == 1"), "1: 'p.other' is not known here");
  EXPECT_EQ(names.problem("p == 1"), "1: 'p' is not known here");
  EXPECT_EQ(names.problem("S == 0"), "1: 'S' is an array, not a number");
  EXPECT_EQ(names.problem("!S"), "2: 'S' is an array, not a number");
  EXPECT_EQ(names.problem("x > 0"), "1: 'x' is no integer");
  EXPECT_EQ(names.problem("threadIdx.x < 3"), "1: 'threadIdx.x' differs between threads");
  EXPECT_EQ(names.problem("1 < f(n)"), "5: a call of 'f'");
  EXPECT_EQ(names.problem("(n + 1).x"), "1: 'x' of what is no object");
  EXPECT_EQ(names.problem("(n + 1)[2]"), "1: an element of what is no array");
  EXPECT_EQ(names.problem("n[2] == 0"), "1: 'n[2]' is not known here");
  EXPECT_EQ(names.problem("n[m] == 0"), "1: 'n' is no array");
  EXPECT_EQ(names.problem("Q[m] == 0"), "1: 'Q' is not known here");
  const std::string element = ": an element of 'S'; of arrays, distinct(S), monotone(S) and what "
                              "says the same with forall can be stated";
  EXPECT_EQ(names.problem("S[n] == 0"), "1" + element);
  EXPECT_EQ(names.problem("n > S[0]"), "5" + element);
}

TEST_F(Resolve, OverflowsOfConstantsAreNotUnderstood) {
  EXPECT_EQ(names.problem("n < 2147483647 + 1"), "16: a constant that does not fit in 'i32'");
  EXPECT_EQ(names.problem("n < 65536 * 65536"), "11: a constant that does not fit in 'i32'");
  EXPECT_EQ(names.problem("l < 9223372036854775807 * 2"),
            "25: a constant that does not fit in 'i64'");
  EXPECT_EQ(names.problem("n < -(-2147483647 - 1)"), "5: a constant that does not fit in 'i32'");
  EXPECT_EQ(names.problem("n < (-2147483647 - 1) / -1"),
            "23: a constant that does not fit in 'i32'");
  EXPECT_EQ(names.condition("u < 2147483648u * 3"), "u < 2147483648"); // it wraps
  EXPECT_EQ(names.condition("l < 65536L * 65536"), "l < 4294967296");
  EXPECT_EQ(names.problem("n < 1 << 31", Reading::mathematical),
            "7: a constant that does not fit in 'i32'");
  EXPECT_EQ(names.problem("n < 1 << 32"), "7: a shift of 'i32' by 32");
  EXPECT_EQ(names.problem("n >> -1"), "3: a shift of 'i32' by -1");
  EXPECT_EQ(names.problem("n % 0 == 1"), "3: a division by zero");
  EXPECT_EQ(names.problem("n / (2 - 2)"), "3: a division by zero");
}

// What is said of each is said of its one element; beside it conditions stay what they are.
TEST_F(Resolve, VariablesAreTheirFirstElement) {
  EXPECT_EQ(contracts("len > 0"), "forall");
  EXPECT_EQ(names.condition("n > 0 && len < n && m > 0"), "0 < n && 0 < m");
  EXPECT_EQ(contracts("n > 0 && len < n && distinct(S) && len != 3"), "forall distinct0 forall");
  EXPECT_EQ(names.problem("len > 0 || n > 0"), "");
  EXPECT_EQ(names.problem("len"), "");
  EXPECT_EQ(names.problem("range(S, 0, len)"), "");
  EXPECT_EQ(names.problem("forall i: S[i] < len"), "");
  EXPECT_EQ(names.problem("forall i, j: i < j -> S[i] + len <= S[j]"),
            "30: 'len' in a forall of two integers");
  EXPECT_EQ(names.problem("permutation(S, len)"),
            "1: a statement of two elements of an array and of a variable of the file");
  EXPECT_EQ(names.problem("S[len] == 0").substr(0, 20), "1: an element of 'S'");
}

TEST_F(Resolve, ContractsOfArrays) {
  EXPECT_EQ(contracts("distinct(S)"), "distinct0");
  EXPECT_EQ(contracts("monotone(p.row)"), "monotone1");
  EXPECT_EQ(contracts("n > 0 && (distinct(S) && m > 0) && monotone(p.row)"), "distinct0 monotone1");
  EXPECT_EQ(names.condition("n > 0 && distinct(S)"), "0 < n");
  EXPECT_EQ(names.problem("distinct(n)"), "10: 'n' is no array");
  EXPECT_EQ(names.problem("distinct(Q)"), "10: 'Q' is not known here");
  EXPECT_EQ(names.problem("distinct(S, S)"), "1: 'distinct' takes one array");
  EXPECT_EQ(names.problem("monotone()"), "1: 'monotone' takes one array");
  EXPECT_EQ(names.problem("distinct(n + 1)"), "12: 'distinct' takes an array");
  const std::string within =
      ": what is said of an array, within a condition; it can be joined by && only";
  EXPECT_EQ(names.problem("!distinct(S)"), "2" + within);
  EXPECT_EQ(names.problem("n > 0 || distinct(S)"), "10" + within);
  EXPECT_EQ(names.problem("b -> distinct(S)"), "6" + within);
  EXPECT_EQ(names.problem("b && distinct(S) ? n : m"), "3" + within);
}

TEST_F(Resolve, ForallSaysTheSame) {
  EXPECT_EQ(contracts("forall i, j: i != j -> S[i] != S[j]"), "distinct0");
  EXPECT_EQ(contracts("forall i, j: j != i -> S[i] != S[j]"), "distinct0");
  EXPECT_EQ(contracts("forall i, j: i < j -> S[j] != S[i]"), "distinct0");
  EXPECT_EQ(contracts("forall i, j: i < j -> S[i] <= S[j]"), "monotone0");
  EXPECT_EQ(contracts("forall i, j: i <= j -> S[j] >= S[i]"), "monotone0");
  EXPECT_EQ(contracts("forall a, b: a > b -> S[a] >= S[b]"), "monotone0");
  EXPECT_EQ(contracts("forall a, b: b > a -> p.row[a] < p.row[b]"), "distinct1 monotone1");
  EXPECT_EQ(contracts("forall i: S[i] <= S[i + 1]"), "monotone0");
  EXPECT_EQ(contracts("forall i: S[i + 1] > S[i]"), "distinct0 monotone0");
  EXPECT_EQ(contracts("n > 0 && (forall i: S[i] <= S[i + 1])"), "monotone0");
}

TEST_F(Resolve, OtherFormsOfForallAreStatements) {
  for (const char* text : {"forall i, j: i < j -> S[i] >= S[j]", "forall i: S[i] != S[i + 1]",
                           "forall i: S[i] <= S[i - 2]", "forall i: 0 <= S[i] && S[i] < n",
                           "forall i, j: i < j -> S[i] + p.row[i] <= S[j]", "range(S, 0, n)"})
    EXPECT_EQ(contracts(text), "forall") << text;
  EXPECT_EQ(contracts("sorted(S)"), "monotone0");
  EXPECT_EQ(contracts("permutation(S, n)"), "forall forall");
  EXPECT_EQ(contracts("scan(S, p.row)"), "forall forall forall forall");
  EXPECT_EQ(names.problem("n > 0 && (forall i: Q[i] > 0)"), "21: 'Q' is not known here");
  EXPECT_EQ(names.problem("forall i: n[i] > 0"), "11: 'n' is no array");
  EXPECT_EQ(names.problem("range(S, 0)"),
            "1: 'range' takes an array, its smallest value and the first one too large");
  EXPECT_EQ(contracts("forall i: i >= 0"),
            "a forall that uses one of its integers as no index of an array");
  EXPECT_EQ(contracts("forall i, j: i < n -> S[i] <= 5"),
            "a forall that uses one of its integers as no index of an array");
  EXPECT_EQ(contracts("forall i: S[2 * i] >= 0"), "an element of 'S' at what is not an integer of "
                                                  "the forall, plus or minus a constant");
  EXPECT_EQ(contracts("forall i, j, k: S[i] + S[j] <= S[k]"), "a forall of more than two integers");
}

TEST_F(Resolve, BoundNamesHideOthers) { // i and j are parameters, too
  EXPECT_EQ(contracts("i < j && (forall i, j: i < j -> S[i] <= S[j])"), "monotone0");
  EXPECT_EQ(names.problem("n < k && (forall k: S[k] <= S[k + 1])"), "5: 'k' is not known here");
}

TEST_F(Resolve, LongChainsAreNoTrouble) {
  std::string text = "n == 0";
  for (int i = 1; i < 900; ++i)
    text += " || n == " + std::to_string(2 * i);
  EXPECT_EQ(names.problem(text), "");
}

} // namespace
} // namespace heddle::contract
