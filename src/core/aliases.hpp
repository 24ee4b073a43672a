// Which arrays of a kernel may be one: those of Kernel::aliases, which need not be transitive.
// Where the host passes `c ? a : b` beside a and b, it may be either, and these two are never one.
#pragma once
#include "core/core.hpp"

namespace heddle::core {

bool may_overlap(const Kernel& kernel, ArrayId a, ArrayId b);

// Kernel::aliases with which a run may be made in which `a` and `b` are one: all of them, where
// they are transitive; else that pair, and those that the host surely passes and that do not make
// one of arrays which are not.
std::vector<std::pair<ArrayId, ArrayId>> aliases_of_run(const Kernel& kernel, ArrayId a, ArrayId b);

// With what follows from them, as where options say them.
std::set<std::pair<ArrayId, ArrayId>> closure(const std::set<std::pair<ArrayId, ArrayId>>& pairs);

} // namespace heddle::core
