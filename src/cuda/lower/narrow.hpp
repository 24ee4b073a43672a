// Conversions to narrower integers that keep the low bits, whatever the others are.
#pragma once
#include "expr/expr.hpp"

namespace heddle::cuda {

// The low bits of an integer as one of the narrower type, computed without overflow.
Expr kept_bits(Pool& pool, Expr e, Type to);

} // namespace heddle::cuda
