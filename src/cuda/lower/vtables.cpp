// Objects of a kernel's own whose address is handed on to a virtual function: the variable stays
// memory, so a call through a base waits for the table that construction has left in it. No correct
// program changes that but by constructing and destroying: a read of a table's address gets what
// the last such store has left, wherever else the object's address went.
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/Analysis/CFG.h>

#include <algorithm>
#include <map>
#include <vector>

namespace heddle::cuda {

namespace {

using Slot = std::pair<const llvm::Value*, std::int64_t>; // a variable, and bytes in it

std::optional<Slot> slot_of(const llvm::Value& address, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(address.getType()), 0);
  const llvm::Value* base = address.stripAndAccumulateConstantOffsets(layout, offset, true);
  if (!llvm::isa<llvm::AllocaInst>(base)) return std::nullopt;
  return Slot{base, offset.getSExtValue()};
}

bool is_table(const llvm::Value& v) {
  const llvm::Value* base = v.stripInBoundsConstantOffsets();
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base);
  return global && (global->getName().starts_with("_ZTV") || global->getName().starts_with("_ZTC"));
}

class Tables {
public:
  explicit Tables(llvm::Function& f)
      : function_(f), layout_(f.getParent()->getDataLayout()), dominators_(f), loops_(dominators_) {
    for (llvm::BasicBlock& block : f)
      for (llvm::Instruction& i : block)
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&i))
          if (const auto slot = slot_of(*store->getPointerOperand(), layout_))
            stores_[*slot].push_back(store);
    std::erase_if(stores_, [](const auto& slot) {
      return std::ranges::none_of(
          slot.second, [](const auto* store) { return is_table(*store->getValueOperand()); });
    });
  }

  bool run() {
    bool changed = false;
    for (llvm::BasicBlock& block : function_)
      for (llvm::Instruction& i : llvm::make_early_inc_range(block)) {
        auto* load = llvm::dyn_cast<llvm::LoadInst>(&i);
        const auto slot =
            load && load->getType()->isPointerTy() && !load->isVolatile() && !stores_.empty()
                ? slot_of(*load->getPointerOperand(), layout_)
                : std::nullopt;
        const auto known = slot ? stores_.find(*slot) : stores_.end();
        llvm::StoreInst* last =
            known == stores_.end() ? nullptr : last_before(*load, known->second);
        if (!last) continue;
        load->replaceAllUsesWith(last->getValueOperand());
        load->eraseFromParent();
        changed = true;
      }
    return changed;
  }

private:
  // The store that every way to `load` comes by last; null: there is none.
  llvm::StoreInst* last_before(const llvm::LoadInst& load,
                               const std::vector<llvm::StoreInst*>& stores) const {
    llvm::StoreInst* last = nullptr;
    for (llvm::StoreInst* store : stores)
      if (dominators_.dominates(store, &load) && (!last || dominators_.dominates(last, store)))
        last = store;
    if (!last || !is_table(*last->getValueOperand())) return nullptr;
    llvm::SmallPtrSet<llvm::BasicBlock*, 1> behind{
        const_cast<llvm::BasicBlock*>(last->getParent())};
    for (const llvm::StoreInst* store : stores) {
      if (store == last || dominators_.dominates(store, last)) continue;
      const bool here = store->getParent() == last->getParent();
      if (here && store->getParent() == load.getParent() && load.comesBefore(store)) continue;
      if (here || llvm::isPotentiallyReachable(store, &load, &behind, &dominators_, &loops_))
        return nullptr;
    }
    return last;
  }

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  std::map<Slot, std::vector<llvm::StoreInst*>> stores_;
};

} // namespace

bool read_vtables(llvm::Function& kernel) { return Tables(kernel).run(); }

} // namespace heddle::cuda
