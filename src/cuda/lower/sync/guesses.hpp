// Plain reads of cells that loops with an atomicCAS change:
//
//   old = *cell;
//   do { assumed = old; old = atomicCAS(cell, assumed, f(assumed)); } while (assumed != old);
//
// What is read is only a guess of what the cell holds. Where it is wrong the atomicCAS says so, and
// nothing has come of it.
#pragma once
#include "core/core.hpp"
#include "cuda/parse/precompiled.hpp"

namespace heddle::cuda {

// Is what `load` reads no more than such a guess, and as long as the cell is changed how?
core::Trend guess_of(const llvm::LoadInst& load, const llvm::LoopInfo& loops,
                     const llvm::DominatorTree& dominators);

// Which way a call of atomic_cas moves its cell: it is made where the number that it stores is
// known to be beyond the one that it expects.
core::Trend trend_of(const llvm::CallBase& cas, const llvm::DominatorTree& dominators);

} // namespace heddle::cuda
