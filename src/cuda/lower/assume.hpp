// What a kernel is taken to rely on without a condition that the solver could use: printed only.
#pragma once
#include "core/core.hpp"

#include <string>

namespace heddle::cuda {

// Told once a kernel, however often it is met.
void assume_once(core::Kernel& kernel, Pool& pool, const std::string& text, Loc loc = {});

} // namespace heddle::cuda
