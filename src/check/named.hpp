// Kernels whose threads meet at named barriers: the questions that src/barrier leaves to the
// solver, and its failures in source terms.
#pragma once
#include "barrier/questions.hpp"
#include "check/environment.hpp"

namespace heddle::check {

// Roles, order and unordered accesses of the kernel's blocks.
barrier::Block analyse_block(const core::Kernel& kernel, const protocol::Protocol& protocol,
                             const Ctx& ctx, Statistics& statistics);

// Is every case well-synchronized? Says so with the smallest trip count that is not.
Decision decide(const Environment& env, const barrier::Block& block);

} // namespace heddle::check
