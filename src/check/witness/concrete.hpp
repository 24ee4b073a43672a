// What running one block shows (barrier::run_block), in the terms of findings.
#pragma once
#include "barrier/concrete/concrete.hpp"
#include "check/environment.hpp"

namespace heddle::check {

FindingKind kind_of(sync::FindingKind kind);

// What is wrong with `barrier` ("barrier 2", "a barrier"), in a sentence; "" for kinds that need
// more said than that.
std::string synchronization_message(FindingKind kind, const std::string& barrier);

// Does running the block concretely hit a finding of this kind, a race at these two places? (Named
// barriers are not known to core::replay_race.) `asked`: as of barrier::run_block.
core::ReplayResult confirm(const Environment& env, const core::Launch& launch, core::Index3 block,
                           FindingKind kind, const std::vector<Loc>& places, bool as_error = false,
                           core::Space asked = core::Space::shared);
// Does an assertion at this place fail in such a run?
core::ReplayResult confirm_assertion(const Environment& env, const core::Launch& launch,
                                     core::Index3 block, Loc at);

} // namespace heddle::check
