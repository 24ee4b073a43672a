// Which phis share a variable. A variable of the source that loops within each other change is a
// phi in each of them, all of which copy each other; as one variable they are what the source has,
// and what closed forms over several loops are found for.
#pragma once
#include "cuda/parse/precompiled.hpp"

#include <set>
#include <unordered_map>
#include <vector>

namespace heddle::cuda {

class PhiWebs {
public:
  explicit PhiWebs(const llvm::Function& f);
  // Of phis of one type that hand each other their values, and of which no two are needed at once.
  const llvm::PHINode& representative(const llvm::PHINode& phi) const;

private:
  using Blocks = std::set<const llvm::BasicBlock*>;
  const Blocks& live_in(const llvm::PHINode& phi);
  bool interfere(const llvm::PHINode& a, const llvm::PHINode& b);
  void join(const llvm::PHINode& a, const llvm::PHINode& b);

  std::unordered_map<const llvm::PHINode*, const llvm::PHINode*> root_;
  std::unordered_map<const llvm::PHINode*, std::vector<const llvm::PHINode*>> members_; // by root
  std::unordered_map<const llvm::PHINode*, Blocks> live_;
};

} // namespace heddle::cuda
