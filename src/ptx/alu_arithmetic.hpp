// Sums, products, quotients, minima.
#pragma once
#include "ptx/alu.hpp"

namespace heddle::ptx {

// Computes all lanes as if every operand were known. False: this is not looked into.
bool fold_arithmetic(const Micro& micro, const Operands& operands, Reg& out);

} // namespace heddle::ptx
