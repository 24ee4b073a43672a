// Arrays of pointers that a thread keeps for itself, `float* rows[2] = {even, odd}`: what a pointer
// points to must be plain to see, so each element becomes a variable, and an index a choice:
//
//   %p = load ptr, %rows + 8 * %i   =>   %p = select (%i == 0), %rows.0, %rows.1
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/IR/IRBuilder.h>

#include <optional>
#include <vector>

namespace heddle::cuda {

namespace {

constexpr std::uint64_t max_elements = 16;

struct Element {
  llvm::Instruction* access = nullptr; // a load or store
  llvm::Value* index = nullptr;        // null: constant
  std::uint64_t constant = 0;          // elements
};

class PointerArray {
public:
  PointerArray(llvm::AllocaInst& array, const llvm::DataLayout& layout)
      : array_(array), layout_(layout), pointer_(llvm::PointerType::get(array.getContext(), 0)),
        size_(layout.getTypeAllocSize(pointer_).getFixedValue()) {}
  bool split();

private:
  bool find(llvm::Value& address, llvm::Value* index, std::uint64_t bytes);
  bool find_element(llvm::GetElementPtrInst& gep, llvm::Value* index, std::uint64_t bytes);
  void split(const Element& element);
  void load(llvm::LoadInst& access, llvm::ArrayRef<llvm::Value*> is);
  void store(llvm::StoreInst& access, llvm::ArrayRef<llvm::Value*> is);

  llvm::AllocaInst& array_;
  const llvm::DataLayout& layout_;
  llvm::Type* pointer_;
  std::uint64_t size_;
  std::vector<Element> elements_;
  std::vector<llvm::Instruction*> addresses_;
  std::vector<llvm::AllocaInst*> parts_;
  bool is_indexed_ = false;
};

bool PointerArray::find_element(llvm::GetElementPtrInst& gep, llvm::Value* index,
                                std::uint64_t bytes) {
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt constant(64, 0);
  if (!gep.collectOffset(layout_, 64, variable, constant)) return false;
  for (const auto& [value, step] : variable) {
    if (index || step != size_) return false;
    index = value;
  }
  addresses_.push_back(&gep);
  return find(gep, index, bytes + constant.getZExtValue());
}

// What is done to elements at this address, as far as it is loads and stores of whole pointers.
bool PointerArray::find(llvm::Value& address, llvm::Value* index, std::uint64_t bytes) {
  for (llvm::User* user : address.users()) {
    if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      if (!find_element(*gep, index, bytes)) return false;
      continue;
    }
    auto* i = llvm::cast<llvm::Instruction>(user);
    if (auto* mark = llvm::dyn_cast<llvm::IntrinsicInst>(user);
        mark && mark->isLifetimeStartOrEnd()) {
      addresses_.push_back(mark);
      continue;
    }
    const auto* write = llvm::dyn_cast<llvm::StoreInst>(i);
    if ((write && write->getValueOperand() == &address) ||
        !(write || llvm::isa<llvm::LoadInst>(i)) || llvm::getLoadStoreType(i) != pointer_ ||
        i->isVolatile() || bytes % size_ != 0)
      return false;
    elements_.push_back({i, index, bytes / size_});
    is_indexed_ = is_indexed_ || index;
  }
  return true;
}

void PointerArray::load(llvm::LoadInst& access, llvm::ArrayRef<llvm::Value*> is) {
  llvm::IRBuilder<> builder(&access);
  llvm::Value* value = nullptr;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    if (!is[k]) continue;
    llvm::Value* part = builder.CreateLoad(pointer_, parts_[k]);
    value = value ? builder.CreateSelect(is[k], part, value) : part;
  }
  access.replaceAllUsesWith(value ? value : llvm::UndefValue::get(pointer_));
}

void PointerArray::store(llvm::StoreInst& access, llvm::ArrayRef<llvm::Value*> is) {
  llvm::IRBuilder<> builder(&access);
  for (std::size_t k = 0; k < parts_.size(); ++k)
    if (is[k])
      builder.CreateStore(builder.CreateSelect(is[k], access.getValueOperand(),
                                               builder.CreateLoad(pointer_, parts_[k])),
                          parts_[k]);
}

void PointerArray::split(const Element& element) {
  llvm::IRBuilder<> builder(element.access);
  std::vector<llvm::Value*> is(parts_.size(), nullptr); // null: never
  for (std::size_t k = 0; k < parts_.size(); ++k)
    if (!element.index)
      is[k] = k == element.constant ? builder.getTrue() : nullptr;
    else
      is[k] = builder.CreateICmpEQ(
          element.index,
          llvm::ConstantInt::getSigned(element.index->getType(),
                                       static_cast<std::int64_t>(k) -
                                           static_cast<std::int64_t>(element.constant)));
  if (auto* read = llvm::dyn_cast<llvm::LoadInst>(element.access))
    load(*read, is);
  else
    store(llvm::cast<llvm::StoreInst>(*element.access), is);
  element.access->eraseFromParent();
}

bool PointerArray::split() {
  const auto bytes = array_.getAllocationSize(layout_);
  if (!bytes || bytes->isScalable() || bytes->getFixedValue() > max_elements * size_ ||
      bytes->getFixedValue() % size_ != 0)
    return false;
  if (!find(array_, nullptr, 0) || !is_indexed_) return false;
  llvm::IRBuilder<> builder(&array_);
  for (std::uint64_t k = 0; k < bytes->getFixedValue() / size_; ++k)
    parts_.push_back(builder.CreateAlloca(pointer_));
  for (const Element& element : elements_)
    split(element);
  for (llvm::Instruction* i : llvm::reverse(addresses_))
    i->eraseFromParent();
  array_.eraseFromParent();
  return true;
}

} // namespace

bool split_pointer_arrays(llvm::Function& kernel) {
  std::vector<llvm::AllocaInst*> arrays;
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : block)
      if (auto* array = llvm::dyn_cast<llvm::AllocaInst>(&i)) arrays.push_back(array);
  bool changed = false;
  for (llvm::AllocaInst* array : arrays)
    changed |= PointerArray(*array, kernel.getParent()->getDataLayout()).split();
  return changed;
}

} // namespace heddle::cuda
