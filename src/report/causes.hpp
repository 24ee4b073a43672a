// Findings that most likely have one cause, told once.
#pragma once
#include "heddle/heddle.hpp"

#include <vector>

namespace heddle::report {

// Races of a kernel on the same arrays, in the same scope and equally sure, which the same barrier
// orders or the same assumption rules out where one was found, become one: the clearest (threads of
// one block, the fewest iterations, the smallest values). Finding::others has the places of the
// rest. The order stays otherwise.
std::vector<Finding> fold_causes(const std::vector<Finding>& findings);

} // namespace heddle::report
