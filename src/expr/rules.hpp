// Rewrite rules by name, those of the builders (build_numbers.cpp, build_conditions.cpp): each has
// a line that states it, a count of how often it fired (--stats), and a proof
// (tests/unit/smt/rules_test.cpp).
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle {

enum class Rule : std::uint8_t {
  order_operands,
  add_constants,
  add_zero,
  add_negative,
  add_difference,
  add_to_sum_constants,
  add_to_sum,
  add_cancels,
  sub_constants,
  sub_zero,
  sub_self,
  sub_constant,
  sub_negative,
  sub_from_difference,
  sub_difference,
  sub_from_sum_constants,
  sub_cancels,
  mul_constants,
  mul_zero,
  mul_one,
  mul_to_product_constants,
  mul_wraps,
  mul_difference,
  div_constants,
  div_one,
  rem_constants,
  rem_one,
  and_constants,
  and_zero,
  and_self,
  or_constants,
  or_zero,
  or_self,
  xor_constants,
  xor_zero,
  xor_self,
  complement_constant,
  complement_twice,
  shl_constant,
  shr_constants,
  shr_zero,
  cast_same,
  cast_constant,
  cast_twice,
  cast_difference,
  cast_choice,
  eq_constants,
  eq_self,
  eq_true,
  eq_false,
  eq_choice,
  lt_constants,
  lt_self,
  le_constants,
  le_self,
  not_constant,
  not_twice,
  not_less,
  not_at_most,
  nested,
  neutral,
  absorbing,
  repeated,
  contrary,
  alone,
  choice_constant,
  choice_same,
  choice_not,
  choice_true_else,
  choice_false_else,
  choice_else_true,
  choice_else_false,
  choice_then_choice,
  choice_else_choice,
  count
};

// The integers in which a rule of the builders keeps the value (expr.hpp). Every one does in the
// machine's. In the unbounded ones some do only where nothing overflows, which they suppose.
enum class Holds : std::uint8_t { everywhere, without_overflow };

struct RuleText {
  Rule rule;
  std::string_view name, statement;
  Holds holds = Holds::everywhere;
};

// In the order of Rule. c, d are constants; u, v are of an unsigned type; b, p are conditions.
inline constexpr std::array rules{
    RuleText{Rule::order_operands, "order-operands", "x op y -> y op x, op one of + * & | ^ =="},
    RuleText{Rule::add_constants, "add-constants", "c + d -> the sum", Holds::without_overflow},
    RuleText{Rule::add_zero, "add-zero", "x + 0 -> x"},
    RuleText{Rule::add_negative, "add-negative", "u + (2^w - c) -> u - c", Holds::without_overflow},
    RuleText{Rule::add_difference, "add-difference", "(u - v) + x -> (u + x) - v",
             Holds::without_overflow},
    RuleText{Rule::add_to_sum_constants, "add-to-sum-constants", "(x + c) + d -> x + (c + d)"},
    RuleText{Rule::add_to_sum, "add-to-sum", "(x + c) + y -> (x + y) + c"},
    RuleText{Rule::add_cancels, "add-cancels", "(x - y) + y -> x"},
    RuleText{Rule::sub_constants, "sub-constants", "c - d -> the difference",
             Holds::without_overflow},
    RuleText{Rule::sub_zero, "sub-zero", "x - 0 -> x"},
    RuleText{Rule::sub_self, "sub-self", "x - x -> 0"},
    RuleText{Rule::sub_constant, "sub-constant", "x - c -> x + (-c), signed"},
    RuleText{Rule::sub_negative, "sub-negative", "u - (2^w - c) -> u + c", Holds::without_overflow},
    RuleText{Rule::sub_from_difference, "sub-from-difference", "(u - v) - x -> u - (v + x)",
             Holds::without_overflow},
    RuleText{Rule::sub_difference, "sub-difference", "x - (u - v) -> (x + v) - u",
             Holds::without_overflow},
    RuleText{Rule::sub_from_sum_constants, "sub-from-sum-constants",
             "(u + c) - d -> u + (c - d), or u - (d - c)"},
    RuleText{Rule::sub_cancels, "sub-cancels", "(x + y) - y -> x"},
    RuleText{Rule::mul_constants, "mul-constants", "c * d -> the product", Holds::without_overflow},
    RuleText{Rule::mul_zero, "mul-zero", "x * 0 -> 0"},
    RuleText{Rule::mul_one, "mul-one", "x * 1 -> x"},
    RuleText{Rule::mul_to_product_constants, "mul-to-product-constants",
             "(x * c) * d -> x * (c * d)"},
    RuleText{Rule::mul_wraps, "mul-wraps", "u * c -> (u32)((u64)u * c & 2^32 - 1), c large",
             Holds::without_overflow},
    RuleText{Rule::mul_difference, "mul-difference", "(u - v) * x -> u * x - v * x",
             Holds::without_overflow},
    RuleText{Rule::div_constants, "div-constants", "c / d -> the quotient, d not 0"},
    RuleText{Rule::div_one, "div-one", "x / 1 -> x"},
    RuleText{Rule::rem_constants, "rem-constants", "c % d -> the remainder, d not 0"},
    RuleText{Rule::rem_one, "rem-one", "x % 1 -> 0"},
    RuleText{Rule::and_constants, "and-constants", "c & d -> the number"},
    RuleText{Rule::and_zero, "and-zero", "x & 0 -> 0"},
    RuleText{Rule::and_self, "and-self", "x & x -> x"},
    RuleText{Rule::or_constants, "or-constants", "c | d -> the number"},
    RuleText{Rule::or_zero, "or-zero", "x | 0 -> x"},
    RuleText{Rule::or_self, "or-self", "x | x -> x"},
    RuleText{Rule::xor_constants, "xor-constants", "c ^ d -> the number"},
    RuleText{Rule::xor_zero, "xor-zero", "x ^ 0 -> x"},
    RuleText{Rule::xor_self, "xor-self", "x ^ x -> 0"},
    RuleText{Rule::complement_constant, "complement-constant", "~c -> the number"},
    RuleText{Rule::complement_twice, "complement-twice", "~~x -> x"},
    RuleText{Rule::shl_constant, "shl-constant", "x << c -> x * 2^c, 0 <= c < w"},
    RuleText{Rule::shr_constants, "shr-constants", "c >> d -> the number, 0 < d < w"},
    RuleText{Rule::shr_zero, "shr-zero", "x >> 0 -> x"},
    RuleText{Rule::cast_same, "cast-same", "(T)x -> x, x of T"},
    RuleText{Rule::cast_constant, "cast-constant", "(T)c -> c modulo 2^w", Holds::without_overflow},
    RuleText{Rule::cast_twice, "cast-twice", "(T)(S)x -> (T)x, S no narrower than T",
             Holds::without_overflow},
    RuleText{Rule::cast_difference, "cast-difference",
             "(T)(u - v) -> (T)u - (T)v, T signed, no wider, of 32 bits or more",
             Holds::without_overflow},
    RuleText{Rule::cast_choice, "cast-choice",
             "(T)(b ? u : v) -> b ? (T)u : (T)v, where u or v may have wrapped"},
    RuleText{Rule::eq_constants, "eq-constants", "c == d -> whether they are"},
    RuleText{Rule::eq_self, "eq-self", "x == x -> true"},
    RuleText{Rule::eq_true, "eq-true", "(b == true) -> b"},
    RuleText{Rule::eq_false, "eq-false", "(b == false) -> !b"},
    RuleText{Rule::eq_choice, "eq-choice", "(b ? c : d) == e -> b ? c == e : d == e"},
    RuleText{Rule::lt_constants, "lt-constants", "c < d -> whether it is"},
    RuleText{Rule::lt_self, "lt-self", "x < x -> false"},
    RuleText{Rule::le_constants, "le-constants", "c <= d -> !(d < c)"},
    RuleText{Rule::le_self, "le-self", "x <= x -> true"},
    RuleText{Rule::not_constant, "not-constant", "!true -> false, !false -> true"},
    RuleText{Rule::not_twice, "not-twice", "!!b -> b"},
    RuleText{Rule::not_less, "not-less", "!(x < y) -> y <= x"},
    RuleText{Rule::not_at_most, "not-at-most", "!(x <= y) -> y < x"},
    RuleText{Rule::nested, "nested", "b && (p && q) -> b && p && q, and of || likewise"},
    RuleText{Rule::neutral, "neutral", "b && true -> b, b || false -> b"},
    RuleText{Rule::absorbing, "absorbing", "b && false -> false, b || true -> true"},
    RuleText{Rule::repeated, "repeated", "b && b -> b, and of || likewise"},
    RuleText{Rule::contrary, "contrary", "b && !b -> false, b || !b -> true"},
    RuleText{Rule::alone, "alone", "&& or || of one condition, or of none -> that, or its neutral"},
    RuleText{Rule::choice_constant, "choice-constant", "true ? x : y -> x, false ? x : y -> y"},
    RuleText{Rule::choice_same, "choice-same", "b ? x : x -> x"},
    RuleText{Rule::choice_not, "choice-not", "!b ? x : y -> b ? y : x"},
    RuleText{Rule::choice_true_else, "choice-true-else", "b ? true : p -> b || p"},
    RuleText{Rule::choice_false_else, "choice-false-else", "b ? false : p -> !b && p"},
    RuleText{Rule::choice_else_true, "choice-else-true", "b ? p : true -> !b || p"},
    RuleText{Rule::choice_else_false, "choice-else-false", "b ? p : false -> b && p"},
    RuleText{Rule::choice_then_choice, "choice-then-choice", "b ? (b ? x : y) : z -> b ? x : z"},
    RuleText{Rule::choice_else_choice, "choice-else-choice", "b ? x : (b ? y : z) -> b ? x : z"},
};

inline constexpr std::size_t rule_count = rules.size();
constexpr std::size_t index_of(Rule rule) { return static_cast<std::size_t>(rule); }
constexpr const RuleText& text_of(Rule rule) { return rules[index_of(rule)]; }

static_assert(
    rule_count == index_of(Rule::count) &&
        [] {
          for (std::size_t i = 0; i < rule_count; ++i)
            if (index_of(rules[i].rule) != i || rules[i].name.empty() || rules[i].statement.empty())
              return false;
          return true;
        }(),
    "the table states each rule, in the order of Rule");

// How often each rule fired.
using RuleCounts = std::array<std::uint64_t, rule_count>;

inline constinit thread_local RuleCounts* counted_rules = nullptr;

inline void fired(Rule rule) {
  if (counted_rules != nullptr) ++(*counted_rules)[index_of(rule)];
}

// While one lives, what fires on its thread is counted here, and in none further out.
class CountsRules {
public:
  CountsRules() : outer_(counted_rules) { counted_rules = &counts; }
  ~CountsRules() { counted_rules = outer_; }
  CountsRules(const CountsRules&) = delete;
  CountsRules& operator=(const CountsRules&) = delete;

  RuleCounts counts{};

private:
  RuleCounts* outer_;
};

} // namespace heddle
