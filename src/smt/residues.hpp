// Sizes by their remainders.
#pragma once
#include "expr/expr.hpp"
#include "smt/normal/poly.hpp"

namespace heddle::smt {

// c m + r for a new symbol m, in the place of a symbol of 32 bits or more: its values are those of
// the symbol that have this remainder. nullptr: there is none.
Expr of_remainder(Pool& pool, Expr size, Wide c, Wide r);

} // namespace heddle::smt
