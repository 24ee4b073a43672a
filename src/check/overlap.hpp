// When do two accesses touch a common byte?
#pragma once
#include "expr/expr.hpp"

namespace heddle::check {

// Offsets are i64 byte offsets in one array, sizes are in bytes. Equal sizes at offsets that are
// all multiples of the size give an equation; anything else the two inequalities of byte ranges.
// `aligned`: both offsets are multiples of the sizes.
Expr overlap(Pool& pool, Expr a, unsigned a_size, Expr b, unsigned b_size, bool aligned);

} // namespace heddle::check
