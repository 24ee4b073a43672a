// What is known of integers that floating-point values become, by what the values are compared with
// and bounded by: `(int)x` behind `x > 0 && x < n - 1` is 0 to n - 2, and so is what
// `fminf(fmaxf(x, 0), n - 2)` becomes.
#pragma once
#include "expr/expr.hpp"

#include <map>
#include <vector>

namespace heddle::cuda {

// Facts hold whenever the value that is converted is neither NaN nor beyond the integers of the
// type, which C++ leaves open ([conv.fpint]). A whole number that a floating-point value cannot
// hold says nothing.
class RoundedValues {
public:
  explicit RoundedValues(Pool& pool) : pool_(pool) {}

  // A comparison. The result: what it says of integers to which the compared values were converted
  // before, wherever control comes here.
  std::vector<Expr> compare(Expr condition, const std::vector<Expr>& converted);
  // A conversion to an integer. The result: what the comparisons say of it that were given before.
  // That these are elsewhere is no matter: the value that they compare is converted here.
  std::vector<Expr> convert(Expr integer);

  enum class Rounding : std::uint8_t { none, to_zero, down, up, nearest };
  enum class Relation : std::uint8_t { less, at_most, more, at_least };
  struct Whole {
    Expr number; // i64
    Expr exact;  // where the value is that number
  };

private:
  struct Comparison {
    Expr condition;
    Relation relation; // to the number, where the condition holds
    Whole number;
  };
  // An integer, of 64 bits, that `value` is rounded to.
  struct Converted {
    Expr integer, value;
    Rounding rounding;
  };
  std::vector<Converted> conversions(Expr integer) const;
  void relate(const Converted& converted, const Comparison& comparison, std::vector<Expr>& facts);
  void relate(const Comparison& a, const Comparison& b, std::vector<Expr>& facts);

  Pool& pool_;
  std::map<Expr, std::vector<Comparison>> comparisons_; // by values
};

} // namespace heddle::cuda
