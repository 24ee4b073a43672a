// All that a kernel says, as text: kernels of equal text have equal results.
#pragma once
#include "core/core.hpp"

#include <string>

namespace heddle::core {

// With the lines of the source that its places are in, which findings quote. Not for reading.
std::string content_of(const Kernel& kernel, const SourceFiles& files);

} // namespace heddle::core
