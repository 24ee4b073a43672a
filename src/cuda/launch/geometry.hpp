// Sizes, arguments and aliases of launches as assumptions of a kernel.
#pragma once
#include "core/core.hpp"
#include "cuda/contract/assumptions.hpp"
#include "cuda/launch/launch.hpp"
#include "cuda/launch/relations.hpp"

#include <set>

namespace heddle::cuda {

// A launch whose expressions are of the kernel's pool, and what it says of the kernel's symbols.
struct KnownLaunch {
  LaunchCase data;
  std::vector<LaunchFact> facts;
};
std::string describe(const std::vector<KnownLaunch>& launches); // "launch at A, B"

// What the kernel itself says of its blocks.
contract::LaunchBounds bounds_of(const KernelCode& code, Unit& unit);

// Launches of a kernel with __block_size__ say how many clusters there are, and nothing of blocks.
void count_clusters(const contract::LaunchBounds& bounds, Pool& pool, LaunchCase& launch);

struct Limits {
  SymbolId symbol = 0;
  std::int64_t low = 0, high = 0;
};

// Bytes from where one parameter points to where another does; and so many elements, as the
// kernel's parameters say.
struct Distance {
  core::ArrayId from = 0, to = 0;
  std::int64_t bytes = 0;
  Expr count = nullptr;  // null: none
  std::int64_t size = 0; // of an element
  bool operator==(const Distance&) const = default;
};
// Parameters, and members of them, that get the same pointer, or one into the same.
std::set<std::pair<core::ArrayId, core::ArrayId>> aliases_of(const core::Kernel& kernel,
                                                             const LaunchCase& launch);
std::vector<Distance> distances_of(const core::Kernel& kernel, const LaunchCase& launch);

// Pairs that may be one array, and pointers into what others point to: what the launches and the
// options say.
void add_aliases(core::Kernel& kernel, const std::vector<KnownLaunch>& launches,
                 const Options& options);
// Adds what all of the launches establish; aliases are those of `aliasing`.
void add_launches(core::Kernel& kernel, const std::vector<KnownLaunch>& launches,
                  const std::vector<KnownLaunch>& aliasing, const contract::LaunchBounds& bounds,
                  const Options& options);

} // namespace heddle::cuda
