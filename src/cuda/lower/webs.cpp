#include "cuda/lower/webs.hpp"

#include <llvm/IR/CFG.h>

#include <algorithm>

namespace heddle::cuda {

PhiWebs::PhiWebs(const llvm::Function& f) {
  for (const llvm::BasicBlock& block : f)
    for (const llvm::PHINode& phi : block.phis()) {
      root_[&phi] = &phi;
      members_[&phi] = {&phi};
    }
  for (const llvm::BasicBlock& block : f)
    for (const llvm::PHINode& phi : block.phis())
      for (const llvm::Value* value : phi.incoming_values())
        if (const auto* other = llvm::dyn_cast<llvm::PHINode>(value); other && other->getType() == phi.getType())
          join(*other, phi);
}

const llvm::PHINode& PhiWebs::representative(const llvm::PHINode& phi) const {
  const auto it = root_.find(&phi);
  return it == root_.end() ? phi : *it->second;
}

// The blocks at whose start the phi is still needed, by itself or for what is computed from it:
// that is an expression over its variable, which is evaluated where it is used.
const PhiWebs::Blocks& PhiWebs::live_in(const llvm::PHINode& phi) {
  const auto [it, added] = live_.try_emplace(&phi);
  Blocks& live = it->second;
  if (!added) return live;
  const llvm::BasicBlock* own = phi.getParent();
  std::set<const llvm::Value*> derived{&phi};
  std::vector<const llvm::Value*> values{&phi};
  std::vector<const llvm::BasicBlock*> blocks;
  const auto needed_in = [&](const llvm::BasicBlock* block) {
    if (block != own && live.insert(block).second) blocks.push_back(block);
  };
  while (!values.empty()) {
    const llvm::Value* value = values.back();
    values.pop_back();
    for (const llvm::Use& use : value->uses()) {
      const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      if (!user) continue;
      if (const auto* join = llvm::dyn_cast<llvm::PHINode>(user)) {
        needed_in(join->getIncomingBlock(use)); // on the way from there
        continue;
      }
      needed_in(user->getParent());
      if (!user->getType()->isVoidTy() && derived.insert(user).second) values.push_back(user);
    }
  }
  while (!blocks.empty()) {
    const llvm::BasicBlock* block = blocks.back();
    blocks.pop_back();
    for (const llvm::BasicBlock* before : llvm::predecessors(block))
      needed_in(before);
  }
  return live;
}

// Would setting one of them, where control enters its block, lose the other?
bool PhiWebs::interfere(const llvm::PHINode& a, const llvm::PHINode& b) {
  return a.getParent() == b.getParent() || live_in(a).contains(b.getParent()) || live_in(b).contains(a.getParent());
}

void PhiWebs::join(const llvm::PHINode& a, const llvm::PHINode& b) {
  const llvm::PHINode *first = root_.at(&a), *second = root_.at(&b);
  if (first == second) return;
  for (const llvm::PHINode* x : members_[first])
    for (const llvm::PHINode* y : members_[second])
      if (interfere(*x, *y)) return;
  std::vector<const llvm::PHINode*> moved = std::move(members_[second]);
  for (const llvm::PHINode* y : moved)
    root_[y] = first;
  std::ranges::move(moved, std::back_inserter(members_[first]));
}

} // namespace heddle::cuda
