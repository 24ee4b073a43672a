// Random skeletons of named barriers: rings, random generations, loops one behind the other;
// peeled, rotated and damaged, so that about half are well-synchronized.
#pragma once
#include "barrier/skeleton.hpp"

namespace heddle::oracle {

barrier::Skeleton generate_skeleton(std::uint64_t seed);

} // namespace heddle::oracle
