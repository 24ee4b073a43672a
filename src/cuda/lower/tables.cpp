// What is known before a kernel runs: tables of constants, functions behind pointers.
//
// const int of[2] = {3, 5}; of[i] becomes i == 0 ? 3 : 5; a call of one of several functions, the
// calls of each under the condition that it is the one. int a[2] = {3, 5}, a copy of such a table
// into the variable, becomes two writes.
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/CallPromotionUtils.h>

#include <optional>
#include <set>
#include <vector>

namespace heddle::cuda {

namespace {

constexpr std::uint64_t max_entries = 32; // of a table
constexpr std::size_t max_callees = 8;
constexpr std::size_t max_copied = 256; // scalars of one variable

// The values of `load` for each value of the index of its address, and that index.
std::vector<llvm::Constant*> entries(const llvm::LoadInst& load, llvm::Value*& index,
                                     const llvm::DataLayout& layout) {
  const auto* gep =
      llvm::dyn_cast<llvm::GEPOperator>(load.getPointerOperand()->stripPointerCasts());
  const bool useful = load.getType()->isIntegerTy() || load.getType()->isPointerTy();
  if (!gep || load.isVolatile() || !useful) return {};
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt start(64, 0);
  const llvm::Value* base = load.getPointerOperand();
  while ((gep = llvm::dyn_cast<llvm::GEPOperator>(base->stripPointerCasts()))) {
    if (!gep->collectOffset(layout, 64, variable, start)) return {};
    base = gep->getPointerOperand();
  }
  const auto* table = llvm::dyn_cast<llvm::GlobalVariable>(base->stripPointerCasts());
  if (!table || !table->isConstant() || !table->hasDefinitiveInitializer() || variable.size() != 1)
    return {};
  index = variable.front().first;
  const std::int64_t step = variable.front().second.getSExtValue();
  const std::uint64_t bytes = layout.getTypeAllocSize(table->getValueType()).getFixedValue();
  if (step <= 0 || bytes / static_cast<std::uint64_t>(step) > max_entries || start.isNegative() ||
      start.getZExtValue() >= static_cast<std::uint64_t>(step))
    return {};
  std::vector<llvm::Constant*> found;
  for (std::uint64_t at = start.getZExtValue(); at < bytes;
       at += static_cast<std::uint64_t>(step)) {
    auto* initial = const_cast<llvm::Constant*>(table->getInitializer());
    found.push_back(
        llvm::ConstantFoldLoadFromConst(initial, load.getType(), llvm::APInt(64, at), layout));
    if (!found.back()) return {};
  }
  return found;
}

// The functions that a value may be; false: others as well.
bool find_callees(llvm::Value& v, std::set<llvm::Value*>& seen,
                  std::vector<llvm::Function*>& found) {
  if (!seen.insert(&v).second || llvm::isa<llvm::UndefValue, llvm::ConstantPointerNull>(v))
    return true;
  if (auto* f = llvm::dyn_cast<llvm::Function>(&v)) {
    found.push_back(f);
    return found.size() <= max_callees;
  }
  auto* phi = llvm::dyn_cast<llvm::PHINode>(&v);
  auto* choice = llvm::dyn_cast<llvm::SelectInst>(&v);
  if (phi)
    return llvm::all_of(phi->incoming_values(),
                        [&](llvm::Value* from) { return find_callees(*from, seen, found); });
  return choice && find_callees(*choice->getTrueValue(), seen, found) &&
         find_callees(*choice->getFalseValue(), seen, found);
}

bool call_by_name(llvm::CallBase& call) {
  std::set<llvm::Value*> seen;
  std::vector<llvm::Function*> callees;
  if (!find_callees(*call.getCalledOperand(), seen, callees) || callees.empty()) return false;
  for (llvm::Function* f : callees)
    if (!llvm::isLegalToPromote(call, f)) return false;
  for (std::size_t i = 0; i + 1 < callees.size(); ++i)
    llvm::promoteCallWithIfThenElse(call, callees[i]);
  llvm::promoteCall(call, callees.back());
  return true;
}

struct Scalar {
  llvm::Constant* value = nullptr;
  std::uint64_t offset = 0; // bytes
};

// The scalars in a constant. False: too many.
bool add_scalars(llvm::Constant& c, std::uint64_t offset, const llvm::DataLayout& layout,
                 std::vector<Scalar>& scalars) {
  llvm::Type* type = c.getType();
  if (!type->isAggregateType()) {
    scalars.push_back({&c, offset});
    return !type->isVectorTy() && scalars.size() <= max_copied;
  }
  const auto* record = llvm::dyn_cast<llvm::StructType>(type);
  const std::uint64_t count =
      record ? record->getNumElements() : llvm::cast<llvm::ArrayType>(type)->getNumElements();
  for (unsigned i = 0; i < count; ++i) {
    llvm::Constant* element = c.getAggregateElement(i);
    if (!element) return false;
    const std::uint64_t at = record
                                 ? layout.getStructLayout(const_cast<llvm::StructType*>(record))
                                       ->getElementOffset(i)
                                       .getFixedValue()
                                 : i * layout.getTypeAllocSize(element->getType()).getFixedValue();
    if (!add_scalars(*element, offset + at, layout, scalars)) return false;
  }
  return true;
}

bool write_out(llvm::MemCpyInst& copy, const llvm::DataLayout& layout) {
  const auto* from = llvm::dyn_cast<llvm::GlobalVariable>(copy.getSource()->stripPointerCasts());
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  if (!from || !length || copy.isVolatile() || !from->isConstant() ||
      !from->hasDefinitiveInitializer() ||
      !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(copy.getDest())) ||
      length->getZExtValue() != layout.getTypeAllocSize(from->getValueType()).getFixedValue())
    return false;
  std::vector<Scalar> scalars;
  if (!add_scalars(*const_cast<llvm::Constant*>(from->getInitializer()), 0, layout, scalars))
    return false;
  llvm::IRBuilder<> builder(&copy);
  for (const Scalar& s : scalars)
    builder.CreateAlignedStore(s.value,
                               s.offset ? builder.CreateConstInBoundsGEP1_64(
                                              builder.getInt8Ty(), copy.getRawDest(), s.offset)
                                        : copy.getRawDest(),
                               llvm::commonAlignment(copy.getDestAlign().valueOrOne(), s.offset));
  copy.eraseFromParent();
  return true;
}

} // namespace

bool write_out_copies(llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  bool changed = false;
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : llvm::make_early_inc_range(block))
      if (auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&i)) changed |= write_out(*copy, layout);
  return changed;
}

bool read_tables(llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  bool changed = false;
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : llvm::make_early_inc_range(block)) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&i);
      llvm::Value* index = nullptr;
      const std::vector<llvm::Constant*> values =
          load ? entries(*load, index, layout) : std::vector<llvm::Constant*>{};
      if (values.empty()) continue;
      llvm::IRBuilder<> builder(load);
      llvm::Value* value = values.back();
      for (std::size_t k = values.size() - 1; k-- > 0;)
        if (values[k] != value)
          value = builder.CreateSelect(
              builder.CreateICmpEQ(index, llvm::ConstantInt::get(index->getType(), k)), values[k],
              value);
      load->replaceAllUsesWith(value);
      load->eraseFromParent();
      changed = true;
    }
  return changed;
}

bool name_callees(llvm::Function& kernel) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : block)
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&i); call && call->isIndirectCall())
        calls.push_back(call);
  bool changed = false;
  for (llvm::CallBase* call : calls)
    changed |= call_by_name(*call);
  return changed;
}

} // namespace heddle::cuda
