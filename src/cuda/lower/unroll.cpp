// Loops that the source does not have: Clang's own over the elements of an array that it
// initialises or copies. They are written out, so that each element is a variable of its own.
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

namespace heddle::cuda {

namespace {

constexpr unsigned max_count = 64;

bool is_of_array(const llvm::Loop& loop) {
  const llvm::StringRef name = loop.getHeader()->getName();
  return name.starts_with("arrayinit.body") || name.starts_with("arrayctor.loop");
}

bool unroll_one(llvm::Function& f) {
  llvm::DominatorTree dominators(f);
  llvm::LoopInfo loops(dominators);
  llvm::AssumptionCache assumptions(f);
  llvm::TargetLibraryInfoImpl known;
  llvm::TargetLibraryInfo library(known);
  llvm::ScalarEvolution evolution(f, library, assumptions, dominators, loops);
  const llvm::TargetTransformInfo costs(f.getParent()->getDataLayout());
  llvm::OptimizationRemarkEmitter remarks(&f);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!is_of_array(*loop) || !loop->isInnermost()) continue;
    const unsigned count = evolution.getSmallConstantTripCount(loop);
    if (count == 0 || count > max_count) continue;
    llvm::simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, nullptr, false);
    llvm::formLCSSARecursively(*loop, dominators, &loops, &evolution);
    llvm::UnrollLoopOptions options{};
    options.Count = count;
    options.Force = true;
    const auto result = llvm::UnrollLoop(loop, options, &loops, &evolution, &dominators,
                                         &assumptions, &costs, &remarks, false);
    if (result != llvm::LoopUnrollResult::Unmodified) return true;
  }
  return false;
}

} // namespace

bool unroll_array_loops(llvm::Function& kernel) {
  bool changed = false;
  while (unroll_one(kernel))
    changed = true;
  return changed;
}

} // namespace heddle::cuda
