// One block of a launch, run concretely: the threads of the core interpreter under the vector-clock
// engine, which decides when they go on and reports what is wrong (theory.md section 3). One
// schedule; the engine's rules make it speak for all of them.
#pragma once
#include "core/interpreter/replay.hpp"
#include "sync/engine.hpp"

#include <set>

namespace heddle::barrier {

struct ConcreteResult {
  std::vector<sync::Finding> findings;
  std::vector<Loc> locs; // by Place::pc
  std::set<Loc> failed;  // of assertions that do not hold
  std::string stopped;   // not empty: why the run did not come to its end

  // What lies at an address that a finding names: all arrays share the engine's address space.
  struct Cell {
    core::ArrayId array = 0;
    std::int64_t offset = 0; // bytes
  };
  struct Range {
    std::uint32_t begin = 0, size = 0;
    Cell cell; // at its begin
  };
  std::vector<Range> ranges;
  std::optional<Cell> cell(std::uint32_t address) const;
};

// Runs to the end of all threads, or to where none can go on; a value that is not known and decides
// anything stops the run early: the findings until then hold, a deadlock is not among them.
// Barriers of the grid and blocks of more than 1024 threads are not run. `asked`: of which memory
// proxy fences are asked for; those that do not cover it, and accesses of the async proxy to other
// memory, are none then (but to tensor maps).
ConcreteResult run_block(const core::Kernel& kernel, const core::Launch& launch, core::Index3 block,
                         const core::ReplayLimits& limits = {},
                         const sync::EngineOptions& options = {.several_places_warn = true},
                         core::Space asked = core::Space::shared);

} // namespace heddle::barrier
