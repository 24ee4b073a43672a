// Each variable in shared memory that holds pointers is looked at as a whole: what is done with its
// address in the kernel, and at which of its bytes.
#include "cuda/lower/memory/shared_pointers.hpp"

#include "cuda/parse/precompiled.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/ValueHandle.h>

#include <optional>
#include <set>
#include <vector>

namespace heddle::cuda {

namespace {

constexpr unsigned shared_space = 3;
constexpr unsigned max_depth = 8; // of an expression that is computed again

struct SharedPlace {
  const llvm::GlobalVariable* variable = nullptr; // null: none in shared memory
  std::int64_t offset = 0;
};

SharedPlace shared_place(const llvm::Value& address, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(address.getType()), 0);
  const auto* root = llvm::dyn_cast<llvm::GlobalVariable>(
      address.stripAndAccumulateConstantOffsets(layout, offset, true));
  // `extern __shared__` arrays lie over each other
  if (!root || root->getAddressSpace() != shared_space || root->isDeclaration()) return {};
  return {root, offset.getSExtValue()};
}

bool keeps_read(const llvm::User& user) { // reads.cpp
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&user);
  const llvm::Function* f = call ? call->getCalledFunction() : nullptr;
  return f && f->getName().starts_with("heddle.read.");
}

bool is_marker(const llvm::User& user) {
  const auto* i = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
  return keeps_read(user) || (i && i->isLifetimeStartOrEnd());
}

// ---- values that are the same for all threads of a block ----------------------------------------

bool is_of_block(const llvm::LoadInst& load) {
  const auto* builtin = llvm::dyn_cast<llvm::GlobalVariable>(
      load.getPointerOperand()->stripInBoundsConstantOffsets());
  return builtin && builtin->isDeclaration() &&
         llvm::is_contained({"blockIdx", "blockDim", "gridDim"}, builtin->getName());
}

bool is_uniform(const llvm::Value& v, unsigned depth = 0) {
  if (llvm::isa<llvm::Argument>(v)) return true;
  if (llvm::isa<llvm::Constant>(v)) return !llvm::isa<llvm::UndefValue>(v);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&v)) return is_of_block(*load);
  const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&v);
  const bool computes =
      (binary && !binary->isIntDivRem()) || llvm::isa<llvm::GetElementPtrInst, llvm::CastInst>(v);
  return computes && depth < max_depth &&
         llvm::all_of(llvm::cast<llvm::User>(v).operands(),
                      [&](const llvm::Use& u) { return is_uniform(*u, depth + 1); });
}

// Of values that are uniform: the same expression.
bool alike(const llvm::Value& a, const llvm::Value& b) {
  if (&a == &b) return true;
  const auto* x = llvm::dyn_cast<llvm::Instruction>(&a);
  const auto* y = llvm::dyn_cast<llvm::Instruction>(&b);
  if (!x || !y || !is_uniform(a) || !is_uniform(b) || !x->isSameOperationAs(y)) return false;
  for (unsigned i = 0; i < x->getNumOperands(); ++i)
    if (!alike(*x->getOperand(i), *y->getOperand(i))) return false;
  return true;
}

llvm::Value* computed_again(llvm::Value& v, llvm::IRBuilder<>& builder) {
  const auto* from = llvm::dyn_cast<llvm::Instruction>(&v);
  if (!from) return &v;
  std::vector<llvm::Value*> operands;
  for (llvm::Value* operand : from->operands())
    operands.push_back(computed_again(*operand, builder));
  llvm::Instruction* copy = from->clone();
  for (unsigned i = 0; i < operands.size(); ++i)
    copy->setOperand(i, operands[i]);
  return builder.Insert(copy);
}

// ---- what is done with a variable ---------------------------------------------------------------

struct Write {
  llvm::Instruction* by = nullptr;
  std::optional<std::int64_t> offset; // none: anywhere
  std::int64_t size = 0;
  llvm::Value* value = nullptr; // null: not known
};

class Uses {
public:
  Uses(const llvm::GlobalVariable& variable, const llvm::Function& kernel)
      : kernel_(kernel), layout_(kernel.getParent()->getDataLayout()) {
    visit(variable, 0);
  }
  std::vector<Write> writes;
  // Its address is handed on, but for writes of it to memory: what is accessed through an address
  // that is loaded from there is not followed, and told at that place.
  bool escapes = false;

private:
  void visit(const llvm::Value& address, std::optional<std::int64_t> offset) {
    if (!seen_.insert({&address, offset.value_or(INT64_MIN)}).second) return;
    for (const llvm::Use& use : address.uses())
      visit(use, offset);
  }
  void visit(const llvm::Use& use, std::optional<std::int64_t> offset);
  void visit_call(const llvm::CallBase& call, const llvm::Use& use,
                  std::optional<std::int64_t> offset);
  std::int64_t size_of(llvm::Type& type) const {
    return static_cast<std::int64_t>(layout_.getTypeStoreSize(&type).getFixedValue());
  }

  const llvm::Function& kernel_;
  const llvm::DataLayout& layout_;
  std::set<std::pair<const llvm::Value*, std::int64_t>> seen_;
};

void Uses::visit(const llvm::Use& use, std::optional<std::int64_t> offset) {
  llvm::User* user = use.getUser();
  auto* i = llvm::dyn_cast<llvm::Instruction>(user);
  if (i && i->getFunction() != &kernel_) return; // of another kernel, or inlined by now
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(user)) {
    llvm::APInt more(layout_.getIndexTypeSizeInBits(gep->getType()), 0);
    const bool known = offset && gep->accumulateConstantOffset(layout_, more);
    return visit(*user, known ? std::optional(*offset + more.getSExtValue()) : std::nullopt);
  }
  if (llvm::isa<llvm::AddrSpaceCastOperator, llvm::BitCastOperator>(user))
    return visit(*user, offset);
  if (llvm::isa<llvm::PHINode, llvm::SelectInst>(user)) return visit(*user, std::nullopt);
  if (llvm::isa<llvm::LoadInst, llvm::ICmpInst>(user) || is_marker(*user)) return;
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
    if (use.getOperandNo() == 1)
      writes.push_back({store, offset, size_of(*store->getValueOperand()->getType()),
                        store->isVolatile() ? nullptr : store->getValueOperand()});
    return;
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user))
    return visit_call(*call, use, offset);
  escapes = true;
}

// Atomic operations change what they are given the address of, and as much as the value has.
void Uses::visit_call(const llvm::CallBase& call, const llvm::Use& use,
                      std::optional<std::int64_t> offset) {
  const llvm::Function* f = call.getCalledFunction();
  if (!f || !f->isDeclaration() || !f->getName().starts_with("_ZN8__heddle") ||
      !f->getName().contains("atomic_") || call.getArgOperandNo(&use) != 0) {
    escapes = true;
    return;
  }
  std::int64_t size = call.getType()->isVoidTy() ? 0 : size_of(*call.getType());
  for (const llvm::Value* argument : call.args())
    size = std::max(size, size_of(*argument->getType()));
  writes.push_back({const_cast<llvm::CallBase*>(&call), offset, size, nullptr});
}

bool overlaps(const Write& write, std::int64_t offset, std::int64_t size) {
  return !write.offset || (*write.offset < offset + size && offset < *write.offset + write.size);
}

// Is what it writes written over, before any other thread or call may see it, as that of the
// constructor of a base is? (Who reads in between without order reads in a race.)
bool is_overwritten(const Write& write, const llvm::DataLayout& layout) {
  const auto* first = llvm::dyn_cast<llvm::StoreInst>(write.by);
  if (!first || !write.offset) return false;
  const SharedPlace place = shared_place(*first->getPointerOperand(), layout);
  for (const llvm::Instruction* i = first->getNextNode(); i; i = i->getNextNode()) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(i)) {
      const SharedPlace other = shared_place(*store->getPointerOperand(), layout);
      if (place.variable && other.variable == place.variable && other.offset == place.offset &&
          store->getValueOperand()->getType() == first->getValueOperand()->getType())
        return true;
    } else if (i->mayReadOrWriteMemory() && !is_marker(*i)) {
      return false;
    }
  }
  return false;
}

// What a read of these bytes gives; null: not known.
llvm::Value* value_at(const Uses& uses, std::int64_t offset, const llvm::Type& type,
                      const llvm::DataLayout& layout) {
  const auto size = static_cast<std::int64_t>(
      layout.getTypeStoreSize(const_cast<llvm::Type*>(&type)).getFixedValue());
  llvm::Value* found = nullptr;
  for (const Write& write : uses.writes) {
    if (!overlaps(write, offset, size)) continue;
    if (write.offset != offset || !write.value || write.value->getType() != &type) return nullptr;
    if (is_overwritten(write, layout)) continue;
    if (llvm::isa<llvm::ConstantPointerNull>(write.value) || !is_uniform(*write.value) ||
        (found && !alike(*found, *write.value)))
      return nullptr;
    found = write.value;
  }
  return found;
}

// Is the pointer followed by this use? Comparisons stay: what nobody has written yet may be null.
bool leads_on(const llvm::Use& use) {
  const llvm::User* user = use.getUser();
  if (llvm::isa<llvm::StoreInst>(user)) return use.getOperandNo() == 1;
  return llvm::isa<llvm::LoadInst, llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user) ||
         (llvm::isa<llvm::CallBase>(user) && !keeps_read(*user));
}

} // namespace

struct SharedPointers::State {
  struct Read {
    llvm::WeakVH load;
    llvm::WeakTrackingVH value; // that was put in its place
  };

  explicit State(llvm::Function& k) : kernel(k), layout(k.getParent()->getDataLayout()) {}
  bool follow(llvm::LoadInst& load);
  const Uses& uses_of(const llvm::GlobalVariable& variable);
  bool holds(const Read& read);

  llvm::Function& kernel;
  const llvm::DataLayout& layout;
  std::vector<Read> reads;
  std::map<const llvm::GlobalVariable*, Uses> uses; // of the code as it is now
};

const Uses& SharedPointers::State::uses_of(const llvm::GlobalVariable& variable) {
  const auto it = uses.find(&variable);
  return it != uses.end() ? it->second
                          : uses.try_emplace(&variable, variable, kernel).first->second;
}

bool SharedPointers::State::follow(llvm::LoadInst& load) {
  if (!load.getType()->isPointerTy() || load.isVolatile()) return false;
  const SharedPlace place = shared_place(*load.getPointerOperand(), layout);
  if (!place.variable) return false;
  if (llvm::none_of(load.uses(), leads_on)) return false;
  llvm::Value* value = value_at(uses_of(*place.variable), place.offset, *load.getType(), layout);
  if (!value) return false;
  llvm::IRBuilder<> builder(load.getNextNode());
  builder.SetCurrentDebugLocation(load.getDebugLoc());
  llvm::Value* here = computed_again(*value, builder);
  load.replaceUsesWithIf(here, leads_on);
  reads.push_back({&load, here});
  uses.clear();
  return true;
}

bool SharedPointers::State::holds(const Read& read) {
  const auto* load = llvm::dyn_cast_or_null<llvm::LoadInst>(static_cast<llvm::Value*>(read.load));
  if (!load || !read.value) return true; // nothing is read any more, or nothing made of it
  const SharedPlace place = shared_place(*load->getPointerOperand(), layout);
  if (!place.variable) return false;
  const Uses& of = uses_of(*place.variable);
  const llvm::Value* value = value_at(of, place.offset, *load->getType(), layout);
  return !of.escapes && value && alike(*value, *read.value);
}

SharedPointers::SharedPointers(llvm::Function& kernel) : state_(std::make_unique<State>(kernel)) {}
SharedPointers::SharedPointers(SharedPointers&&) noexcept = default;
SharedPointers& SharedPointers::operator=(SharedPointers&&) noexcept = default;
SharedPointers::~SharedPointers() = default;

bool SharedPointers::follow() {
  state_->uses.clear();
  bool changed = false;
  for (llvm::BasicBlock& block : state_->kernel)
    for (llvm::Instruction& i : block)
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) changed |= state_->follow(*load);
  return changed;
}

void SharedPointers::check() {
  state_->uses.clear();
  for (const State::Read& read : state_->reads) {
    auto* load = llvm::dyn_cast_or_null<llvm::LoadInst>(static_cast<llvm::Value*>(read.load));
    if (load && !state_->holds(read))
      load->setMetadata(shared_pointer_changes, llvm::MDNode::get(load->getContext(), {}));
  }
}

} // namespace heddle::cuda
