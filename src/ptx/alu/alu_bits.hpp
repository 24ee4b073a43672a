// Bit operations on known values.
#pragma once
#include "ptx/alu/alu.hpp"

namespace heddle::ptx {

// False when this form is not folded.
bool fold_bits(const Micro& micro, const Operands& operands, Reg& out);

} // namespace heddle::ptx
