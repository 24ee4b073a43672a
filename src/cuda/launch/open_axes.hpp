#pragma once
#include <cstdint>

namespace heddle::cuda {

// Along which axes may sizes of a launch be other than 1? What is not understood may be.
using AxisSet = std::uint8_t; // bits: 1 is x, 2 is y, 4 is z
constexpr AxisSet along_x = 1, along_all = 7;
struct OpenAxes {
  AxisSet grid = 0, block = 0;
  OpenAxes& operator|=(const OpenAxes& other) {
    grid |= other.grid;
    block |= other.block;
    return *this;
  }
};
constexpr OpenAxes all_axes{along_all, along_all};

} // namespace heddle::cuda
