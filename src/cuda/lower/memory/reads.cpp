// Reads whose value nobody uses. They are accesses all the same, and the passes of LLVM must not
// take them away: while these run, each has a use, `call void @heddle.read.TYPE(value)`.
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/IR/IRBuilder.h>

#include <vector>

namespace heddle::cuda {

namespace {

constexpr llvm::StringRef prefix = "heddle.read.";

} // namespace

void keep_read(llvm::LoadInst& load) {
  std::string name = prefix.str();
  llvm::raw_string_ostream(name) << *load.getType();
  llvm::IRBuilder<> builder(load.getNextNode());
  const auto use = load.getModule()->getOrInsertFunction(name, builder.getVoidTy(), load.getType());
  llvm::CallInst* call = builder.CreateCall(use, {&load});
  call->setDoesNotThrow();
  call->setOnlyAccessesInaccessibleMemory();
}

void keep_reads(llvm::Function& f) {
  std::vector<llvm::LoadInst*> loads;
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& i : block)
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i))
        if (!llvm::isa<llvm::AllocaInst>(load->getPointerOperand()) &&
            load->getType()->isSingleValueType())
          loads.push_back(load);
  for (llvm::LoadInst* load : loads)
    keep_read(*load);
}

// Of what was read from a variable and is a value now: the use of an address would keep the
// variable there from becoming one, too. What ways join may be reads still.
bool forget_values(llvm::Function& kernel) {
  bool changed = false;
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : llvm::make_early_inc_range(block))
      if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&i))
        if (const llvm::Function* f = call->getCalledFunction();
            f && f->getName().starts_with(prefix) &&
            !llvm::isa<llvm::LoadInst, llvm::PHINode, llvm::SelectInst>(call->getArgOperand(0))) {
          changed |= call->getArgOperand(0)->getType()->isPointerTy();
          i.eraseFromParent();
        }
  return changed;
}

void release_reads(llvm::Function& kernel) {
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : llvm::make_early_inc_range(block))
      if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&i))
        if (const llvm::Function* f = call->getCalledFunction();
            f && f->getName().starts_with(prefix))
          i.eraseFromParent();
}

} // namespace heddle::cuda
