// cvt on known values.
#pragma once
#include "ptx/alu/alu.hpp"

namespace heddle::ptx {

// False when this conversion is not folded.
bool convert(const Micro& micro, const Reg& from, Reg& out);

} // namespace heddle::ptx
