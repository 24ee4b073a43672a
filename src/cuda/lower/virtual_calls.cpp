// Virtual calls on objects of the kernel's own. The pointer to the table of functions is read from
// the object, whose address the call itself gives away, so that SROA leaves it in memory:
//
//   store @_ZTV1D + 16, %d     ..     %vtable = load %d     =>     %vtable = @_ZTV1D + 16
//
// Only constructors and destructors write such a pointer: the last that was written on every way
// here is the one, whatever has been called in between. (What a call is to replace an object by, in
// the object's own place, must be of its type.)
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>

#include <set>

namespace heddle::cuda {

namespace {

struct Place {
  const llvm::Value* object = nullptr;
  std::int64_t offset = 0;
  bool operator==(const Place&) const = default;
};

Place place_of(const llvm::Value* address, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
  const llvm::Value* object = address->stripAndAccumulateConstantOffsets(layout, offset, true);
  return {object, offset.getSExtValue()};
}

// Of a class, or of a base while it is made.
bool is_table(const llvm::Value& v) {
  const auto* table = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(&v));
  return llvm::isa<llvm::Constant>(v) && table && table->isConstant() &&
         (table->getName().starts_with("_ZTV") || table->getName().starts_with("_ZTC"));
}

class Search {
public:
  Search(Place place, const llvm::DataLayout& layout) : place_(place), layout_(layout) {
    const auto& variable = llvm::cast<llvm::AllocaInst>(*place.object);
    is_raw_ = variable.getAllocatedType()->isArrayTy() &&
              variable.getAllocatedType()->getArrayElementType()->isIntegerTy(8);
  }
  // Goes back from before `end`; false: something else may have been written.
  bool back(llvm::BasicBlock& block, llvm::BasicBlock::iterator end) {
    while (end != block.begin()) {
      llvm::Instruction& i = *--end;
      if (auto* write = llvm::dyn_cast<llvm::StoreInst>(&i)) {
        const Place to = place_of(write->getPointerOperand(), layout_);
        if (to == place_) return is_only(*write->getValueOperand());
        if (!llvm::isa<llvm::AllocaInst>(to.object) && is_table(*write->getValueOperand()))
          return false; // of some object
      }
      if (may_make_another(i)) return false;
    }
    if (llvm::pred_empty(&block)) return false;
    return llvm::all_of(llvm::predecessors(&block), [&](llvm::BasicBlock* from) {
      return !seen_.insert(from).second || back(*from, from->end());
    });
  }
  llvm::Value* found = nullptr;

private:
  bool is_only(llvm::Value& value) {
    if (!is_table(value) || (found && found != &value)) return false;
    found = &value;
    return true;
  }
  // An object where this one was: bytes may hold first the one, then the other.
  bool may_make_another(const llvm::Instruction& i) const {
    if (const auto* copy = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&i))
      return llvm::getUnderlyingObject(copy->getDest()) == place_.object;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
    return is_raw_ && call && call->isIndirectCall();
  }

  Place place_;
  const llvm::DataLayout& layout_;
  bool is_raw_ = false;
  std::set<const llvm::BasicBlock*> seen_;
};

llvm::Value* table_read(llvm::LoadInst& load, const llvm::DataLayout& layout) {
  if (!load.getType()->isPointerTy() || load.isVolatile()) return nullptr;
  const Place place = place_of(load.getPointerOperand(), layout);
  if (!llvm::isa<llvm::AllocaInst>(place.object)) return nullptr;
  Search search(place, layout);
  return search.back(*load.getParent(), load.getIterator()) ? search.found : nullptr;
}

} // namespace

bool follow_tables(llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  bool changed = false;
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : llvm::make_early_inc_range(block)) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&i);
      llvm::Value* table = load ? table_read(*load, layout) : nullptr;
      if (!table) continue;
      load->replaceAllUsesWith(table);
      load->eraseFromParent();
      changed = true;
    }
  return changed;
}

} // namespace heddle::cuda
