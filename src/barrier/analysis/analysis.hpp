// Is a skeleton well-synchronized, for every n? (theory.md section 4, steps 3 to 5.)
#pragma once
#include "barrier/skeleton.hpp"

#include <memory>
#include <optional>

namespace heddle::barrier {

enum class FailureKind : std::uint8_t {
  deadlock,  // warps wait and nobody is left to wake them
  count,     // registrations of one generation disagree on the count; too many arrivals
  recycling, // a registration may be taken for one of another generation
  lapped,    // mbarrier: a wait may observe another phase than it should
  leftover   // registrations that no generation consumed when all warps had ended
};

// One operation of a run.
struct Step {
  std::uint32_t role = 0;
  std::uint32_t warp = 0; // of the block
  std::uint32_t section = 0;
  std::int64_t iteration = 0;
  std::uint32_t operation = 0; // index into the section
  BarrierIndex barrier = 0;
  std::int64_t outer = 0; // in an outer loop of T iterations; -1 before it, T behind it
  bool operator==(const Step&) const = default;
};

struct Failure {
  FailureKind kind = FailureKind::deadlock;
  std::int64_t n = 0;
  // recycling, lapped, count: `second` is the operation that is not ordered after `first`.
  std::optional<Step> first, second;
  // deadlock: who waits; the first `cycle` of them in a ring, each for the next. leftover: who
  // registered.
  std::vector<Step> waiting;
  std::uint32_t cycle = 0;
  std::vector<Step> schedule; // the run until then, in order
  // For each step of it the generation of the named barrier, or phase of the mbarrier, that it is
  // part of or waits for, counted from 0; -1: of none.
  std::vector<std::int64_t> generations;
};

// Two aligned syncs at different places (Operation::place) that complete one generation, and the
// smallest n at which they do.
struct Mixed {
  std::uint32_t first = 0, second = 0;
  std::int64_t n = 0;
};

struct Limits {
  std::int64_t max_n = 0;               // 0: 16 + guards + offsets + 8 lcm of the periods
  std::uint64_t max_steps = 20'000'000; // over all runs
};

class Analysis {
public:
  // Skeletons that break an invariant (an empty table, overlapping warps) throw
  // std::invalid_argument.
  explicit Analysis(const Skeleton& skeleton, Limits limits = {});
  ~Analysis();
  Analysis(Analysis&&) noexcept;

  // Not decided: `why` in the user's terms ("the loops of producer and consumer advance at
  // different rates"). What is below then speaks of n < first() alone.
  bool decided() const;
  const std::string& why() const;

  // What holds at n >= first() holds at n + period(). Not decided: those n < first() were tried.
  std::int64_t first() const;
  std::int64_t period() const;
  // At a concrete n >= 0; std::nullopt: well-synchronized. Runs the skeleton when it is not.
  std::optional<Failure> failure(std::int64_t n) const;
  // The n below first() + period() at which it is not well-synchronized: the bad set is these,
  // those of [first, first + period) repeated with the period, and, if bad_from, all n >=
  // *bad_from.
  std::vector<std::int64_t> bad() const;
  std::optional<std::int64_t> bad_from() const;

  // Of the well-synchronized n. Generations that repeat with the period have the same places.
  std::vector<Mixed> mixed() const;

private:
  friend class Windows;
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace heddle::barrier
