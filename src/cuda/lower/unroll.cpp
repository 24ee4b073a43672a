// Loops over the elements of an array that a thread keeps for itself: Clang's own, where it
// initialises or copies one, and `for (int d : {-1, 0, 1})`. They are written out, so that each
// element is a variable of its own. So are short loops of copies to tensor memory, which overtake
// each other and products: what stands between them is then in the order of the program.
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

namespace heddle::cuda {

namespace {

constexpr unsigned max_count = 64;
constexpr unsigned max_written = 17; // with its last test, of a loop that the source has

bool is_of_array(const llvm::Loop& loop) {
  const llvm::StringRef name = loop.getHeader()->getName();
  return name.starts_with("arrayinit.body") || name.starts_with("arrayctor.loop");
}

// Does a pointer go over a variable?
bool is_over_variable(const llvm::Loop& loop) {
  const llvm::BasicBlock* before = loop.getLoopPredecessor();
  return before && llvm::any_of(loop.getHeader()->phis(), [&](const llvm::PHINode& phi) {
           return phi.getType()->isPointerTy() &&
                  llvm::isa<llvm::AllocaInst>(
                      phi.getIncomingValueForBlock(before)->stripInBoundsOffsets());
         });
}

// PTX ISA, "Pipelined tcgen05 Instructions": tcgen05.cp and .shift are in no order with their like.
bool issues_unordered(const llvm::Loop& loop) {
  bool issues = false;
  for (const llvm::BasicBlock* block : loop.blocks())
    for (const llvm::Instruction& i : *block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
      const auto* assembly =
          call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
      if (!assembly) continue;
      const llvm::StringRef text(assembly->getAsmString());
      if (text.contains("bar") || text.contains("wait")) return false; // not one after the other
      issues = issues || text.contains("tcgen05.cp") || text.contains("tcgen05.shift");
    }
  return issues;
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
    const bool own = is_of_array(*loop);
    if (!loop->isInnermost() || (!own && !is_over_variable(*loop) && !issues_unordered(*loop)))
      continue;
    const unsigned count = evolution.getSmallConstantTripCount(loop);
    if (count == 0 || count > (own ? max_count : max_written)) continue;
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
