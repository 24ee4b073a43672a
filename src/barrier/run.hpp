// RUN(n): the warps of a skeleton at one concrete n, with vector clocks (theory.md section 4, step
// 3). The stamp of an event is the number of operations that its warp has then executed; a warp
// that ends has one more. Entry v of the clock of w: the newest event of v that w knows of.
// Private to src/barrier.
#pragma once
#include "barrier/analysis.hpp"
#include "barrier/program.hpp"

#include <span>

namespace heddle::barrier {

using Stamp = std::uint32_t;

struct Registration {
  std::uint32_t warp = 0;
  Stamp stamp = 0;
  bool is_sync = false;
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

struct State {
  std::uint32_t warps = 0;
  std::vector<Stamp> done;           // per warp: operations executed
  std::vector<std::int32_t> blocked; // per warp: the barrier it waits at, or -1
  std::vector<bool> ended;
  std::vector<Stamp> clock; // [warp * warps + of]
  std::vector<NamedBarrier> barriers;
  std::vector<Stamp> join; // [barrier * warps + of]: of the pending registrations

  std::span<Stamp> clock_of(std::uint32_t warp) {
    return {clock.data() + std::size_t{warp} * warps, warps};
  }
  std::span<const Stamp> clock_of(std::uint32_t warp) const {
    return {clock.data() + std::size_t{warp} * warps, warps};
  }
  std::span<Stamp> join_of(std::uint32_t barrier) {
    return {join.data() + std::size_t{barrier} * warps, warps};
  }
  std::span<const Stamp> join_of(std::uint32_t barrier) const {
    return {join.data() + std::size_t{barrier} * warps, warps};
  }
};

// What the first two warps of each role know, by epoch: entries for the first warp of each role.
// Two warps stand for all of their role, since happens-before does not depend on the schedule and
// so not on their names.
struct Knowledge {
  std::uint32_t roles = 0;
  std::vector<Stamp> known;         // [epoch * roles + role]
  std::vector<std::uint32_t> since; // per epoch: the step at which it began
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
  std::vector<Knowledge> knowledge;    // per warp; empty for the third and later ones of a role
  std::vector<std::uint32_t> schedule; // warps, in the order of their steps
};

std::vector<Unrolled> unroll_all(const Shape& shape, std::int64_t n);
Run run(const Shape& shape, std::int64_t n, std::vector<Unrolled> roles, Observer* observer);

} // namespace heddle::barrier
