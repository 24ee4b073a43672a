// Findings of one pair of source lines are one: loops that were unrolled and functions that were
// inlined several times would tell each of their copies.
#pragma once
#include "heddle/heddle.hpp"

namespace heddle::ptx {

// In the order of the first of each; a confirmed one stands for those that are only possible.
std::vector<Finding> by_source_lines(std::vector<Finding> findings);

} // namespace heddle::ptx
