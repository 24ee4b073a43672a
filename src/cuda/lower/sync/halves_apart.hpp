// Barriers of clusters whose halves stand in different parts of a kernel: all arrive, and each role
// waits where it needs the others. Private to src/cuda/lower/sync.
#pragma once
#include "core/clusters.hpp"

namespace heddle::cuda {

// The half that a statement is: core::cluster_arrives, core::cluster_waits; 0: none.
unsigned half_of(const core::Stmt& s);

// Makes an mbarrier of a barrier whose halves stand apart, initialised for all threads of the
// cluster before anything else: what a thread did before its arrival comes before what another does
// behind its wait, and nothing else is ordered (PTX ISA, "barrier.cluster"; who arrives and exits
// without waiting is waited for by nobody any more).
//
//     barrier.cluster.arrive              if keeper of block 0: mbarrier.init b, threads
//     if role                             sync cluster
//       barrier.cluster.wait              ..
//       ..                                mbarrier.arrive b
//     else                                if role
//       ..                                  mbarrier.wait b, 0
//
// That is so of an arrival that all threads make as their barrier of the same number: one that
// stands under no condition, behind no exit and no barrier of the cluster that does; and of waits
// that follow it on every way that leads to them, before any other barrier of the cluster.
class HalvesApart {
public:
  // `shape`: of the cluster where its blocks are checked together.
  HalvesApart(core::Kernel& kernel, const std::optional<core::ClusterShape>& shape)
      : kernel_(kernel), pool_(*kernel.pool), shape_(shape) {}

  // Of the statement `arrival` of the kernel's body. False: the halves stay.
  bool replace(std::size_t arrival);
  // Behind all replacements.
  void initialise();
  bool any() const { return !barriers_.empty(); }

private:
  bool is_made_by_all(std::size_t arrival) const;
  void put(core::Stmt& half, core::ArrayId barrier);
  core::ArrayId new_barrier(Loc loc);
  Expr is_first() const;
  Expr threads() const;

  core::Kernel& kernel_;
  Pool& pool_;
  std::optional<core::ClusterShape> shape_;
  std::vector<core::ArrayId> barriers_;
};

} // namespace heddle::cuda
