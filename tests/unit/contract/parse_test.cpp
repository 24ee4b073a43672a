#include "support.hpp"

#include <random>

namespace heddle::contract {
namespace {

std::string printed(const std::string& text) { return to_string(parsed(text)); }

struct Written {
  const char* text;
  const char* printed;
};

class Prints : public testing::TestWithParam<Written> {};

TEST_P(Prints, WithTheParenthesesItNeeds) {
  EXPECT_EQ(printed(GetParam().text), GetParam().printed);
  EXPECT_EQ(printed(GetParam().printed), GetParam().printed);
}

INSTANTIATE_TEST_SUITE_P(
    Formulas, Prints,
    testing::Values(
        Written{"n%32==0", "n % 32 == 0"}, Written{"((n))", "n"},
        Written{"(a+b)*c-d", "(a + b) * c - d"}, Written{"a-(b-c)", "a - (b - c)"},
        Written{"a&b==c", "a & (b == c)"}, Written{"(a&b)==c", "(a & b) == c"},
        Written{"(a&a-1)==0||a&b&c", "(a & (a - 1)) == 0 || a & b & c"},
        Written{"a||b&&c|d^e&f", "a || b && c | (d ^ (e & f))"},
        Written{"a<b==c>d", "a < b == c > d"}, Written{"a<<b+1>>c", "a << (b + 1) >> c"},
        Written{"!a.b[1].c", "!a.b[1].c"}, Written{"-a*b", "-a * b"}, Written{"-(a*b)", "-(a * b)"},
        Written{"- -a", "- -a"}, Written{"a- -b", "a - -b"}, Written{"~~a", "~~a"},
        Written{"a?b:c?d:e", "a ? b : c ? d : e"}, Written{"(a?b:c)?d:e", "(a ? b : c) ? d : e"},
        Written{"a ? b ? c : d : e", "a ? b ? c : d : e"}, Written{"a -> b -> c", "a -> b -> c"},
        Written{"(a -> b) -> c", "(a -> b) -> c"},
        Written{"a ? b : c -> d || e", "a ? b : c -> d || e"},
        Written{"a ? b : (c -> d)", "a ? b : (c -> d)"}));

INSTANTIATE_TEST_SUITE_P(
    Names, Prints,
    testing::Values(Written{"cfg->dims[2] > 0", "cfg->dims[2] > 0"},
                    Written{"i<j -> n", "i < j -> n"}, Written{"i < j -> S[i]", "i < j -> S[i]"},
                    Written{"n>0-> m>0", "n > 0 -> m > 0"},
                    Written{"ns :: inner::N<3", "ns::inner::N < 3"}, Written{"::N", "::N"},
                    Written{"distinct ( p )", "distinct(p)"}, Written{"distinct", "distinct"},
                    Written{"min(a,b+1)", "min(a, b + 1)"}, Written{"f()", "f()"},
                    Written{"(unsigned  long)n + 1", "(unsigned long)n + 1"},
                    Written{"(int)(n + 1)", "(int)(n + 1)"}, Written{"(n)-1", "n - 1"},
                    Written{"forall i, j: i<j -> S[i]+O[i]<=S[j]",
                            "forall i, j: i < j -> S[i] + O[i] <= S[j]"},
                    Written{"n > 0 && forall i: S[i] > 0", "n > 0 && (forall i: S[i] > 0)"},
                    Written{"forall i: (forall j: S[i] == S[j]) || n",
                            "forall i: (forall j: S[i] == S[j]) || n"},
                    Written{"forall i: i ? S[i] : n", "forall i: i ? S[i] : n"},
                    Written{"0x1Fu + 1'000LL + true", "0x1Fu + 1'000LL + true"}));

TEST(Parse, ColumnsPointToNamesAndOperators) {
  const Formula f = parsed("  n + p.m");
  ASSERT_EQ(f.nodes.size(), 4U);
  EXPECT_EQ(f.begin, 3U);
  EXPECT_EQ(f.nodes[0].column, 3U); // n
  EXPECT_EQ(f.nodes[2].column, 7U); // p.m
  EXPECT_EQ(f.nodes[3].column, 5U); // +
}

TEST(Parse, OperandsComeBeforeTheirOperator) {
  const Formula f = parsed("forall i, j: i < j -> S[i] != S[j]");
  const auto& all = std::get<Forall>(f.nodes.back().form);
  EXPECT_EQ(all.first, 0U);
  EXPECT_EQ(all.body, f.nodes.size() - 2);
  EXPECT_EQ(all.names, (std::vector<std::string>{"i", "j"}));
}

struct Wrong {
  const char* text;
  const char* mistake;
};

class Mistakes : public testing::TestWithParam<Wrong> {};

TEST_P(Mistakes, AreToldWithTheirColumn) {
  EXPECT_EQ(mistake_in(GetParam().text), GetParam().mistake);
}

INSTANTIATE_TEST_SUITE_P(
    Syntax, Mistakes,
    testing::Values(
        Wrong{"", "1: the expression is empty"}, Wrong{" \t", "1: the expression is empty"},
        Wrong{"n >", "3: unexpected end after '>'"},
        Wrong{"(((n", "4: unexpected end after 'n', expected ')'"},
        Wrong{"n = 1", "3: unexpected '=' after 'n'; equality is '=='"},
        Wrong{"n @ 3", "3: unexpected '@' after 'n'"}, Wrong{"n 3", "3: unexpected '3' after 'n'"},
        Wrong{")", "1: unexpected ')'"}, Wrong{"n++", "2: unexpected '++' after 'n'"},
        Wrong{"--n > 0", "1: unexpected '--'"}, Wrong{"n += 1", "3: unexpected '+=' after 'n'"},
        Wrong{"a ? b", "5: unexpected end after 'b', expected ':'"},
        Wrong{"a, b", "2: unexpected ',' after 'a'"},
        Wrong{"p.3", "3: unexpected '3' after '.', expected a name"},
        Wrong{"S[]", "3: unexpected ']' after '['"},
        Wrong{"forall i S[i]", "10: unexpected 'S' after 'i', expected ':'"},
        Wrong{"forall : n", "8: unexpected ':' after 'forall', expected a name"},
        Wrong{"forall i, i: n", "11: 'i' is there twice"},
        Wrong{"n > 'a'", "5: unexpected ''' after '>'"}, Wrong{"*p == 1", "1: unexpected '*'"},
        Wrong{"&n", "1: unexpected '&'"}, Wrong{"n \xc3\xa9", "3: unexpected '\xc3' after 'n'"},
        Wrong{"(unsigned bool)n", "2: 'unsigned bool' is no type of integers"},
        Wrong{"(int int)n", "2: 'int int' is no type of integers"},
        Wrong{"(unsigned int_t)n", "11: unexpected 'int_t' after 'unsigned', expected ')'"}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, Mistakes,
    testing::Values(
        Wrong{"n > 1.5", "5: '1.5' is no integer"}, Wrong{"n > 1e3", "5: '1e3' is no integer"},
        Wrong{"0x1p3", "1: '0x1p3' is no integer"}, Wrong{"12abc", "1: '12abc' is not a number"},
        Wrong{"0x", "1: '0x' is not a number"}, Wrong{"09", "1: '09' is not a number"},
        Wrong{"0b12", "1: '0b12' is not a number"}, Wrong{"1uu", "1: '1uu' is not a number"},
        Wrong{"1lul", "1: '1lul' is not a number"}, Wrong{"1'", "1: '1'' is not a number"},
        Wrong{"n >= 99999999999999999999",
              "6: the integer 99999999999999999999 does not fit in 64 bits"},
        Wrong{"18446744073709551616u",
              "1: the integer 18446744073709551616u does not fit in 64 bits"},
        Wrong{"9223372036854775808", "1: the integer 9223372036854775808 does not fit in 64 bits "
                                     "with a sign; write 9223372036854775808u"}));

INSTANTIATE_TEST_SUITE_P(
    Arrows, Mistakes,
    testing::Values(Wrong{"forall i, j: i<j->S[i] < S[j]",
                          "17: '->S' is read as a member; an implication has a space after '->'"},
                    Wrong{"n > 0->m",
                          "6: '->m' is read as a member; an implication has a space after '->'"},
                    Wrong{"(a + b)->m",
                          "8: '->m' is read as a member; an implication has a space after '->'"}));

TEST(Literals, HaveTheTypesOfCpp) {
  const std::pair<const char*, Type> cases[] = {
      {"0", Type::i32()},
      {"2147483647", Type::i32()},
      {"2147483648", Type::i64()}, // never unsigned, being decimal
      {"0x7fffffff", Type::i32()},
      {"0x80000000", Type::u32()},
      {"0xffffffff", Type::u32()},
      {"0x100000000", Type::i64()},
      {"0xffffffffffffffff", Type::u64()},
      {"037777777777", Type::u32()},
      {"0b11", Type::i32()},
      {"1u", Type::u32()},
      {"4294967296u", Type::u64()},
      {"1L", Type::i64()},
      {"1uLL", Type::u64()},
      {"1LLU", Type::u64()},
      {"1z", Type::i64()},
      {"1uz", Type::u64()},
      {"18446744073709551615u", Type::u64()},
      {"true", Type::boolean()}};
  for (const auto& [text, type] : cases)
    EXPECT_EQ(std::get<Literal>(parsed(text).nodes[0].form).type, type) << text;
  EXPECT_EQ(std::get<Literal>(parsed("017").nodes[0].form).value, 15);
  EXPECT_EQ(std::get<Literal>(parsed("0b1'01").nodes[0].form).value, 5);
  EXPECT_EQ(std::get<Literal>(parsed("0xFFffFFffFFffFFff").nodes[0].form).value, -1);
}

TEST(Depth, IsLimited) {
  const auto repeat = [](const std::string& s, int n) {
    std::string all;
    for (int i = 0; i < n; ++i)
      all += s;
    return all;
  };
  EXPECT_EQ(mistake_in(repeat("(", 150) + "n" + repeat(")", 150)), "");
  EXPECT_EQ(mistake_in(repeat("a && (", 90) + "n" + repeat(")", 90)), "");
  for (const std::string& deep :
       {repeat("(", 60000), repeat("!", 60000) + "n", repeat("- ", 30000) + "n",
        repeat("a ? ", 10000) + "b", repeat("a ? b : ", 8000) + "c", repeat("a -> ", 12000) + "b",
        repeat("S[", 30000), repeat("f(", 30000), repeat("forall i: ", 6000) + "n",
        repeat("(int)", 13000) + "n", repeat("a + ", 15000) + "b", "p" + repeat(".q", 20000),
        "p" + repeat("[0]", 20000), repeat("a + (", 13000)})
    EXPECT_TRUE(mistake_in(deep).ends_with("the expression is nested too deeply"))
        << deep.substr(0, 20) << ": " << mistake_in(deep).substr(0, 80);
  EXPECT_EQ(mistake_in(repeat("a + ", 900) + "b"), "");
  EXPECT_EQ(mistake_in(std::string(70000, 'n')), "1: the expression is too long");
}

// Damaged formulas end in a formula or a mistake within the text, and what is printed reads back.
TEST(Damage, EndsInAnAnswer) {
  const std::string pieces[] = {"n",     "S",
                                "p.n",   "forall",
                                "i",     ",",
                                ":",     "->",
                                "->q",   "(",
                                ")",     "[",
                                "]",     "?",
                                "+",     "-",
                                "*",     "%",
                                "!",     "<",
                                "==",    "&&",
                                "||",    "1",
                                "0x7Fu", "true",
                                "int",   "::",
                                ".",     "\xff",
                                "'",     "distinct",
                                " ",     "  i: ",
                                "<<",    "~",
                                "=",     "99999999999999999999"};
  std::mt19937 random(17);
  unsigned good = 0;
  for (int k = 0; k < 20000; ++k) {
    std::string text;
    for (unsigned length = 1 + random() % 9; length > 0; --length)
      text += pieces[random() % std::size(pieces)] + (random() % 3 ? " " : "");
    const auto result = parse_contract(text);
    if (const auto* mistake = std::get_if<SyntaxMistake>(&result)) {
      EXPECT_GE(mistake->column, 1U);
      EXPECT_LE(mistake->column, text.size() + 1) << text;
      continue;
    }
    ++good;
    const std::string once = to_string(std::get<Formula>(result));
    EXPECT_EQ(to_string(parsed(once)), once) << text;
  }
  EXPECT_GT(good, 500U);
}

} // namespace
} // namespace heddle::contract
