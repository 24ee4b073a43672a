// Concrete replay of witnesses: an interpreter of the core language that runs real threads with
// machine arithmetic. Shares no code with inference or encoding (independent oracle).
#pragma once
#include "core/core.hpp"

#include <functional>
#include <map>
#include <optional>

namespace heddle::core {

using Index3 = std::array<std::int64_t, 3>;

// Index of the thread with this number in a block of this size.
inline Index3 thread_index(std::int64_t number, const Index3& size) {
  return {number % size[0], number / size[0] % size[1], number / (size[0] * size[1])};
}

struct Launch {
  Index3 block_dim{1, 1, 1}, grid_dim{1, 1, 1};
  std::map<SymbolId, std::int64_t> params; // absent ones are 0
  // Initial content of `size` bytes at `offset` of an array, as a little-endian integer; nullopt:
  // the value is not known (it is then a tainted 0; a tainted address or branch stops the replay).
  std::function<std::optional<std::int64_t>(ArrayId, std::int64_t offset, unsigned size)> memory;
};

struct ReplayLimits {
  std::uint64_t steps = 8'000'000; // of all threads and schedules together
};

// The place where one of the two threads was found by the solver.
struct ReplayTarget {
  Index3 thread{}, block{};
  Loc loc;
  std::optional<CallId> call{}; // that the place was inlined from; absent: any
  bool misaligned = false;      // an access that counts where it is not aligned; others stop a run
  // The thread that makes the access, of whose address alone this one knows (ldmatrix).
  std::optional<Index3> by = std::nullopt;
  // Races: where the two are to meet, in bytes, if they do so at all; any cell will do else.
  std::optional<std::int64_t> offset = std::nullopt;
};

struct ReplayResult {
  bool confirmed = false;
  bool same_value = false;  // races: both were writes of one size that stored equal known values
  bool values_open = false; // likewise, but what they stored is not known: perhaps the same
  // Not confirmed: why ("value of f(x) at a.cu:3:4 is not known", ..). With values_open: of which
  // value that is so.
  std::string reason;
  // Races of different values: the byte offsets at which the two threads met. Those of the solver's
  // model may be others, where it leaves open what the run computes (floating point).
  std::optional<std::array<std::int64_t, 2>> offsets = std::nullopt;
  // Not confirmed: what other values of the launch may do without. elsewhere: the threads ran, and
  // took other ways than thought.
  enum class Obstacle : std::uint8_t { none, steps, misaligned, elsewhere } obstacle{};
  // A failing assertion: the iterations of the loops around it, outermost first. `offsets`: where
  // an access meets the thread's own copy, for both.
  std::vector<std::pair<Loc, std::int64_t>> iterations{};
};

// Of an unsigned index a run may have wrapped what the solver takes for a number below zero.
inline bool is_same_cell(std::int64_t wanted, std::int64_t met) {
  return static_cast<std::uint32_t>(wanted) == static_cast<std::uint32_t>(met);
}

// Runs the whole block (both blocks, when the targets' blocks differ) and answers whether the two
// target threads make conflicting accesses to overlapping bytes at the two places with no barrier
// of a scope that contains both between them.
ReplayResult replay_race(const Kernel& kernel, const Launch& launch, const ReplayTarget& a,
                         const ReplayTarget& b, const ReplayLimits& limits = {});
// Does thread a wait at the barrier at a.loc while thread b (of the same block) has ended or waits
// at another one? `exited`: b must have left the kernel (else: b must be waiting elsewhere or have
// ended by falling off the end).
ReplayResult replay_divergence(const Kernel& kernel, const Launch& launch, const ReplayTarget& a,
                               const ReplayTarget& b, bool exited, const ReplayLimits& limits = {});
// Does thread a violate the assertion at a.loc? Of several there, one like `which` (its condition
// does not count): an access is compared with each copy that may be in flight.
ReplayResult replay_assertion(const Kernel& kernel, const Launch& launch, const ReplayTarget& a,
                              const Assert& which, const ReplayLimits& limits = {});

} // namespace heddle::core
