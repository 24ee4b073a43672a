#include "cuda/lower/params.hpp"

#include "cuda/parse/precompiled.hpp"

#include <clang/AST/DeclCXX.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include <functional>
#include <map>
#include <set>
#include <vector>

namespace heddle::cuda {

namespace {

constexpr llvm::StringRef prefix = "heddle.param.";
constexpr std::uint64_t max_elements = 64; // of an array that is split
constexpr const char* const_mark = "heddle.const";

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

// Arguments that hold nothing are none of the code's: names, not numbers, tell which is which.
bool is_const(const clang::FunctionDecl& decl, const llvm::Argument& argument) {
  return llvm::any_of(decl.parameters(), [&](const clang::ParmVarDecl* p) {
    const clang::QualType type = p->getType();
    const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
    return p->getIdentifier() && p->getName() == argument.getName() && type.isConstQualified() &&
           !(record && record->hasMutableFields());
  });
}

std::string type_text(llvm::Type* type) {
  std::string text;
  llvm::raw_string_ostream out(text);
  type->print(out);
  return text;
}

} // namespace

void expand_parameters(llvm::Function& kernel, const clang::FunctionDecl* decl) {
  llvm::Module& module = *kernel.getParent();
  const llvm::DataLayout& layout = module.getDataLayout();
  llvm::IRBuilder<> builder(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstInsertionPt());
  for (llvm::Argument& argument : kernel.args()) {
    llvm::Type* type = argument.getParamByValType();
    if (!type || !is_small(type)) continue;
    llvm::AllocaInst* copy = builder.CreateAlloca(type);
    copy->setAlignment(argument.getParamAlign().valueOrOne());
    if (decl && is_const(*decl, argument))
      copy->setMetadata(const_mark, llvm::MDNode::get(module.getContext(), {}));
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

namespace {

// A scalar of the parameter, as it is stored to the variable.
llvm::CallInst* initial_part(llvm::Instruction& i) {
  auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
  auto* value = store ? llvm::dyn_cast<llvm::CallInst>(store->getValueOperand()) : nullptr;
  ParameterPart part;
  return value && is_parameter_part(*value, part) ? value : nullptr;
}

const llvm::AllocaInst* const_variable(const llvm::Value* pointer) {
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
  return variable && variable->hasMetadata(const_mark) ? variable : nullptr;
}

struct PartOf {
  const llvm::AllocaInst* variable = nullptr;
  std::int64_t offset = 0;
  auto operator<=>(const PartOf&) const = default;
};

// Where a pointer leads to, if that is a known place.
PartOf part_of(const llvm::Value* pointer, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const llvm::Value* base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
  return {base == const_variable(base) ? const_variable(base) : nullptr, offset.getSExtValue()};
}

} // namespace

bool read_const_parameters(llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  std::map<PartOf, llvm::CallInst*> parts;
  std::set<const llvm::AllocaInst*> written; // by what casts const away
  std::vector<llvm::LoadInst*> loads;
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : block) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) {
        if (load->isSimple()) loads.push_back(load);
      } else if (llvm::CallInst* part = initial_part(i)) {
        const auto& store = llvm::cast<llvm::StoreInst>(i);
        parts[part_of(store.getPointerOperand(), layout)] = part;
      } else if (i.mayWriteToMemory()) {
        for (const llvm::Value* operand : i.operands())
          if (!llvm::isa<llvm::CallBase>(i) || llvm::isa<llvm::MemIntrinsic>(i))
            written.insert(const_variable(operand));
      }
    }
  bool changed = false;
  for (llvm::LoadInst* load : loads) {
    const PartOf of = part_of(load->getPointerOperand(), layout);
    const auto known = parts.find(of);
    if (!of.variable || written.contains(of.variable) || known == parts.end() ||
        known->second->getType() != load->getType())
      continue;
    load->replaceAllUsesWith(known->second);
    load->eraseFromParent();
    changed = true;
  }
  return changed;
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
