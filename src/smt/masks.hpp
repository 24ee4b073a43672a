// Masks by powers of two that are not constants.
#pragma once
#include "expr/expr.hpp"

#include <vector>

namespace heddle::smt {

// The integers p by which conditions mask, `x & p - 1`, that are powers of two, zero or the least
// value of a signed type: s of which a condition says `(s & s - 1) == 0`, and such numbers
// multiplied or divided by constant powers of two.
std::vector<Expr> masking_powers(Pool& pool, const std::vector<Expr>& assertions);

// `assertions` for `powers` that are all at least 1: `x & p - 1` becomes `x % p` where x is not
// negative, the same number. Conditions that then still have operations on the bits of variables
// are left out, as is what says that these are powers of two, so that the result is weaker; that
// they are positive is said.
std::vector<Expr> masks_as_remainders(Pool& pool, const std::vector<Expr>& assertions,
                                      const std::vector<Expr>& powers);

} // namespace heddle::smt
