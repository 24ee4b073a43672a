#pragma once

namespace heddle::cuda {

// May sizes of a launch be other than 1 along y and z, and may there be several blocks along x?
// What is not understood may.
struct OpenAxes {
  bool grid = false, block = false, several = false;
  OpenAxes& operator|=(const OpenAxes& other) {
    grid = grid || other.grid;
    block = block || other.block;
    several = several || other.several;
    return *this;
  }
};

} // namespace heddle::cuda
