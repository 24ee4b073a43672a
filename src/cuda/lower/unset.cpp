// Variables that a way leaves unset. Where ways join, LLVM takes such a value for that of the other
// way; any value is possible. So while its passes run, each variable without an initialiser is set
// where its life begins to a value that they know nothing of, `call i32 @heddle.unset.i32()`:
//
//   int i;                            %u = call i32 @heddle.unset.i32()
//   if (c) i = t;            =>       ..
//   b[i] = t;                         %i = phi i32 [ %t, %then ], [ %u, %entry ]
//
// A life begins at the declaration, for an object without a name where it is constructed, and where
// a jump passes that, where the function begins. Until calls are inlined, a mark stands there.
// Pointers in arrays that are indexed are left as they are: what they lead to must be plain to see.
#include "cuda/lower/memory/scalars.hpp"
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/DemandedBits.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace heddle::cuda {

namespace {

constexpr llvm::StringRef unset_prefix = "heddle.unset.";
constexpr const char* begin_mark = "heddle.begins";
// Where it is not known which are accessed, of more only those that are known to be.
constexpr std::size_t max_leaves = 512;
constexpr unsigned max_copies = 4; // of copies of a variable

struct Leaf {
  llvm::Type* type = nullptr;
  std::uint64_t offset = 0; // bytes
};

struct Bytes {
  std::uint64_t begin, end;
};

// A variable of a thread's own that its declaration leaves unset.
class Variable {
public:
  Variable(llvm::AllocaInst& variable, const llvm::DataLayout& layout)
      : variable_(variable), layout_(layout) {
    find_accesses(variable, 0, 0);
    std::size_t all = 0;
    for_each_scalar(variable.getAllocatedType(), 0, layout, SmallIntegers::by_words,
                    [&](llvm::Type* type, std::uint64_t offset) {
                      const Leaf leaf{type, offset};
                      const bool is_number = type->isIntegerTy() || type->isFloatingPointTy();
                      if (!is_number && !(type->isPointerTy() && all_known_)) return;
                      if (++all <= max_leaves || is_accessed(leaf)) leaves_.push_back(leaf);
                    });
    // Copies that set what nobody uses are to stay as they are: they read where they come from.
    if (all_known_ || all > max_leaves)
      std::erase_if(leaves_, [&](const Leaf& leaf) { return !is_accessed(leaf); });
  }
  void unset_at(llvm::Instruction* at, Bytes what, const llvm::DebugLoc& loc);

private:
  void find_accesses(llvm::Value& address, std::uint64_t offset, unsigned copies);
  bool is_accessed(const Leaf& leaf) const;
  bool is_initialised(const llvm::Instruction* from) const;

  llvm::AllocaInst& variable_;
  const llvm::DataLayout& layout_;
  std::vector<Leaf> leaves_;
  std::vector<Bytes> accesses_; // at constant places, and of copies
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
      accesses_.push_back(
          {offset, offset + layout_.getTypeStoreSize(llvm::getLoadStoreType(user))});
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

bool Variable::is_accessed(const Leaf& leaf) const {
  const std::uint64_t end = leaf.offset + layout_.getTypeStoreSize(leaf.type);
  return std::ranges::any_of(accesses_,
                             [&](const Bytes& b) { return b.begin < end && leaf.offset < b.end; });
}

// Does it write so many bytes of the variable, from its beginning on?
bool sets(const llvm::Instruction& i, const llvm::Value& variable, std::uint64_t bytes,
          const llvm::DataLayout& layout) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i))
    return store->getPointerOperand() == &variable &&
           layout.getTypeStoreSize(store->getValueOperand()->getType()) == bytes;
  const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(&i);
  const auto* length = fill ? llvm::dyn_cast<llvm::ConstantInt>(fill->getLength()) : nullptr;
  return length && fill->getRawDest() == &variable && length->getZExtValue() >= bytes;
}

// Does the first that is done with the variable in this block set all of it?
bool Variable::is_initialised(const llvm::Instruction* from) const {
  const std::uint64_t bytes = layout_.getTypeStoreSize(variable_.getAllocatedType());
  for (; from; from = from->getNextNode()) {
    if (llvm::isa<llvm::IntrinsicInst>(from) &&
        llvm::cast<llvm::IntrinsicInst>(from)->isLifetimeStartOrEnd())
      continue;
    if (llvm::is_contained(from->operands(), &variable_))
      return sets(*from, variable_, bytes, layout_);
  }
  return false;
}

void Variable::unset_at(llvm::Instruction* at, Bytes what, const llvm::DebugLoc& loc) {
  if (!at || is_initialised(at)) return;
  llvm::IRBuilder<> builder(at);
  builder.SetCurrentDebugLocation(loc);
  for (const Leaf& leaf : leaves_) {
    if (leaf.offset < what.begin || leaf.offset >= what.end) continue;
    std::string name = unset_prefix.str();
    llvm::raw_string_ostream(name) << *leaf.type;
    llvm::CallInst* value =
        builder.CreateCall(variable_.getModule()->getOrInsertFunction(name, leaf.type));
    value->setDoesNotThrow();
    value->setDoesNotAccessMemory();
    value->addFnAttr(llvm::Attribute::WillReturn);
    builder.CreateStore(value, advanced(builder, &variable_, leaf.offset))
        ->setMetadata(begin_mark, llvm::MDNode::get(variable_.getContext(), {}));
  }
}

bool is_mark(const llvm::CallInst& call) {
  const llvm::Function* f = call.getCalledFunction();
  return f && f->getName() == begin_mark;
}

// Where the lives of a function's variables begin.
class Beginnings {
public:
  explicit Beginnings(llvm::Function& f) : f_(f), layout_(f.getParent()->getDataLayout()) {}

  void mark(llvm::AllocaInst& variable) {
    if (!mark(variable, *variable.getAllocatedType())) return;
    if (is_used_before_it_begins(variable))
      begins_at(variable, *variable.getAllocatedType(),
                &*f_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(), {});
  }
  // What the caller has room for.
  void mark(llvm::Argument& result) { mark(result, *result.getParamStructRetType()); }

private:
  // False: it has a value from the beginning.
  bool mark(llvm::Value& variable, llvm::Type& type) {
    const auto declarations = llvm::findDVRDeclares(&variable);
    if (llvm::any_of(declarations, has_initial_value)) return false;
    for (llvm::DbgVariableRecord* declaration : declarations)
      begins_at(variable, type, declaration->getMarker()->MarkedInstr, declaration->getDebugLoc());
    if (declarations.empty())
      for (llvm::User* user : llvm::make_early_inc_range(variable.users()))
        if (auto* call = llvm::dyn_cast<llvm::CallBase>(user);
            call && constructs(*call, variable, layout_.getTypeStoreSize(&type)))
          begins_at(variable, type, call, call->getDebugLoc());
    return true;
  }

  static bool has_initial_value(const llvm::DbgVariableRecord* declaration) {
    return declaration->getVariable()->isParameter();
  }

  // All of it: a member without a size of its own may have its place.
  static bool constructs(const llvm::CallBase& call, const llvm::Value& object,
                         std::uint64_t bytes) {
    const llvm::Function* f = call.getCalledFunction();
    if (!f || call.arg_empty() || call.getArgOperand(0) != &object) return false;
    if (const std::uint64_t own = call.getParamDereferenceableBytes(0); own && own < bytes)
      return false;
    llvm::ItaniumPartialDemangler name;
    return !name.partialDemangle(f->getName().str().c_str()) && name.isCtorOrDtor() &&
           llvm::demangle(f->getName()).find('~') == std::string::npos;
  }

  void begins_at(llvm::Value& variable, llvm::Type& type, llvm::Instruction* at,
                 const llvm::DebugLoc& loc) {
    if (!at) return;
    llvm::IRBuilder<> builder(at);
    builder.SetCurrentDebugLocation(loc);
    const auto mark = f_.getParent()->getOrInsertFunction(begin_mark, builder.getVoidTy(),
                                                          builder.getPtrTy(), builder.getInt64Ty());
    builder.CreateCall(mark, {&variable, builder.getInt64(layout_.getTypeStoreSize(&type))})
        ->setDoesNotThrow();
  }

  // Is there a way to a use of it that passes neither a beginning nor what sets all of it?
  bool is_used_before_it_begins(const llvm::AllocaInst& variable) {
    const std::uint64_t bytes = layout_.getTypeStoreSize(variable.getAllocatedType());
    std::vector<const llvm::Instruction*> begins, uses;
    for (const llvm::User* user : variable.users()) {
      const auto* i = llvm::cast<llvm::Instruction>(user);
      const auto* call = llvm::dyn_cast<llvm::CallInst>(i);
      const bool begins_here = (call && is_mark(*call)) || sets(*i, variable, bytes, layout_);
      (begins_here ? begins : uses).push_back(i);
    }
    return llvm::any_of(uses, [&](const llvm::Instruction* use) {
      return llvm::none_of(begins, [&](const llvm::Instruction* b) { return dominates(b, use); });
    });
  }

  bool dominates(const llvm::Instruction* first, const llvm::Instruction* second) {
    if (first->getParent() == second->getParent()) return first->comesBefore(second);
    if (!dominators_) dominators_.emplace(f_);
    return dominators_->dominates(first, second);
  }

  llvm::Function& f_;
  const llvm::DataLayout& layout_;
  std::optional<llvm::DominatorTree> dominators_;
};

bool is_unset(const llvm::Value& v) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&v);
  const llvm::Function* f = call ? call->getCalledFunction() : nullptr;
  return f && f->getName().starts_with(unset_prefix);
}

} // namespace

void mark_beginnings(llvm::Function& f) {
  if (f.isDeclaration()) return;
  Beginnings beginnings(f);
  for (llvm::Argument& argument : f.args())
    if (argument.hasStructRetAttr()) beginnings.mark(argument);
  for (llvm::Instruction& i : llvm::make_early_inc_range(f.getEntryBlock()))
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&i);
        variable && !variable->isArrayAllocation())
      beginnings.mark(*variable);
}

void mark_unset(llvm::Function& f) {
  const llvm::DataLayout& layout = f.getParent()->getDataLayout();
  std::vector<llvm::CallInst*> marks;
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& i : block)
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&i); call && is_mark(*call))
        marks.push_back(call);
  struct Beginning {
    llvm::Instruction* at;
    Bytes what;
    llvm::DebugLoc loc;
  };
  llvm::MapVector<llvm::AllocaInst*, std::vector<Beginning>> beginnings;
  // The last one first: what then stands behind a mark is none.
  for (llvm::CallInst* mark : llvm::reverse(marks)) {
    llvm::APInt offset(64, 0);
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(
        mark->getArgOperand(0)->stripAndAccumulateConstantOffsets(layout, offset, false));
    const std::uint64_t bytes =
        llvm::cast<llvm::ConstantInt>(mark->getArgOperand(1))->getZExtValue();
    if (variable)
      beginnings[variable].push_back({mark->getNextNode(),
                                      {offset.getZExtValue(), offset.getZExtValue() + bytes},
                                      mark->getDebugLoc()});
    mark->eraseFromParent();
  }
  for (const auto& [variable, all] : beginnings) {
    Variable whole(*variable, layout);
    for (const Beginning& beginning : all)
      whole.unset_at(beginning.at, beginning.what, beginning.loc);
  }
}

// What is not set is of no matter where the bits that are used of a word are those that are: to set
// a bit-field, its neighbours in the word are read.
void settle_bit_fields(llvm::Function& kernel) {
  std::vector<llvm::Instruction*> users;
  llvm::DominatorTree dominators(kernel);
  llvm::AssumptionCache assumptions(kernel);
  llvm::DemandedBits used(kernel, assumptions, dominators);
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : block)
      if (is_unset(i) && i.getType()->isIntegerTy())
        for (llvm::Use& use : llvm::make_early_inc_range(i.uses())) {
          auto* user = llvm::dyn_cast<llvm::BinaryOperator>(use.getUser());
          if (!user || !used.isUseDead(&use)) continue;
          use.set(llvm::ConstantInt::get(i.getType(), 0));
          users.push_back(user);
        }
  const llvm::SimplifyQuery query(kernel.getParent()->getDataLayout(), &dominators, &assumptions);
  for (std::size_t k = 0; k < users.size(); ++k)
    if (llvm::Value* simple = llvm::simplifyInstruction(users[k], query.getWithoutUndef())) {
      for (llvm::User* user : users[k]->users())
        if (auto* next = llvm::dyn_cast<llvm::BinaryOperator>(user)) users.push_back(next);
      users[k]->replaceAllUsesWith(simple);
    }
}

// What is left of the stores where lives begin goes; those of the program, of a value that is not
// set, are accesses as others are. A pointer stays known as one that is not set.
void release_unset(llvm::Function& kernel) {
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : llvm::make_early_inc_range(block))
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
          store && store->hasMetadata(begin_mark) && is_unset(*store->getValueOperand()))
        store->eraseFromParent();
  settle_bit_fields(kernel);
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : llvm::make_early_inc_range(block))
      if (is_unset(i)) {
        llvm::Constant* value = llvm::UndefValue::get(i.getType());
        if (i.getType()->isPointerTy())
          value = kernel.getParent()->getOrInsertGlobal(unset_pointer,
                                                        llvm::Type::getInt8Ty(kernel.getContext()));
        i.replaceAllUsesWith(value);
        i.eraseFromParent();
      }
}

} // namespace heddle::cuda
