// Where named barriers are used in a way that is not understood: small launches, run one by one.
// What they show is a defect; that they show nothing says nothing.
#pragma once
#include "check/environment.hpp"

namespace heddle::check {

// The errors of the smallest launch that has some: integer parameters from 0 on, one block.
Decision search_small_launches(const Environment& env);

} // namespace heddle::check
