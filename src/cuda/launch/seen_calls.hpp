// What calls that are seen pass to a function that launches, where others may call it as well.
#pragma once
#include "cuda/launch/geometry.hpp"

namespace heddle::cuda {

// Of each such call that may come to its launch, what holds of the kernel's parameters and
// dimensions then, as one condition; each once.
std::vector<Expr> seen_calls(const core::Kernel& kernel, const std::vector<KnownLaunch>& seen,
                             const Options& options);

} // namespace heddle::cuda
