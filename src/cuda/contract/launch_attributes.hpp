// What launches say of a kernel beside sizes and arguments: CUDA Runtime API, cudaLaunchAttribute.
#pragma once
#include "support/source.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace heddle::cuda {

// Blocks of a cluster along x, y and z, at least 1 each.
using ClusterShape = std::array<std::int64_t, 3>;

struct LaunchAttributes {
  std::optional<ClusterShape> cluster{}; // none: it is not known
  // cudaLaunchAttributeProgrammaticStreamSerialization: the grid may begin while the one before it
  // in the stream still runs.
  bool early = false;
  bool operator==(const LaunchAttributes&) const = default;
};

// What all launches of a kernel say together, and where: "launch at f.cu:3:5".
struct KernelAttributes : LaunchAttributes { // early: that of any launch
  std::string cluster_origin{}, early_origin{};
  Loc loc{};
};

} // namespace heddle::cuda
