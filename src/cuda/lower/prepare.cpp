#include "cuda/lower/prepare.hpp"

#include "cuda/lower/memory/shared_pointers.hpp"
#include "cuda/lower/params.hpp"
#include "cuda/parse/precompiled.hpp"
#include "cuda/parse/unit.hpp"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <map>

namespace heddle::cuda {

namespace {

constexpr unsigned max_rounds = 12; // of inlining what constants have made direct

// Inlining and SROA, with the analyses that they ask for.
class Passes {
public:
  Passes() {
    llvm::PassBuilder builder;
    builder.registerModuleAnalyses(modules_);
    builder.registerCGSCCAnalyses(components_);
    builder.registerFunctionAnalyses(functions_);
    builder.registerLoopAnalyses(loops_);
    builder.crossRegisterProxies(loops_, functions_, components_, modules_);
  }
  void inline_calls(llvm::Module& module) {
    llvm::ModulePassManager passes;
    passes.addPass(llvm::AlwaysInlinerPass(false));
    run(passes, module);
  }
  void promote_variables(llvm::Module& module) {
    llvm::ModulePassManager passes;
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::PromotePass()));
    run(passes, module);
  }
  void split_variables(llvm::Module& module) {
    llvm::ModulePassManager passes;
    passes.addPass(
        llvm::createModuleToFunctionPassAdaptor(llvm::SROAPass(llvm::SROAOptions::PreserveCFG)));
    run(passes, module);
  }

private:
  void run(llvm::ModulePassManager& passes, llvm::Module& module) {
    passes.run(module, modules_);
    modules_.clear();
    functions_.clear();
    components_.clear();
    loops_.clear();
  }

  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager components_;
  llvm::ModuleAnalysisManager modules_;
};

// Does a value serve as an address of accesses, and nothing else?
bool is_only_accessed(const llvm::Value& v) {
  return llvm::all_of(v.users(), [&](const llvm::User* user) {
    if (llvm::isa<llvm::LoadInst>(user)) return true;
    if (llvm::isa<llvm::GetElementPtrInst>(user)) return is_only_accessed(*user);
    const auto* write = llvm::dyn_cast<llvm::StoreInst>(user);
    return write && write->getValueOperand() != &v;
  });
}

// p ? p + 4 : null, the conversion of a pointer to one to a base that lies further on: where it is
// accessed, p is not null.
llvm::Value* converted_to_base(llvm::SelectInst& select) {
  using namespace llvm::PatternMatch;
  const llvm::Value* from = nullptr;
  llvm::ICmpInst::Predicate predicate{};
  auto* to = llvm::dyn_cast<llvm::GetElementPtrInst>(select.getFalseValue());
  const bool matches = match(select.getCondition(), m_ICmp(predicate, m_Value(from), m_Zero())) &&
                       predicate == llvm::ICmpInst::ICMP_EQ &&
                       llvm::isa<llvm::ConstantPointerNull>(select.getTrueValue()) && to &&
                       to->getPointerOperand() == from;
  return matches && is_only_accessed(select) ? to : nullptr;
}

// Comparisons of a variable's address with null.
llvm::Value* compared_with_null(llvm::ICmpInst& compare, const llvm::DataLayout& layout) {
  if (!compare.isEquality() || !llvm::isa<llvm::ConstantPointerNull>(compare.getOperand(1)) ||
      !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(compare.getOperand(0))) ||
      !llvm::isKnownNonZero(compare.getOperand(0), layout))
    return nullptr;
  return llvm::ConstantInt::getBool(compare.getType(),
                                    compare.getPredicate() == llvm::ICmpInst::ICMP_NE);
}

// What an instruction always computes, if that is plain to see; null otherwise.
llvm::Value* folded(llvm::Instruction& instruction, const llvm::DataLayout& layout) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    auto* address = llvm::dyn_cast<llvm::Constant>(load->getPointerOperand());
    if (!address || load->isVolatile()) return nullptr;
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(address));
    if (!global || !global->isConstant() || !global->hasDefinitiveInitializer()) return nullptr;
    return llvm::ConstantFoldLoadFromConstPtr(address, load->getType(), layout);
  }
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return phi->hasConstantValue();
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    if (select->getTrueValue() == select->getFalseValue()) return select->getTrueValue();
  if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
    if (llvm::Value* known = compared_with_null(*compare, layout)) return known;
  return llvm::ConstantFoldInstruction(&instruction, layout);
}

// A write through null, or to where no variable is, is an error that is told, not the end of the
// program: LLVM may take it for that unless it is volatile.
void keep_lost_writes(llvm::Function& f) {
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& i : block)
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
          store &&
          llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(store->getPointerOperand()))
        store->setVolatile(true);
}

bool fold_constants(llvm::Function& f) {
  const llvm::DataLayout& layout = f.getParent()->getDataLayout();
  bool changed = false, again = true;
  while (again) {
    again = false;
    for (llvm::BasicBlock& block : f) {
      for (llvm::Instruction& i : llvm::make_early_inc_range(block)) {
        llvm::Value* value = i.getType()->isVoidTy() ? nullptr : folded(i, layout);
        if (value && value != &i) {
          i.replaceAllUsesWith(value);
          again = true;
        }
        if (llvm::isInstructionTriviallyDead(&i)) {
          i.eraseFromParent();
          again = true;
        }
      }
      again |= llvm::ConstantFoldTerminator(&block, true);
    }
    keep_lost_writes(f);
    again |= llvm::removeUnreachableBlocks(f);
    changed |= again;
  }
  return changed;
}

void convert_to_bases(llvm::Function& f) {
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& i : block)
      if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&i))
        if (llvm::Value* base = converted_to_base(*select)) select->replaceAllUsesWith(base);
}

// Variables of the thread's own, whose address nobody else has, change only where it writes them.
bool forget_volatile(llvm::Function& f) {
  std::vector<llvm::Value*> accesses;
  const std::function<bool(llvm::Value&)> collect = [&](llvm::Value& address) {
    return llvm::all_of(address.users(), [&](llvm::User* user) {
      accesses.push_back(user);
      if (llvm::isa<llvm::LoadInst>(user)) return true;
      if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user)) return collect(*user);
      if (const auto* marker = llvm::dyn_cast<llvm::IntrinsicInst>(user))
        return marker->isLifetimeStartOrEnd();
      const auto* write = llvm::dyn_cast<llvm::StoreInst>(user);
      return write && write->getValueOperand() != &address;
    });
  };
  bool changed = false;
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& i : block) {
      accesses.clear();
      if (!llvm::isa<llvm::AllocaInst>(i) || !collect(i)) continue;
      for (llvm::Value* access : accesses) {
        auto* load = llvm::dyn_cast<llvm::LoadInst>(access);
        auto* store = llvm::dyn_cast<llvm::StoreInst>(access);
        changed |= (load && load->isVolatile()) || (store && store->isVolatile());
        if (load) load->setVolatile(false);
        if (store) store->setVolatile(false);
      }
    }
  return changed;
}

// Each kernel begins with what is assumed of all of them.
void add_axioms(llvm::Module& module, const std::vector<llvm::Function*>& kernels) {
  for (llvm::Function* kernel : kernels) {
    llvm::DISubprogram* scope = kernel->getSubprogram();
    if (!scope) continue;
    llvm::IRBuilder<> builder(&*kernel->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    builder.SetCurrentDebugLocation(
        llvm::DILocation::get(kernel->getContext(), scope->getLine(), 0, scope));
    for (llvm::Function& axiom : module)
      if (!axiom.isDeclaration() && axiom.getName().contains(axiom_prefix) && axiom.arg_empty())
        builder.CreateCall(&axiom);
  }
}

// Of functions that have a body.
std::size_t direct_calls(const llvm::Function& f) {
  std::size_t calls = 0;
  for (const llvm::BasicBlock& block : f)
    for (const llvm::Instruction& i : block)
      if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&i))
        calls += call->getCalledFunction() && !call->getCalledFunction()->isDeclaration();
  return calls;
}

void merge_straight_lines(llvm::Function& f) {
  for (llvm::BasicBlock& block : llvm::make_early_inc_range(f))
    if (&block != &f.getEntryBlock() && !ends_loop(block)) llvm::MergeBlockIntoPredecessor(&block);
}

} // namespace

bool ends_loop(const llvm::BasicBlock& block) {
  for (const char* name : {"for.end", "while.end", "do.end", "for.cond.cleanup", "loop.end"})
    if (block.getName().starts_with(name)) return true;
  return false;
}

void prepare(Unit& unit) {
  std::vector<llvm::Function*> kernels;
  for (const KernelCode& k : unit.kernels)
    if (k.code) kernels.push_back(k.code);
  for (llvm::Function& f : *unit.device) {
    f.removeFnAttr(llvm::Attribute::OptimizeNone);
    const bool is_kernel = llvm::is_contained(kernels, &f);
    mark_vectors(f);
    mark_conversions(f);
    keep_reads(f);
    write_out_plain_copies(f);
    if (f.isDeclaration() || is_kernel) continue;
    f.removeFnAttr(llvm::Attribute::NoInline);
    f.addFnAttr(llvm::Attribute::AlwaysInline);
    f.setLinkage(llvm::GlobalValue::InternalLinkage);
    f.setComdat(nullptr);
  }
  for (const KernelCode& k : unit.kernels)
    if (k.code) expand_parameters(*k.code, k.decl);
  add_axioms(*unit.device, kernels);
  std::vector<SharedPointers> shared_pointers;
  for (llvm::Function* kernel : kernels)
    shared_pointers.emplace_back(*kernel);
  for (llvm::Function& f : *unit.device)
    mark_beginnings(f);
  Passes passes;
  bool again = true;
  for (unsigned round = 0; again && round < max_rounds; ++round) {
    passes.inline_calls(*unit.device);
    passes.promote_variables(*unit.device); // so that it is seen where copies go
    for (llvm::Function& f : *unit.device)
      keep_copies(f);
    if (round == 0) // what is inlined later has it by then
      for (llvm::Function& f : *unit.device)
        mark_unset(f);
    std::map<const llvm::Function*, std::size_t> calls;
    for (const llvm::Function* kernel : kernels)
      calls[kernel] = direct_calls(*kernel);
    passes.split_variables(*unit.device);
    again = false;
    for (llvm::Function* kernel : kernels) {
      again |= direct_calls(*kernel) > calls[kernel]; // by a pointer that is a value now
      again |= forget_volatile(*kernel);
      again |= forget_values(*kernel);
      again |= read_const_parameters(*kernel);
      again |= split_structs(*kernel);
      again |= write_out_copies(*kernel);
      again |= follow_tables(*kernel);
      again |= fold_constants(*kernel);
      again |= unroll_array_loops(*kernel);
      again |= split_pointer_arrays(*kernel);
      again |= read_tables(*kernel);
      again |= name_callees(*kernel, false);
    }
    for (SharedPointers& pointers : shared_pointers)
      again |= pointers.follow();
    // Where something does not compile, a function may be missing whose address it takes.
    if (!again && unit.error_places.empty())
      for (llvm::Function* kernel : kernels)
        again |= name_callees(*kernel, true);
  }
  for (SharedPointers& pointers : shared_pointers)
    pointers.check();
  for (llvm::Function* kernel : kernels) {
    release_reads(*kernel);
    release_copies(*kernel);
    release_unset(*kernel);
    merge_straight_lines(*kernel);
    find_booleans(*kernel);
    rebuild_wrapping(*kernel);
    rebuild_conditions(*kernel);
    convert_to_bases(*kernel);
  }
}

std::string to_text(const Unit& unit) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const KernelCode& kernel : unit.kernels)
    if (kernel.code) kernel.code->print(out);
  return text;
}

} // namespace heddle::cuda
