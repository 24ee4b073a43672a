// Sums, products, quotients, minima.
#pragma once
#include "ptx/alu/alu.hpp"

namespace heddle::ptx {

// Computes all lanes as if every operand were known. False: this is not looked into.
bool fold_arithmetic(const Micro& micro, const Operands& operands, Reg& out);
// add, sub and mad with the carry flag as the last operand, as a result, or both. That of sub is
// a borrow.
bool fold_carry(const Micro& micro, const Operands& operands, Reg& out, Reg& carry);

} // namespace heddle::ptx
