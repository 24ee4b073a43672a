// The programs of the warps of a skeleton: what all runs share, and a role unrolled at one n.
// Private to src/barrier.
#pragma once
#include "barrier/skeleton.hpp"

#include <algorithm>
#include <optional>

namespace heddle::barrier {

inline constexpr std::uint32_t warp_size = 32;

struct SectionShape {
  bool is_loop = false;
  bool executes = false; // some operation is executed in some iteration
  std::int64_t offset = 0;
  // Guards are constant in iterations from <= i < T - until; within, what an iteration executes
  // repeats with `period`.
  std::int64_t from = 0, until = 0, period = 1;
  std::uint64_t rank = 0; // for the schedule: 2 * loops before it, + 1 in a loop
  bool pumped() const { return is_loop && executes; }
};

// What all runs of a skeleton share. Warps are numbered by role, in the order of Role::warps.
struct Shape {
  explicit Shape(const Skeleton& skeleton); // std::invalid_argument

  const Skeleton& skeleton;
  std::vector<std::vector<SectionShape>> sections; // [role][section]
  std::vector<std::uint32_t> role_of, copy_of;     // per warp: its role, its place in the role
  std::vector<std::uint32_t> first_warp;           // per role
  std::vector<BarrierIndex> named;                 // the named barriers that are used, ascending
  // Warps that commit tensor operations, ascending; of each what these did has an entry of its own.
  std::vector<std::uint32_t> committing;
  std::uint32_t all_threads = 0; // of the block

  std::uint32_t warps() const { return static_cast<std::uint32_t>(role_of.size()); }
  std::uint32_t mbarriers() const { return static_cast<std::uint32_t>(skeleton.mbarriers.size()); }
  // Of a clock: an entry for each warp, then one for the copies that report to each mbarrier, one
  // for the tensor operations of each warp that commits some, then one for the probe.
  std::uint32_t columns() const { return probe() + 1; }
  std::uint32_t probe() const {
    return warps() + mbarriers() + static_cast<std::uint32_t>(committing.size());
  }
  // The entry of what a warp's tensor operations did: its stamps are the warp's own. std::nullopt:
  // none is committed, and nobody ever knows of them.
  std::optional<std::uint32_t> tensor_column(std::uint32_t warp) const {
    const auto at = std::ranges::lower_bound(committing, warp);
    if (at == committing.end() || *at != warp) return std::nullopt;
    return warps() + mbarriers() + static_cast<std::uint32_t>(at - committing.begin());
  }
  std::uint32_t threads(std::uint32_t warp) const { return skeleton.roles[role_of[warp]].threads; }
  std::uint32_t number(std::uint32_t warp) const { // in the block
    return skeleton.roles[role_of[warp]].warps[copy_of[warp]];
  }
  const SectionShape& section(std::uint32_t warp, std::uint32_t index) const {
    return sections[role_of[warp]][index];
  }
};

// An operation that a warp executes.
struct Executed {
  const Operation* source = nullptr;
  BarrierIndex id = 0;
  std::uint32_t barrier = 0;  // index into Shape::named, or of the mbarrier; unused for is_own()
  std::uint32_t required = 0; // named: in threads, of the whole block for all_threads
  std::uint32_t section = 0, operation = 0;
  std::int64_t iteration = 0;
  std::uint64_t priority = 0; // the runnable warp whose next operation has the least goes first
  bool all_threads() const { return source->count == Operation::all_threads; }
  bool is_sync() const { return source->kind == Operation::Kind::sync; }
  bool is_wait() const { return source->kind == Operation::Kind::phase_wait; }
  bool orders_lanes() const { return source->kind == Operation::Kind::warp_sync; }
  // A proxy fence, or a wait for matrix products: nobody learns anything by it.
  bool is_mark() const { return barrier::is_mark(source->kind); }
  // Of the warp alone.
  bool is_own() const { return orders_lanes() || is_mark(); }
  bool is_named() const { return id < named_barriers && !is_own(); }
  std::uint32_t parity() const {
    return source->parity[static_cast<std::size_t>(iteration) % source->parity.size()];
  }
};

// The operations of a role at one n. The epoch of a point is the number of operations before it.
struct Unrolled {
  std::vector<Executed> operations;
  std::vector<std::int64_t> trips; // per section; 1 when straight
  // [section][iteration * (operations of the section + 1) + index]; one more iteration than there
  // are, for the end
  std::vector<std::vector<std::uint32_t>> epochs;
  std::vector<std::uint32_t> width; // per section: its operations + 1

  std::uint32_t epoch(std::uint32_t section, std::int64_t iteration, std::uint32_t index) const {
    return epochs[section][static_cast<std::size_t>(iteration) * width[section] + index];
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(operations.size()); }
};

Unrolled unroll(const Shape& shape, std::uint32_t role, std::int64_t n);

// Operations of all warps at n, without unrolling; an upper bound.
std::uint64_t count_operations(const Shape& shape, std::int64_t n);

} // namespace heddle::barrier
