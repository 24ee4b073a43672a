// A CUDA file as kernels of core, with what the host says of their launches.
#pragma once
#include "cuda/contract/origins.hpp"
#include "cuda/launch/lowered.hpp"
#include "support/context.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::cuda {

// Reads a file. Bad input is reported to ctx. `dump` gets the text of the forms before core that
// Options::dump asks for. `text`: read instead of what the file holds.
std::vector<LoweredKernel> read_kernels(const std::string& path, Ctx& ctx, std::string& dump,
                                        const std::optional<std::string>& text = std::nullopt);

// Where `requiring` says that a condition comes from.
inline constexpr const char* inferred = "inferred";
// The kernel, in all its forms, with `condition` (contract.hpp) of its launches as well; nothing
// where it says nothing of this kernel.
std::optional<LoweredKernel> requiring(const LoweredKernel& lowered, const std::string& condition);

} // namespace heddle::cuda
