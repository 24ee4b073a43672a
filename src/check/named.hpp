// Kernels whose threads meet at named barriers: the questions that src/barrier leaves to the
// solver, and its failures in source terms.
#pragma once
#include "barrier/questions.hpp"
#include "check/environment.hpp"
#include "core/replay.hpp"

namespace heddle::check {

// Roles, order and unordered accesses of the kernel's blocks.
barrier::Block analyse_block(const core::Kernel& kernel, const protocol::Protocol& protocol,
                             const Ctx& ctx);

// Does running the block concretely hit a finding of this kind, a race at these two places? (Named
// barriers are not known to core::replay_race.)
core::ReplayResult confirm(const Environment& env, const core::Launch& launch, core::Index3 block,
                           FindingKind kind, const std::vector<Loc>& places);

// Is every case well-synchronized? Says so with the smallest trip count that is not.
Decision decide(const Environment& env, const barrier::Block& block);

} // namespace heddle::check
