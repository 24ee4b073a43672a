// When are the reads of matrix products over? (wgmma; PTX ISA, "wgmma.commit_group": there is one
// group per warpgroup; "wgmma.wait_group": a wait is for groups that the executing threads
// committed.) Private to src/barrier.
//
// The four warps of a warpgroup make a product together: it is over when all of them have issued
// it. So their waits are barriers of the warpgroup, which three questions see with different eyes:
// - Is the block well-synchronized? Each wait comes behind what all four did before.
// - Which accesses of threads are ordered? None by such waits: they make nothing known.
// - When may others touch what the products of one warpgroup read? Behind a wait of any thread of
//   it: here its waits are barriers in earnest, those of other warpgroups are not.
#pragma once
#include "barrier/analysis/nested.hpp"

#include <optional>

namespace heddle::barrier {

inline constexpr std::uint32_t warps_of_group = 4;

// The skeleton with waits for matrix products as barriers of their warpgroups. std::nullopt: there
// are none, not all threads of a warpgroup wait, or there are too many barriers.
std::optional<Skeleton> with_products(const Skeleton& skeleton);
std::optional<NestedSkeleton> with_products(const NestedSkeleton& skeleton);

// Are the orders of threads fewer than those that count for barriers? They are where somebody
// commits tensor operations or issues copies that report to an mbarrier, by which others learn of
// these, but not what the thread did itself (phase_commit, phase_copy; PTX ISA, "Asynchronous
// Operations": the complete-tx of a copy "does not transitively establish ordering with respect to
// prior instructions from the issuing thread"), and where threads have ended that release nothing
// by it (Operation::silent).
bool orders_less(const Skeleton& skeleton);
bool orders_less(const NestedSkeleton& skeleton);
// Likewise of relaxed operations on mbarriers, by which nobody learns anything but of tensor
// memory.
bool relaxes(const Skeleton& skeleton);
bool relaxes(const NestedSkeleton& skeleton);

// Of a skeleton, known to be well-synchronized: the orders of threads, or of the products of one
// warpgroup. `relaxed`: with what relaxed operations order where fences of tensor operations stand.
Skeleton orders_of(Skeleton joined, std::optional<std::uint32_t> group, bool relaxed = false);
NestedSkeleton orders_of(NestedSkeleton joined, std::optional<std::uint32_t> group);

} // namespace heddle::barrier
