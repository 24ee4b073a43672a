// Universal guards without quantifiers (theory.md section 2, "Quantified guards"): "no iteration
// in between executes a barrier" by finitely many Cooper instances.
#pragma once
#include "protocol/protocol.hpp"

#include <unordered_map>

namespace heddle::protocol {

enum class Direction : std::uint8_t { constant, rising, falling, unknown };

// How expressions change when one binder grows. `sequences` gives the direction of sequence
// functions in their last argument.
class Growth {
public:
  using Sequences = std::unordered_map<FunctionId, Direction>;
  Growth(const Pool& pool, Expr k, const Sequences& sequences)
      : pool_(pool), k_(k), sequences_(sequences), mentioned_(k) {}

  bool mentions(Expr e) { return mentioned_.in(e); } // does `e` depend on k
  Direction of(Expr e);                              // of an integer
  bool decreasing(Expr e);                           // bool: true at k+1 implies true at k
  bool increasing(Expr e);                           // bool: true at k implies true at k+1
  bool is_nonnegative(Expr e) const;

private:
  Direction product(Expr a, Expr b);
  Direction application(Expr e);

  const Pool& pool_;
  Expr k_;
  const Sequences& sequences_;
  Mentioned mentioned_;
};

// A condition, and whether it says all it should; an inexact one is weaker (true more often).
struct Guard {
  Expr cond;
  bool exact = true;
};

// "No k > low has upper(k) and h(k)"; low = nullptr: no k >= 0. `upper` must be decreasing in k;
// neither `low` nor the result mentions k.
Guard none_above(Pool& pool, Expr k, Expr low, Expr upper, Expr h,
                 const Growth::Sequences& sequences);

} // namespace heddle::protocol
