#pragma once
#include "cuda/lower/internal.hpp"

namespace heddle::cuda {

// Nesting of what is being lowered, so that deep input ends in a reason and not in a crash.
struct Lowering::Depth {
  explicit Depth(Lowering& l) : lowering(l) { ++lowering.depth_; }
  ~Depth() { --lowering.depth_; }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;
  bool too_deep() const { return lowering.depth_ > max_nesting; }
  Lowering& lowering;
};

} // namespace heddle::cuda
