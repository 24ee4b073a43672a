// The entry that both front ends have.
#pragma once
#include "cuda/lower/lower.hpp"

namespace heddle::cuda {

std::vector<LoweredKernel> read_kernels(const std::string& path, Ctx& ctx, std::string& dump);

} // namespace heddle::cuda
