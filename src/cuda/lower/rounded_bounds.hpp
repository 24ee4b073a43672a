// Whole numbers that floating-point values are, or are bounded by.
#pragma once
#include "cuda/lower/rounded.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::cuda {

class WholeNumbers {
public:
  using Whole = RoundedValues::Whole;
  explicit WholeNumbers(Pool& pool) : pool_(pool) {}
  // `n - 1.0f`; nothing: it need not be one.
  std::optional<Whole> whole(Expr value) const;
  // Numbers that it is at most, or at least, as it is not NaN.
  std::vector<Whole> bounds(Expr value, bool is_upper) const {
    return bounds(value, is_upper, 0, true);
  }

private:
  std::vector<Whole> bounds(Expr value, bool is_upper, unsigned depth, bool is_number) const;
  bool is_never_nan(Expr value, unsigned depth) const;
  Whole within(Expr number, Expr value) const;
  std::optional<Whole> constant(Expr value) const;
  std::optional<Whole> sum(Expr value) const;
  Pool& pool_;
};

// As `float` and `double` are.
bool is_floating(Expr e);
// The name of the function without definition that it applies; "": it applies none.
std::string applied_name(const Pool& pool, Expr e);
// Of a floating-point comparison; nothing: it is none, or says no order. (No value is NaN.)
std::optional<RoundedValues::Relation> relation_of(const Pool& pool, Expr condition);
// A value without conversions to wider types, which change nothing.
Expr without_widening(const Pool& pool, Expr value);

} // namespace heddle::cuda
