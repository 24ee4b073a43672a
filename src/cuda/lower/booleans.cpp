// bools in variables. Clang keeps a bool in 8 bits; where SROA has made a value of the variable,
// the ways that join hand on bytes which are 0 or 1. They become bits again:
//
//   %a8 = zext i1 %a to i8
//   %v = phi i8 [ %a8, .. ], [ 0, .. ]     =>    %v = phi i1 [ %a, .. ], [ false, .. ]
//   %c = trunc i8 %v to i1                       (%c is %v)
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace heddle::cuda {

namespace {

bool is_bit(const llvm::Value& v) {
  if (const auto* c = llvm::dyn_cast<llvm::ConstantInt>(&v)) return c->isZero() || c->isOne();
  const auto* wider = llvm::dyn_cast<llvm::ZExtInst>(&v);
  return llvm::isa<llvm::UndefValue>(v) ||
         (wider && wider->getOperand(0)->getType()->isIntegerTy(1));
}

llvm::Value* bit_of(llvm::Value& v, const std::map<llvm::PHINode*, llvm::PHINode*>& made) {
  if (auto* c = llvm::dyn_cast<llvm::ConstantInt>(&v))
    return llvm::ConstantInt::getBool(v.getContext(), c->isOne());
  if (llvm::isa<llvm::UndefValue>(v))
    return llvm::UndefValue::get(llvm::Type::getInt1Ty(v.getContext()));
  if (auto* wider = llvm::dyn_cast<llvm::ZExtInst>(&v)) return wider->getOperand(0);
  return made.at(llvm::cast<llvm::PHINode>(&v));
}

void replace(llvm::PHINode& byte, llvm::PHINode& bit) {
  llvm::SmallVector<llvm::DbgValueInst*> none;
  llvm::SmallVector<llvm::DbgVariableRecord*> names;
  llvm::findDbgValues(none, &byte, &names);
  for (llvm::DbgVariableRecord* name : names)
    name->replaceVariableLocationOp(&byte, &bit);
  llvm::Value* wider = nullptr;
  for (llvm::Use& use : llvm::make_early_inc_range(byte.uses())) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (llvm::isa<llvm::TruncInst>(user) && user->getType()->isIntegerTy(1)) {
      user->replaceAllUsesWith(&bit);
      user->eraseFromParent();
      continue;
    }
    if (!wider) {
      llvm::IRBuilder<> builder(byte.getParent(), byte.getParent()->getFirstInsertionPt());
      builder.SetCurrentDebugLocation(byte.getDebugLoc());
      wider = builder.CreateZExt(&bit, byte.getType());
    }
    use.set(wider);
  }
}

} // namespace

void find_booleans(llvm::Function& kernel) {
  std::set<llvm::PHINode*> bytes;
  for (llvm::BasicBlock& block : kernel)
    for (llvm::PHINode& phi : block.phis())
      if (phi.getType()->isIntegerTy(8)) bytes.insert(&phi);
  for (bool again = true; again;) {
    const auto other = std::ranges::find_if(bytes, [&](const llvm::PHINode* phi) {
      return llvm::any_of(phi->incoming_values(), [&](llvm::Value* v) {
        auto* from = llvm::dyn_cast<llvm::PHINode>(v);
        return from ? !bytes.contains(from) : !is_bit(*v);
      });
    });
    again = other != bytes.end();
    if (again) bytes.erase(other);
  }
  std::map<llvm::PHINode*, llvm::PHINode*> made;
  for (llvm::PHINode* byte : bytes) {
    made[byte] =
        llvm::PHINode::Create(llvm::Type::getInt1Ty(kernel.getContext()),
                              byte->getNumIncomingValues(), byte->getName(), byte->getIterator());
    made[byte]->setDebugLoc(byte->getDebugLoc());
  }
  for (const auto& [byte, bit] : made)
    for (unsigned i = 0; i < byte->getNumIncomingValues(); ++i)
      bit->addIncoming(bit_of(*byte->getIncomingValue(i), made), byte->getIncomingBlock(i));
  for (const auto& [byte, bit] : made)
    byte->dropAllReferences(); // they use each other
  for (const auto& [byte, bit] : made)
    replace(*byte, *bit);
  for (const auto& [byte, bit] : made)
    byte->eraseFromParent();
}

} // namespace heddle::cuda
