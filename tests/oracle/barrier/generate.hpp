// Random skeletons: rings, random generations, loops one behind the other; peeled, rotated and
// damaged, so that about half are well-synchronized.
#pragma once
#include "barrier/analysis/nested.hpp"

namespace heddle::oracle {

// `phases`: with mbarriers, too.
barrier::Skeleton generate_skeleton(std::uint64_t seed, bool phases);
// With an outer loop.
barrier::NestedSkeleton generate_nested(std::uint64_t seed, bool phases);

} // namespace heddle::oracle
