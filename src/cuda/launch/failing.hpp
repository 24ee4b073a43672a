// Launches that fail whatever the kernel does: with sizes that no GPU runs, or not with this
// kernel.
#pragma once
#include "cuda/launch/geometry.hpp"

namespace heddle::cuda {

// What the kernel's __launch_bounds__ say where they allow fewer threads than the architecture.
std::optional<std::int64_t> own_limit(const contract::LaunchBounds& bounds);

// Axes that are constants.
using KnownSizes = std::array<std::optional<std::int64_t>, 3>;
bool is_impossible_block(const KnownSizes& block, const contract::LaunchBounds& bounds);

// "its block is (2000, 1, 1); one has 1 to 1024 threads, at most 64 in z"; "": it may succeed, or
// options say other sizes.
std::string why_failing(const LaunchCase& launch, const contract::LaunchBounds& bounds,
                        const Options& options);

// The launch as it would be with other sizes in place of those that make it fail.
LaunchCase with_other_sizes(LaunchCase launch, const contract::LaunchBounds& bounds,
                            const Options& options);

} // namespace heddle::cuda
