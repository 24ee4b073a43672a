// From LLVM IR to core.
#pragma once
#include "core/core.hpp"
#include "cuda/parse/unit.hpp"

namespace heddle::cuda {

// The kernel for any sizes and arguments. What is not understood is in Kernel::unknowns or stands as
// Unsupported where control reaches it.
core::Kernel lower(Unit& unit, const KernelCode& code);

} // namespace heddle::cuda
