// Barriers of clusters in two halves: barrier.cluster.arrive, and barrier.cluster.wait behind it.
#pragma once
#include "core/clusters.hpp"

namespace heddle::cuda {

// Puts an arrival (core::cluster_arrives) and the wait behind it (core::cluster_waits) together to
// one barrier where the wait stands. An access between the two is ordered with nothing that others
// do before their waits or behind their arrivals (PTX ISA, "barrier.cluster"): it is made on both
// sides of the barrier. Halves that stand in different parts of the kernel, or have more between
// them than accesses and what these are computed from, become an mbarrier (halves_apart.hpp), or
// are not understood. True: there is such an mbarrier. `together`: the cluster's shape, where its
// blocks are checked together, which such an mbarrier needs if there is more than one.
bool join_halves(core::Kernel& kernel, const std::optional<core::ClusterShape>& together);

} // namespace heddle::cuda
