// The unbounded reading of expressions (query.hpp), of one operator.
#pragma once
#include "expr/expr.hpp"
#include "smt/normal/poly.hpp"

#include <span>

namespace heddle::smt {

// Of an operator or a constant, from the values of its operands; x / 0 and x % 0 are 0. Throws
// TooLarge beyond 128 bits.
Wide value_of_operator(Expr e, std::span<const Wide> args);

} // namespace heddle::smt
