// Masks by powers of two that are not constants.
#pragma once
#include "expr/expr.hpp"

#include <vector>

namespace heddle::smt {

// The integers s of which a condition says `(s & s - 1) == 0`, and by which another masks: zero or
// powers of two (or the least value of a signed type). Constants are left out.
std::vector<Expr> masking_powers(Pool& pool, const std::vector<Expr>& assertions);

// `assertions` for `powers` that are all at least 1: `x & s - 1` becomes `x % s` where x is not
// negative, the same number. What is said of their being powers of two is left out, so that the
// result is weaker; that they are positive is said.
std::vector<Expr> masks_as_remainders(Pool& pool, const std::vector<Expr>& assertions,
                                      const std::vector<Expr>& powers);

} // namespace heddle::smt
