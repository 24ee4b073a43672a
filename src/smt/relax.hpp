// Weaker queries: what a proof can do without.
#pragma once
#include "expr/expr.hpp"

#include <vector>

namespace heddle::smt {

// `assertions` without products of variables and divisions by them: applications that such terms
// are arguments of become unrelated unknowns, comparisons of such terms are left out. Whoever
// satisfies the assertions satisfies the result. Empty where nothing is left out.
std::vector<Expr> without_products(Pool& pool, const std::vector<Expr>& assertions);
// Likewise, but only without products in unsigned words of 64 bits.
std::vector<Expr> without_wide_products(Pool& pool, const std::vector<Expr>& assertions);
// Likewise, but only without terms whose normal form has constants beyond 128 bits.
std::vector<Expr> without_large(Pool& pool, const std::vector<Expr>& assertions);
// Likewise, but only without `&`, `|`, `^` of two variables and shifts by them.
std::vector<Expr> without_bits(Pool& pool, const std::vector<Expr>& assertions);
// Likewise, but without what is said of other symbols and applications than those that equations of
// integers in `question`, one of the assertions or what they came from, compare. Empty where
// nothing is left out, or nothing is compared.
std::vector<Expr> of_compared(Pool& pool, const std::vector<Expr>& assertions, Expr question);

} // namespace heddle::smt
