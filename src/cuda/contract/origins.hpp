// How the origins of assumptions begin that others than options make.
#pragma once
#include <string_view>

namespace heddle::cuda {

inline constexpr std::string_view from_launch = "launch at", asserted = "asserted at";

} // namespace heddle::cuda
