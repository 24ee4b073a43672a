// Variables that a way leaves unset. Where ways join, LLVM takes such a value for that of the other
// way; any value is possible. So while its passes run, each declaration without an initialiser sets
// its variable to a value that they know nothing of, `call i32 @heddle.unset.i32()`:
//
//   int i;                            %u = call i32 @heddle.unset.i32()
//   if (c) i = t;            =>       ..
//   b[i] = t;                         %i = phi i32 [ %t, %then ], [ %u, %entry ]
//
// Pointers are left as they are: what they lead to must be plain to see.
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/IR/IRBuilder.h>

#include <map>
#include <set>
#include <vector>

namespace heddle::cuda {

namespace {

constexpr llvm::StringRef unset_prefix = "heddle.unset.";
constexpr std::size_t max_leaves = 16; // of one variable
constexpr unsigned max_copies = 4;     // of copies of it

struct Leaf {
  llvm::Type* type = nullptr;
  std::uint64_t offset = 0; // bytes
};

// Integers and floating-point numbers in a variable. False: too many.
bool add_leaves(llvm::Type* type, std::uint64_t offset, const llvm::DataLayout& layout,
                std::vector<Leaf>& leaves) {
  if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* places = layout.getStructLayout(record);
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      if (!add_leaves(record->getElementType(i), offset + places->getElementOffset(i), layout,
                      leaves))
        return false;
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t step = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      if (!add_leaves(array->getElementType(), offset + i * step, layout, leaves)) return false;
  } else if (type->isIntegerTy() || type->isFloatingPointTy()) {
    leaves.push_back({type, offset});
  }
  return leaves.size() <= max_leaves;
}

// To set one bit-field its neighbours in the word are read.
bool has_bit_fields(const llvm::DIType* type, unsigned depth = 0) {
  constexpr unsigned max_depth = 32;
  if (!type || depth > max_depth) return false;
  if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
    if (derived->isBitField()) return true;
    const bool points = derived->getTag() == llvm::dwarf::DW_TAG_pointer_type ||
                        derived->getTag() == llvm::dwarf::DW_TAG_reference_type;
    return !points && has_bit_fields(derived->getBaseType(), depth + 1);
  }
  const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
  if (!composite) return false;
  if (has_bit_fields(composite->getBaseType(), depth + 1)) return true; // of an array's elements
  return llvm::any_of(composite->getElements(), [&](const llvm::DINode* part) {
    const auto* member = llvm::dyn_cast_or_null<llvm::DIType>(part);
    return member && !member->isStaticMember() && has_bit_fields(member, depth + 1);
  });
}

// A variable of a thread's own that its declaration leaves unset.
class Variable {
public:
  Variable(llvm::AllocaInst& variable, const llvm::DataLayout& layout)
      : variable_(variable), layout_(layout) {
    if (!add_leaves(variable.getAllocatedType(), 0, layout, leaves_)) leaves_.clear();
    find_accesses(variable, 0, 0);
  }
  void unset_at(llvm::DbgVariableRecord& declaration);

private:
  void find_accesses(llvm::Value& address, std::uint64_t offset, unsigned copies);
  bool is_initialised(const llvm::Instruction* from) const;

  llvm::AllocaInst& variable_;
  const llvm::DataLayout& layout_;
  std::vector<Leaf> leaves_;
  std::map<std::uint64_t, std::set<llvm::Type*>> accesses_; // at constant places, and of copies
  bool all_known_ = true;
};

void Variable::find_accesses(llvm::Value& address, std::uint64_t offset, unsigned copies) {
  for (llvm::User* user : address.users()) {
    if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      llvm::APInt further(64, 0);
      if (gep->accumulateConstantOffset(layout_, further))
        find_accesses(*gep, offset + further.getZExtValue(), copies);
      else
        all_known_ = false;
    } else if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(user) &&
               llvm::getLoadStorePointerOperand(user) == &address) {
      accesses_[offset].insert(llvm::getLoadStoreType(user));
    } else if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(user)) {
      if (copy->getRawSource() != &address) continue; // sets it
      auto* to = llvm::dyn_cast<llvm::AllocaInst>(copy->getRawDest());
      if (to && copies < max_copies)
        find_accesses(*to, offset, copies + 1);
      else
        all_known_ = false;
    } else if (const auto* marker = llvm::dyn_cast<llvm::IntrinsicInst>(user);
               !marker || !marker->isLifetimeStartOrEnd()) {
      all_known_ = false;
    }
  }
}

// Does the first that is done with the variable in this block set all of it?
bool Variable::is_initialised(const llvm::Instruction* from) const {
  const std::uint64_t bytes = layout_.getTypeStoreSize(variable_.getAllocatedType());
  for (; from; from = from->getNextNode()) {
    if (llvm::isa<llvm::IntrinsicInst>(from) &&
        llvm::cast<llvm::IntrinsicInst>(from)->isLifetimeStartOrEnd())
      continue;
    if (!llvm::is_contained(from->operands(), &variable_)) continue;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(from))
      return store->getPointerOperand() == &variable_ &&
             layout_.getTypeStoreSize(store->getValueOperand()->getType()) == bytes;
    const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(from);
    const auto* length = fill ? llvm::dyn_cast<llvm::ConstantInt>(fill->getLength()) : nullptr;
    return length && fill->getDest() == &variable_ && length->getZExtValue() >= bytes;
  }
  return false;
}

void Variable::unset_at(llvm::DbgVariableRecord& declaration) {
  llvm::Instruction* at = declaration.getMarker()->MarkedInstr;
  if (!at || is_initialised(at)) return;
  llvm::IRBuilder<> builder(at);
  builder.SetCurrentDebugLocation(declaration.getDebugLoc());
  for (const Leaf& leaf : leaves_) {
    const auto it = accesses_.find(leaf.offset);
    // Copies that set what nobody uses are to stay as they are: they read where they come from.
    if (it == accesses_.end() && all_known_) continue;
    // What is accessed as something else, a union or bit-fields, would become arithmetic on it.
    if (it != accesses_.end() && it->second != std::set{leaf.type}) continue;
    std::string name = unset_prefix.str();
    llvm::raw_string_ostream(name) << *leaf.type;
    llvm::CallInst* value =
        builder.CreateCall(variable_.getModule()->getOrInsertFunction(name, leaf.type));
    value->setDoesNotThrow();
    value->setDoesNotAccessMemory();
    value->addFnAttr(llvm::Attribute::WillReturn);
    llvm::Value* place = &variable_;
    if (leaf.offset != 0)
      place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), place, leaf.offset);
    builder.CreateStore(value, place);
  }
}

bool is_unset(const llvm::Value& v) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&v);
  const llvm::Function* f = call ? call->getCalledFunction() : nullptr;
  return f && f->getName().starts_with(unset_prefix);
}

} // namespace

void mark_unset(llvm::Function& f) {
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& i : block) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&i);
      if (!variable || variable->isArrayAllocation()) continue;
      Variable whole(*variable, f.getParent()->getDataLayout());
      for (llvm::DbgVariableRecord* declaration : llvm::findDVRDeclares(variable))
        if (const llvm::DILocalVariable* v = declaration->getVariable();
            !v->isParameter() && !has_bit_fields(v->getType()))
          whole.unset_at(*declaration);
    }
}

void release_unset(llvm::Function& kernel) {
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : llvm::make_early_inc_range(block))
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
          store && is_unset(*store->getValueOperand()))
        store->eraseFromParent();
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : llvm::make_early_inc_range(block))
      if (is_unset(i)) {
        i.replaceAllUsesWith(llvm::UndefValue::get(i.getType()));
        i.eraseFromParent();
      }
}

} // namespace heddle::cuda
