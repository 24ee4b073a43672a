// From LLVM IR to core.
#pragma once
#include "core/core.hpp"
#include "cuda/contract/launch_attributes.hpp"
#include "cuda/parse/unit.hpp"

namespace heddle::cuda {

struct Lowered {
  // For any sizes and arguments. What is not understood is in Kernel::unknowns or stands as
  // Unsupported where control reaches it.
  core::Kernel kernel;
  // What assert() says of parameters and dimensions where the kernel starts. It is an obligation in
  // the kernel, and may be assumed unless a launch breaks it.
  std::vector<core::Assumption> asserted;
  // Of a barrier of the cluster: that is followed only where its blocks are checked together.
  bool halves_apart = false;
};
Lowered lower(Unit& unit, const KernelCode& code, const KernelAttributes& attributes);

} // namespace heddle::cuda
