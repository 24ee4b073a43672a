// What is known before a kernel runs: tables of constants, functions behind pointers.
//
// const int of[2] = {3, 5}; of[i] becomes i == 0 ? 3 : 5; a call of one of several functions, the
// calls of each under the condition that it is the one. int a[2] = {3, 5}, a copy of such a table
// into the variable, becomes two writes.
#include "cuda/lower/memory/scalars.hpp"
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/CallPromotionUtils.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace heddle::cuda {

namespace {

constexpr std::int64_t max_table_entries = 32; // of a table
constexpr std::size_t max_callees = 8;
constexpr std::size_t max_copied_scalars = 256; // scalars of one variable

// Where a load reads from: `base` + start + index * step.
struct TablePlace {
  const llvm::Value* base = nullptr;
  llvm::Value* index = nullptr; // null: there is none, or several
  std::int64_t start = 0, step = 0;
  std::int64_t count = max_table_entries + 1; // at most so many values of the index
};

// The length of the array that the last index is one of: of a row of several.
std::optional<std::int64_t> length_of_row(const llvm::GEPOperator& gep) {
  const auto* row = llvm::dyn_cast<llvm::ArrayType>(gep.getSourceElementType());
  if (!row || gep.getNumIndices() != 2 || llvm::isa<llvm::ConstantInt>(gep.getOperand(2)))
    return std::nullopt;
  return static_cast<std::int64_t>(row->getNumElements());
}

TablePlace table_place(const llvm::LoadInst& load, const llvm::DataLayout& layout) {
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt start(64, 0);
  TablePlace place;
  place.base = load.getPointerOperand()->stripPointerCasts();
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(place.base))
    place.count = length_of_row(*gep).value_or(place.count);
  while (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(place.base)) {
    if (!gep->collectOffset(layout, 64, variable, start)) return {};
    place.base = gep->getPointerOperand()->stripPointerCasts();
  }
  if (variable.size() != 1 || load.isVolatile()) return {};
  place.index = variable.front().first;
  place.step = variable.front().second.getSExtValue();
  place.start = start.getSExtValue();
  return place;
}

// The values of `load` for each value of the index.
std::vector<llvm::Value*> entries(const llvm::LoadInst& load, const TablePlace& place,
                                  const llvm::DataLayout& layout) {
  const auto* table = llvm::dyn_cast<llvm::GlobalVariable>(place.base);
  const bool useful = load.getType()->isIntegerTy() || load.getType()->isPointerTy();
  if (!useful || !table || !table->isConstant() || !table->hasDefinitiveInitializer()) return {};
  const auto bytes =
      static_cast<std::int64_t>(layout.getTypeAllocSize(table->getValueType()).getFixedValue());
  if (place.step <= 0 || bytes / place.step > max_table_entries || place.start < 0 ||
      place.start >= place.step)
    return {};
  std::vector<llvm::Value*> found;
  for (std::int64_t at = place.start; at < bytes; at += place.step) {
    auto* initial = const_cast<llvm::Constant*>(table->getInitializer());
    found.push_back(llvm::ConstantFoldLoadFromConst(
        initial, load.getType(), llvm::APInt(64, static_cast<std::uint64_t>(at)), layout));
    if (!found.back()) return {};
  }
  return found;
}

// What is stored in a variable by constant places, once each, at the start of the kernel and before
// all else that is done with it: a parameter that holds a table.
class Filled {
public:
  Filled(const llvm::AllocaInst& variable, const llvm::DataLayout& layout) : layout_(layout) {
    whole_ = visit(variable, 0);
    for (const llvm::LoadInst* load : loads_)
      for (const auto& [at, store] : stores_)
        whole_ = whole_ && (load->getParent() != store->getParent() || store->comesBefore(load));
  }
  // The entries that a load with this place may give; {}: not known.
  std::vector<llvm::Value*> entries(const llvm::LoadInst& load, const TablePlace& place) const {
    std::vector<llvm::Value*> found;
    if (!whole_ || place.step <= 0) return {};
    const std::int64_t most = std::min(place.count, max_table_entries + 1);
    for (std::int64_t at = place.start; std::ssize(found) < most; at += place.step) {
      const auto it = stores_.find(at);
      if (it == stores_.end() || it->second->getValueOperand()->getType() != load.getType()) break;
      found.push_back(it->second->getValueOperand());
    }
    return std::ssize(found) > max_table_entries ? std::vector<llvm::Value*>{} : found;
  }

private:
  bool visit(const llvm::Value& address, std::optional<std::int64_t> offset) {
    return llvm::all_of(address.uses(), [&](const llvm::Use& use) {
      llvm::User* user = use.getUser();
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        loads_.push_back(load);
        return !load->isVolatile();
      }
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
        return store->getPointerOperand() == &address && offset && !store->isVolatile() &&
               store->getParent()->isEntryBlock() && stores_.emplace(*offset, store).second;
      if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(user)) {
        llvm::APInt more(64, 0);
        const bool constant = gep->accumulateConstantOffset(layout_, more);
        return visit(*gep, offset && constant ? std::optional(*offset + more.getSExtValue())
                                              : std::nullopt);
      }
      return false;
    });
  }

  const llvm::DataLayout& layout_;
  bool whole_ = false;
  std::map<std::int64_t, llvm::StoreInst*> stores_; // by byte
  std::vector<const llvm::LoadInst*> loads_;
};

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
  if (!found.seen.insert(&v).second || llvm::isa<llvm::UndefValue>(v)) return true;
  if (llvm::isa<llvm::ConstantPointerNull>(v)) {
    found.others = true;
    return true;
  }
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

// What a pointer that comes from memory, or from the host, leads to: a program is compiled as a
// whole, so that all functions are here whose address somebody may have.
bool is_from_outside(const llvm::Value& callee) {
  return llvm::isa<llvm::LoadInst, llvm::Argument>(callee);
}

// None where one of them is not here: its code was not understood.
void add_functions_of_file(const llvm::CallBase& call, std::vector<llvm::Function*>& to) {
  bool whole = true;
  for (llvm::Function& f : *const_cast<llvm::Module*>(call.getModule()))
    if (f.getFunctionType() == call.getFunctionType() &&
        f.hasAddressTaken(nullptr, false, true, true)) { // but for llvm.used
      whole = whole && !f.isDeclaration();
      to.push_back(&f);
    }
  if (!whole || to.size() > max_callees) to.clear();
}

bool call_by_name(llvm::CallBase& call, bool of_file) {
  Callees callees;
  if (call.getMetadata(other_function)) return false;
  const bool found = find_callees(*call.getCalledOperand(), callees);
  if (of_file && (!found || callees.named.empty()) && is_from_outside(*call.getCalledOperand())) {
    callees = {};
    add_functions_of_file(call, callees.named);
    if (!callees.named.empty()) call.getFunction()->addFnAttr(functions_of_file);
  } else if (!found) {
    return false;
  }
  if (callees.named.empty()) return false;
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
    return !type->isVectorTy() && scalars.size() <= max_copied_scalars;
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
    builder.CreateAlignedStore(s.value, advanced(builder, copy.getRawDest(), s.offset),
                               llvm::commonAlignment(copy.getDestAlign().valueOrOne(), s.offset));
  copy.eraseFromParent();
  return true;
}

// An index beyond its row of pointers would be that of another one, or of none.
void state_index(llvm::IRBuilder<>& builder, llvm::Value& index, std::int64_t count) {
  llvm::Type* number = builder.getInt64Ty();
  builder.CreateCall(builder.GetInsertBlock()->getModule()->getOrInsertFunction(
                         index_within, builder.getVoidTy(), number, number),
                     {builder.CreateSExtOrTrunc(&index, number),
                      builder.getInt64(static_cast<std::uint64_t>(count))});
}

// `dim3 d = blockDim`.
bool write_out_builtin(llvm::MemCpyInst& copy) {
  constexpr std::uint64_t axis = 4;
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  if (!length || length->getZExtValue() % axis != 0 || copy.isVolatile() ||
      !is_builtin(*copy.getSource()->stripInBoundsConstantOffsets()))
    return false;
  llvm::IRBuilder<> builder(&copy);
  for (std::uint64_t at = 0; at < length->getZExtValue(); at += axis) {
    llvm::Value* value = builder.CreateAlignedLoad(
        builder.getInt32Ty(), advanced(builder, copy.getRawSource(), at), llvm::Align(axis));
    builder.CreateAlignedStore(value, advanced(builder, copy.getRawDest(), at),
                               llvm::commonAlignment(copy.getDestAlign().valueOrOne(), at));
  }
  copy.eraseFromParent();
  return true;
}

} // namespace

bool write_out_copies(llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  bool changed = false;
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : llvm::make_early_inc_range(block))
      if (auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&i))
        changed |= write_out(*copy, layout) || write_out_builtin(*copy);
  return changed;
}

bool read_tables(llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  bool changed = false;
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : llvm::make_early_inc_range(block)) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&i);
      const TablePlace place = load ? table_place(*load, layout) : TablePlace{};
      if (!place.index) continue;
      std::vector<llvm::Value*> values = entries(*load, place, layout);
      if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(place.base))
        values = Filled(*variable, layout).entries(*load, place);
      if (values.empty()) continue;
      llvm::IRBuilder<> builder(load);
      if (load->getType()->isPointerTy() && std::ssize(values) == place.count)
        state_index(builder, *place.index, place.count);
      llvm::Value* value = values.back();
      for (std::size_t k = values.size() - 1; k-- > 0;)
        if (values[k] != value)
          value = builder.CreateSelect(
              builder.CreateICmpEQ(place.index, llvm::ConstantInt::get(place.index->getType(), k)),
              values[k], value);
      load->replaceAllUsesWith(value);
      load->eraseFromParent();
      changed = true;
    }
  return changed;
}

bool name_callees(llvm::Function& kernel, bool of_file) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : block)
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&i); call && call->isIndirectCall())
        calls.push_back(call);
  bool changed = false;
  for (llvm::CallBase* call : calls)
    changed |= call_by_name(*call, of_file);
  return changed;
}

} // namespace heddle::cuda
