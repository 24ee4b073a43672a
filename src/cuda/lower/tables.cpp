// What is known before a kernel runs: tables of constants, functions behind pointers.
//
// const int of[2] = {3, 5}; of[i] becomes i == 0 ? 3 : 5; a call of one of several functions, the
// calls of each under the condition that it is the one.
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/CallPromotionUtils.h>

#include <optional>
#include <set>
#include <vector>

namespace heddle::cuda {

namespace {

constexpr std::uint64_t max_entries = 32; // of a table
constexpr std::size_t max_callees = 8;

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
  if (!table || !table->isConstant() || !table->hasInitializer() || variable.size() != 1) return {};
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

// The functions that a value may be.
struct Callees {
  std::vector<llvm::Function*> named;
  bool others = false; // it may be none of these: a parameter, a pointer that was moved
  std::set<llvm::Value*> seen;
};

// Those that a parameter is compared with.
void add_compared(const llvm::Argument& parameter, std::vector<llvm::Function*>& to) {
  for (const llvm::User* user : parameter.users()) {
    const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(user);
    if (!comparison || !comparison->isEquality()) continue;
    const unsigned other = comparison->getOperand(0) == &parameter ? 1 : 0;
    if (auto* f = llvm::dyn_cast<llvm::Function>(comparison->getOperand(other)))
      if (!llvm::is_contained(to, f)) to.push_back(f);
  }
}

// false: not known.
bool find_callees(llvm::Value& v, Callees& found) {
  if (!found.seen.insert(&v).second || llvm::isa<llvm::UndefValue, llvm::ConstantPointerNull>(v))
    return true;
  if (auto* f = llvm::dyn_cast<llvm::Function>(&v)) {
    if (!llvm::is_contained(found.named, f)) found.named.push_back(f);
    return found.named.size() <= max_callees;
  }
  if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(&v)) {
    found.others = true;
    add_compared(*parameter, found.named);
    return found.named.size() <= max_callees;
  }
  if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&v)) {
    found.others = true;
    return find_callees(*gep->getPointerOperand(), found);
  }
  auto* phi = llvm::dyn_cast<llvm::PHINode>(&v);
  auto* choice = llvm::dyn_cast<llvm::SelectInst>(&v);
  if (phi)
    return llvm::all_of(phi->incoming_values(),
                        [&](llvm::Value* from) { return find_callees(*from, found); });
  return choice && find_callees(*choice->getTrueValue(), found) &&
         find_callees(*choice->getFalseValue(), found);
}

bool call_by_name(llvm::CallBase& call) {
  Callees callees;
  if (call.getMetadata(other_function) || !find_callees(*call.getCalledOperand(), callees) ||
      callees.named.empty())
    return false;
  for (llvm::Function* f : callees.named)
    if (!llvm::isLegalToPromote(call, f)) return false;
  for (llvm::Function* f : callees.named)
    if (callees.others || f != callees.named.back()) llvm::promoteCallWithIfThenElse(call, f);
  if (callees.others)
    call.setMetadata(other_function, llvm::MDNode::get(call.getContext(), {}));
  else
    llvm::promoteCall(call, callees.named.back());
  return true;
}

} // namespace

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
