// What an operator says of the ranges of its operands and its result.
#pragma once
#include "smt/small/terms.hpp"

namespace heddle::smt::small {

class Narrower {
public:
  explicit Narrower(Terms& terms) : terms_(terms) {}
  bool revise(TermId t); // false: nothing is left

private:
  bool compute(TermId t); // all operands are known
  bool sum(TermId t);
  bool difference(TermId t);
  bool product(TermId t);
  bool factor(TermId factor, const Range& product, const Range& other);
  bool quotient(TermId t);
  bool remainder(TermId t);
  bool bits(TermId t);
  bool complement(TermId t);
  bool shift(TermId t);
  bool conversion(TermId t);
  bool equality(TermId t);
  bool order(TermId t, Wide gap);
  bool conjunction(TermId t, bool is_or);
  bool choice(TermId t);
  bool least_of(TermId t, TermId x, TermId y);
  bool greatest_of(TermId t, TermId x, TermId y);

  const Range& of(TermId t) const { return terms_.range(t); }
  bool set(TermId t, Range r) { return terms_.restrict_to(t, r); }
  bool set_low(TermId t, Wide low) { return set(t, {low, far}); }
  bool set_high(TermId t, Wide high) { return set(t, {-far, high}); }
  bool exclude(TermId t, Wide v);

  Terms& terms_;
};

} // namespace heddle::smt::small
