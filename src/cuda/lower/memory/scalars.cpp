#include "cuda/lower/memory/scalars.hpp"

namespace heddle::cuda {

void for_each_scalar(llvm::Type* type, std::uint64_t offset, const llvm::DataLayout& layout,
                     SmallIntegers small,
                     const std::function<void(llvm::Type*, std::uint64_t)>& use) {
  constexpr std::uint64_t word = 4; // bytes
  if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* places = layout.getStructLayout(record);
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      for_each_scalar(record->getElementType(i), offset + places->getElementOffset(i), layout,
                      small, use);
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    llvm::Type* element = array->getElementType();
    std::uint64_t step = layout.getTypeAllocSize(element).getFixedValue();
    const std::uint64_t bytes = step * array->getNumElements();
    if (small == SmallIntegers::by_words && element->isIntegerTy() && step < word &&
        bytes % word == 0 && offset % word == 0) {
      element = llvm::Type::getInt32Ty(type->getContext());
      step = word;
    }
    for (std::uint64_t at = 0; at < bytes; at += step)
      for_each_scalar(element, offset + at, layout, small, use);
  } else {
    use(type, offset);
  }
}

llvm::Value* advanced(llvm::IRBuilder<>& builder, llvm::Value* from, std::uint64_t bytes) {
  return bytes ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), from, bytes) : from;
}

} // namespace heddle::cuda
