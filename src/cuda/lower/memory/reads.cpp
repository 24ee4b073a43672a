// Reads whose value nobody uses. They are accesses all the same, and the passes of LLVM must not
// take them away: while these run, each has a use, `call void @heddle.read.TYPE(value)`.
#include "cuda/lower/memory/scalars.hpp"
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/IR/IRBuilder.h>

#include <vector>

namespace heddle::cuda {

namespace {

constexpr llvm::StringRef prefix = "heddle.read.";
constexpr std::size_t max_copied_parts = 64; // of a copy that is written out

struct CopiedPart {
  llvm::Type* type = nullptr;
  std::uint64_t offset = 0; // bytes
};

// All bytes of the type, what lies between its members as well: a union may have something there.
// Nothing: too many, or of a kind that is not known.
std::vector<CopiedPart> copied_parts(llvm::Type* type, const llvm::DataLayout& layout) {
  std::vector<CopiedPart> parts;
  std::uint64_t end = 0;
  bool is_known = true;
  const auto fill = [&](std::uint64_t to) {
    while (end < to && parts.size() <= max_copied_parts)
      parts.push_back({llvm::Type::getInt8Ty(type->getContext()), end++});
  };
  const auto add = [&](llvm::Type* part, std::uint64_t offset) {
    fill(offset);
    is_known &= part->isSingleValueType() && !part->isVectorTy();
    if (parts.size() <= max_copied_parts) parts.push_back({part, offset});
    end = offset + layout.getTypeStoreSize(part).getFixedValue();
  };
  for_each_scalar(type, 0, layout, SmallIntegers::as_they_are, add);
  fill(layout.getTypeAllocSize(type).getFixedValue());
  if (!is_known || parts.size() > max_copied_parts) parts.clear();
  return parts;
}

// What a copy into a variable is of; nullptr: not known.
llvm::Type* copied_type(const llvm::MemCpyInst& copy, const llvm::DataLayout& layout) {
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  if (!length || copy.isVolatile()) return nullptr;
  std::vector<llvm::Type*> types;
  const llvm::Value *to = copy.getRawDest(), *from = copy.getRawSource();
  const auto* result = llvm::dyn_cast<llvm::Argument>(to);
  if (result && !result->hasStructRetAttr()) return nullptr;
  if (!result && !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(to))) return nullptr;
  if (result) types.push_back(result->getParamStructRetType());
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(to))
    types.push_back(variable->getAllocatedType());
  for (const llvm::Value* v : {to, from})
    if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(v))
      types.push_back(gep->getResultElementType());
  const auto fits = [&](llvm::Type* type) {
    return layout.getTypeAllocSize(type).getFixedValue() == length->getZExtValue();
  };
  const auto found = llvm::find_if(types, fits);
  return found == types.end() ? nullptr : *found;
}

// A copy reads all that it copies, though parts of the variable may never be used, or be written
// over: the passes of LLVM would leave out what they are not used for.
void read_whole(llvm::MemCpyInst& copy, const llvm::DataLayout& layout) {
  const llvm::Value* source = llvm::getUnderlyingObject(copy.getRawSource());
  const auto* table = llvm::dyn_cast<llvm::GlobalVariable>(source);
  if (llvm::isa<llvm::AllocaInst>(source) || (table && table->isConstant())) return;
  llvm::Type* type = copied_type(copy, layout);
  const std::vector<CopiedPart> parts =
      type ? copied_parts(type, layout) : std::vector<CopiedPart>();
  if (parts.empty()) return;
  llvm::IRBuilder<> builder(&copy);
  llvm::MDNode* mark = copy.getMetadata(llvm::LLVMContext::MD_alias_scope); // one access, perhaps
  std::vector<llvm::Value*> values;
  for (const CopiedPart& part : parts) {
    llvm::LoadInst* load = builder.CreateAlignedLoad(
        part.type, advanced(builder, copy.getRawSource(), part.offset),
        llvm::commonAlignment(copy.getSourceAlign().valueOrOne(), part.offset));
    load->setMetadata(llvm::LLVMContext::MD_alias_scope, mark);
    values.push_back(load);
  }
  for (std::size_t i = 0; i < parts.size(); ++i)
    builder
        .CreateAlignedStore(
            values[i], advanced(builder, copy.getRawDest(), parts[i].offset),
            llvm::commonAlignment(copy.getDestAlign().valueOrOne(), parts[i].offset))
        ->setMetadata(llvm::LLVMContext::MD_alias_scope, mark);
  copy.eraseFromParent();
}

} // namespace

void keep_reads(llvm::Function& f) {
  const llvm::DataLayout& layout = f.getParent()->getDataLayout();
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& i : llvm::make_early_inc_range(block))
      if (auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&i)) read_whole(*copy, layout);
  std::vector<llvm::LoadInst*> loads;
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& i : block)
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i))
        if (!llvm::isa<llvm::AllocaInst>(load->getPointerOperand()) &&
            load->getType()->isSingleValueType())
          loads.push_back(load);
  for (llvm::LoadInst* load : loads) {
    std::string name = prefix.str();
    llvm::raw_string_ostream(name) << *load->getType();
    llvm::IRBuilder<> builder(load->getNextNode());
    const auto use = f.getParent()->getOrInsertFunction(name, builder.getVoidTy(), load->getType());
    llvm::CallInst* call = builder.CreateCall(use, {load});
    call->setDoesNotThrow();
    call->setOnlyAccessesInaccessibleMemory();
  }
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
