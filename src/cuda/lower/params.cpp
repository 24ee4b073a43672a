#include "cuda/lower/params.hpp"

#include "cuda/parse/precompiled.hpp"

#include <llvm/IR/IRBuilder.h>

#include <functional>

namespace heddle::cuda {

namespace {

constexpr llvm::StringRef prefix = "heddle.param.";
constexpr std::uint64_t max_elements = 64; // of an array that is split

using Visit = std::function<void(llvm::Type*, std::uint64_t offset)>;

// Can it be split, every array in it short enough?
bool is_small(llvm::Type* type) {
  if (auto* record = llvm::dyn_cast<llvm::StructType>(type))
    return llvm::all_of(record->elements(), is_small);
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
    return array->getNumElements() <= max_elements && is_small(array->getElementType());
  return type->isSingleValueType() && !type->isVectorTy();
}

void each_scalar(llvm::Type* type, std::uint64_t offset, const llvm::DataLayout& layout,
                 const Visit& visit) {
  if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* places = layout.getStructLayout(record);
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      each_scalar(record->getElementType(i), offset + places->getElementOffset(i), layout, visit);
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t step = layout.getTypeAllocSize(array->getElementType());
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      each_scalar(array->getElementType(), offset + i * step, layout, visit);
  } else {
    visit(type, offset);
  }
}

std::string type_text(llvm::Type* type) {
  std::string text;
  llvm::raw_string_ostream out(text);
  type->print(out);
  return text;
}

} // namespace

void expand_parameters(llvm::Function& kernel) {
  llvm::Module& module = *kernel.getParent();
  const llvm::DataLayout& layout = module.getDataLayout();
  llvm::IRBuilder<> builder(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstInsertionPt());
  for (llvm::Argument& argument : kernel.args()) {
    llvm::Type* type = argument.getParamByValType();
    if (!type || !is_small(type)) continue;
    llvm::AllocaInst* copy = builder.CreateAlloca(type);
    copy->setAlignment(argument.getParamAlign().valueOrOne());
    argument.replaceAllUsesWith(copy);
    each_scalar(type, 0, layout, [&](llvm::Type* scalar, std::uint64_t offset) {
      const auto part = module.getOrInsertFunction((prefix + type_text(scalar)).str(), scalar,
                                                   builder.getInt32Ty(), builder.getInt64Ty());
      llvm::CallInst* value = builder.CreateCall(
          part, {builder.getInt32(argument.getArgNo()), builder.getInt64(offset)});
      value->setDoesNotAccessMemory();
      value->setDoesNotThrow();
      value->addFnAttr(llvm::Attribute::WillReturn);
      builder.CreateStore(value,
                          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), copy, offset));
    });
  }
}

bool is_parameter_part(const llvm::CallBase& call, ParameterPart& part) {
  const llvm::Function* f = call.getCalledFunction();
  if (!f || !f->getName().starts_with(prefix)) return false;
  part.argument =
      static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue());
  part.offset = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue();
  return true;
}

} // namespace heddle::cuda
