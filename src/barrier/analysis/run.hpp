// RUN(n): the warps of a skeleton at one concrete n, with vector clocks (theory.md section 4, step
// 3). The stamp of an event is the number of operations that its warp has then executed; a warp
// that ends has one more. Entry v of the clock of w: the newest event of v that w knows of. An
// mbarrier has an entry for the copies that report to it, with the number of phases of which all
// copies are known (theory.md section 3: a copy runs at its issue, but only the phase hands it on).
// Private to src/barrier.
#pragma once
#include "barrier/analysis/analysis.hpp"
#include "barrier/analysis/program.hpp"

#include <span>

namespace heddle::barrier {

using Stamp = std::uint32_t;

struct Registration {
  std::uint32_t warp = 0;
  Stamp stamp = 0;
  bool is_sync = false;
  bool by_lane = false; // an arrive of each lane by itself
  bool weak = false;    // as Operation::weak
};

struct NamedBarrier {
  std::vector<Registration> pending;
  std::vector<Registration> previous; // of the generation before: its syncs, or else its arrivals
  std::uint32_t required = 0;
  bool all_threads = false; // of the open generation: nobody gave a count
};

// What is wrong at n: the first violation of the run. `warp` and `operation` (its number in the
// warp's program) make it; `other` is what they ought to come after.
struct Violation {
  FailureKind kind = FailureKind::deadlock;
  std::uint32_t warp = 0, operation = 0;
  std::uint32_t other = 0, other_operation = 0;
};

// One that took part in a phase.
struct Member {
  std::uint32_t column = 0; // of its warp, or of the copies of the mbarrier
  Stamp stamp = 0;
  bool by_lane = false;
  std::uint32_t warp = 0, operation = 0;
};

struct PhaseBarrier {
  std::uint32_t index = 0; // of the open phase
  std::uint32_t expected = 1, pending = 1;
  std::int64_t bytes = 0;                                 // expected and not arrived yet
  std::vector<Member> current, previous, before_previous; // of the last three phases
  std::vector<Member> expecting; // expect_tx of the open phase that no arrival is after yet
  std::vector<Member> waits;     // returned waits for the phase before the open one
  bool passes(std::uint32_t parity) const { return index % 2 != parity % 2; }
};

struct State {
  bool judged = false; // as in Skeleton
  std::uint32_t warps = 0, columns = 0;
  std::vector<Stamp> done;           // per warp: operations executed
  std::vector<std::int32_t> blocked; // per warp: the barrier it waits at, or -1
  std::vector<bool> ended;
  std::vector<Stamp> clock;        // [warp * columns + of]
  std::vector<Stamp> synced;       // per warp: what all its lanes know of each other
  std::vector<Stamp> synced_probe; // per warp: 1 when lanes know what some lane of it did
  std::vector<NamedBarrier> barriers;
  std::vector<Stamp> join; // [barrier * columns + of]: of the pending registrations
  std::vector<PhaseBarrier> phases;
  std::vector<Stamp> phase_join, completed; // of the open phases, of the ones before

  std::span<Stamp> clock_of(std::uint32_t warp) { return row(clock, warp); }
  std::span<const Stamp> clock_of(std::uint32_t warp) const {
    return {clock.data() + std::size_t{warp} * columns, columns};
  }
  std::span<Stamp> row(std::vector<Stamp>& clocks, std::uint32_t k) const {
    return {clocks.data() + std::size_t{k} * columns, columns};
  }
  void start(const Shape& shape);
};

// What the first two warps of each role know, by epoch: entries for the first warp of each role,
// then for the copies of each mbarrier and the tensor operations of each warp that commits some,
// the probe, the probe among the lanes of the warp, and what all lanes of the warp know of each
// other. Two warps stand for all of their role, since happens-before does not depend on the
// schedule and so not on their names.
struct Knowledge {
  std::size_t width = 0;
  std::vector<Stamp> known;         // [epoch * width + entry]
  std::vector<std::uint32_t> since; // per epoch: the step at which it began
  std::vector<Stamp> phases; // per operation: the phase it was part of; 0: not at an mbarrier
};

// Something that happened before a run, and who knows of it where the run begins in earnest: at the
// first operation of a section from `boundary` on, which comes after all earlier ones of all warps.
// It is an entry of clocks, 1 when known.
struct Probe {
  std::vector<std::uint32_t> boundary; // by role
  std::vector<bool> warps, phase_joins, completed;
  std::vector<bool> joins; // by id of the named barrier
  std::vector<bool> lanes; // by warp: all its lanes
  bool operator==(const Probe&) const = default;
};

struct RunMode {
  // Warps end behind their last operations. Else the program goes on there: none ends, and waiting
  // is no deadlock.
  bool to_the_end = true;
  const Probe* probe = nullptr;
  bool stop_at_failure = false; // of the search over n
};

class Observer {
public:
  virtual ~Observer() = default;
  // After `step` steps; it may ask not to be called again.
  virtual bool observe(const State& state, std::uint32_t step) = 0;
};

struct Run {
  std::int64_t n = 0;
  std::vector<Unrolled> roles;
  std::optional<Violation> violation;
  State last;
  std::vector<Knowledge> knowledge;      // per warp; empty for the third and later ones of a role
  std::vector<std::uint32_t> schedule;   // warps, in the order of their steps
  std::vector<std::int64_t> generations; // of their barriers, as in Failure
};

void raise(std::span<Stamp> to, std::span<const Stamp> by);

std::vector<Unrolled> unroll_all(const Shape& shape, std::int64_t n);
Run run(const Shape& shape, std::int64_t n, std::vector<Unrolled> roles, Observer* observer,
        const RunMode& mode = {});

} // namespace heddle::barrier
