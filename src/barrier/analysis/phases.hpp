// mbarriers in a run: rules A, W1, W2 and T of theory.md section 3. Private to src/barrier.
#pragma once
#include "barrier/analysis/run.hpp"

namespace heddle::barrier {

// Executes an operation of warp `w` on an mbarrier; a wait must pass. `tensor`: the entry of the
// warp's tensor operations, if it commits some.
std::optional<Violation> operate(State& state, std::uint32_t w, const Executed& op,
                                 std::optional<std::uint32_t> tensor);

// At the end: a phase that only waits for bytes, some of which might have come too late for it.
std::optional<Violation> find_open_bytes(const State& state);

} // namespace heddle::barrier
