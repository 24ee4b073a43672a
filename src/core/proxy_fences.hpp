// What a proxy fence covers: bits of the constant NamedBarrier::id, where the kind is `fence`.
#pragma once
#include "core/core.hpp"

namespace heddle::core {

inline constexpr std::uint32_t fences_shared = 1, fences_global = 2;

// The bits; 0: it covers nothing that is known.
inline std::uint32_t covered_by(const NamedBarrier& fence) {
  return static_cast<std::uint32_t>(constant_value(fence.id).value_or(0));
}

inline bool covers(std::uint32_t fenced, Space space) {
  return (fenced & (space == Space::global ? fences_global : fences_shared)) != 0;
}

// Do the kernel's threads write global memory that the async proxy touches?
bool hands_on_global(const Kernel& kernel);

} // namespace heddle::core
