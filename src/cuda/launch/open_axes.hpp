#pragma once

namespace heddle::cuda {

// May sizes of a launch be other than 1 along y and z? What is not understood may.
struct OpenAxes {
  bool grid = false, block = false;
  OpenAxes& operator|=(const OpenAxes& other) {
    grid = grid || other.grid;
    block = block || other.block;
    return *this;
  }
};

} // namespace heddle::cuda
