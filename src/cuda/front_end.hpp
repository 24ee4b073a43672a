// A CUDA file as kernels of core, with what the host says of their launches.
#pragma once
#include "cuda/contract/origins.hpp"
#include "cuda/launch/lowered.hpp"
#include "support/context.hpp"

#include <string>
#include <vector>

namespace heddle::cuda {

// Reads a file. Bad input is reported to ctx. `dump` gets the text of the forms before core that
// Options::dump asks for.
std::vector<LoweredKernel> read_kernels(const std::string& path, Ctx& ctx, std::string& dump);

} // namespace heddle::cuda
