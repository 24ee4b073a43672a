// The headers of src/cuda/headers, which the program carries in itself.
#pragma once
#include <span>
#include <string_view>
#include <utility>

namespace heddle::cuda {

// (path as users include it, text)
std::span<const std::pair<std::string_view, std::string_view>> headers();

} // namespace heddle::cuda
