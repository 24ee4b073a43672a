// Barriers of clusters in two halves: barrier.cluster.arrive, and barrier.cluster.wait behind it.
#pragma once
#include "core/core.hpp"

namespace heddle::cuda {

// Puts an arrival (core::cluster_arrives) and the wait behind it (core::cluster_waits) together to
// one barrier where the wait stands. An access between the two is ordered with nothing that others
// do before their waits or behind their arrivals (PTX ISA, "barrier.cluster"): it is made on both
// sides of the barrier. Halves that stand in different parts of the kernel, or have more between
// them than accesses and what these are computed from, are not understood.
void join_halves(core::Kernel& kernel);

} // namespace heddle::cuda
