// Barriers between taking a lock and giving it back, where other threads of the block try to take
// it as well: `while (atomicCAS(&lock, 0, 1)); __syncthreads(); .. atomicExch(&lock, 0);`. Those
// wait in the loop for a thread that waits for them at the barrier.
#pragma once
#include "core/core.hpp"

namespace heddle::cuda {

// Makes such barriers unknown. A lock that one thread takes for its block, `if (threadIdx.x == 0)`,
// is none that the others wait for.
void refuse_barriers_of_holders(core::Kernel& kernel);

} // namespace heddle::cuda
