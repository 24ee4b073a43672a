// Loops that test an mbarrier's phase until it has completed: `while (!try_wait(b, parity)) {}`.
#pragma once
#include "core/core.hpp"

#include <set>

namespace heddle::cuda {

// Makes waits of such loops. `tests`: the variables that hold a test's result, each made by a Havoc
// behind the wait itself and in front of an Unsupported, which stays where the loop does more.
void replace_spins(core::Kernel& kernel, const std::set<core::VarId>& tests);

} // namespace heddle::cuda
