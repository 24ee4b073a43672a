// Quotients of expressions as polynomials over their leaves.
#pragma once
#include "expr/expr.hpp"

#include <optional>

namespace heddle::protocol {

// q and r with a = q * b + r, whatever the leaves are, of which choices are some; no term of r is a
// multiple of b's first one. nullopt: b is 0 and a is not, or it takes too long.
struct Division {
  Expr quotient, rest;
};
std::optional<Division> divided(Pool& pool, Expr a, Expr b);
// q with a = q * b. nullptr: there is none, or it takes too long to find.
Expr quotient(Pool& pool, Expr a, Expr b);

// Expressions where a condition that a choice in them hangs on holds, and where it does not.
struct Choices {
  Expr cond;
  std::vector<Expr> then, otherwise;
};
// `e` where a condition is known to hold, or not to.
Expr where(Pool& pool, Expr e, Expr cond, bool holds);
std::optional<Choices> split(Pool& pool, const std::vector<Expr>& all);

} // namespace heddle::protocol
