// One of several conditions.
#pragma once
#include "expr/expr.hpp"

#include <vector>

namespace heddle::check {

// Conditions that can hold together with `others` just when one of `cases` can. Of a variable that
// nothing but cases speaks of, each of which says below what constant it lies, they say the
// largest: where another case holds, it may be any.
std::vector<Expr> one_of(Pool& pool, const std::vector<Expr>& cases,
                         const std::vector<Expr>& others);

} // namespace heddle::check
