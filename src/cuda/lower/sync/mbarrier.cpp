// Operations on mbarriers, whatever they are written as: inline assembly, cuda::barrier, cuda::ptx.
// Loops that try until a phase has completed are waits (lower/spins.cpp).
#include "cuda/lower/assume.hpp"
#include "cuda/lower/lowering.hpp"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InlineAsm.h>

#include <algorithm>
#include <functional>

namespace heddle::cuda {

namespace {

using Kind = core::Mbarrier::Kind;

bool may_arrive(const llvm::Instruction& i) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
  if (!call) return false;
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()))
    return llvm::StringRef(assembly->getAsmString()).contains("mbarrier.arrive") ||
           llvm::StringRef(assembly->getAsmString()).contains("tcgen05.commit");
  const llvm::Function* f = call->getCalledFunction();
  return !f || f->getName().contains("mbarrier_arrive");
}

} // namespace

// The function of a header that a person called: "arrive()".
std::string Lowering::called(const llvm::Instruction& at) const {
  const llvm::DILocation* loc = at.getDebugLoc().get();
  const llvm::DILocation* user = in_user_code(loc);
  for (; loc && loc->getInlinedAt() != user; loc = loc->getInlinedAt())
    if (!loc->getInlinedAt()) return "";
  if (!loc) return "";
  const llvm::StringRef name = loc->getScope()->getSubprogram()->getName();
  const bool is_template = name.contains('<') && !name.starts_with("operator");
  return (is_template ? name.take_until([](char c) { return c == '<'; }) : name).str() + "()";
}

void Lowering::mbarrier(const Pointer& at, const core::Mbarrier& op, const llvm::Instruction& i) {
  for_each_array(at, i, "an mbarrier's operation", [&](core::ArrayId array, Expr offset) {
    if (kernel_.arrays[array].space != core::Space::shared)
      return unsupported("an mbarrier that is not in shared memory: " + op.text, i);
    if (core::is_distributed(kernel_.arrays[array]) && !together_)
      return unsupported("an mbarrier in shared memory that other blocks reach: " + op.text, i);
    // PTX ISA: the other operations take no mbarrier of another block
    const bool anywhere = op.kind == Kind::arrive || op.kind == Kind::expect ||
                          op.kind == Kind::complete || op.kind == Kind::commit;
    if (together_ && at.row && !anywhere)
      return unsupported("this operation at an mbarrier of another block: " + op.text, i);
    if (together_) assume_cluster_scope(op);
    core::Mbarrier here = op;
    here.array = array;
    here.offset = offset;
    emit(std::move(here), i);
  });
}

// PTX ISA, "mbarrier.arrive", "mbarrier.try_wait": without a scope they are of the block's.
void Lowering::assume_cluster_scope(const core::Mbarrier& op) {
  if (op.kind < Kind::arrive || op.kind == Kind::expect || op.kind == Kind::complete) return;
  for (const char* scope : {".release.cluster", ".acquire.cluster", ".gpu", ".sys"})
    if (op.text.find(scope) != std::string::npos) return;
  assume_once(kernel_, pool_,
              "arrivals at mbarriers and waits for these order the blocks of a cluster, whatever "
              "scope they name");
}

// An arrival, and the token that it gives.
Expr Lowering::mbarrier_arrive(const Pointer& at, const core::Mbarrier& op,
                               const llvm::CallBase& call) {
  mbarrier(at, op, call);
  arrivals_[&call].push_back(at);
  return havoc(Type::u64(), call, "the state of an mbarrier");
}

void Lowering::mbarrier_wait(const Pointer& at, core::Mbarrier op, const llvm::Value* token,
                             const llvm::CallBase& call) {
  op.kind = op.parity ? Kind::wait_parity : Kind::wait_own;
  if (!op.parity && !(token && is_own_token(*token, at, call)))
    return unsupported(
        "a wait for a phase of an mbarrier that is not that of the thread's own last arrival",
        call);
  mbarrier(at, op, call);
}

// A test whether a phase has completed. Its result counts only in loops that end when it is true;
// there the statement behind it goes (lower/spins.cpp).
Expr Lowering::mbarrier_test(const Pointer& at, const core::Mbarrier& op, const llvm::Value* token,
                             const llvm::CallBase& call) {
  mbarrier_wait(at, op, token, call);
  const Expr done = havoc(Type::boolean(), call, "");
  unsupported("a test of an mbarrier's phase that is not repeated until it succeeds", call);
  tests_.insert(static_cast<core::VarId>(done->value));
  return done;
}

// Are the two certainly different objects?
bool Lowering::is_apart(const Pointer& a, const Pointer& b) const {
  const auto shares = [&](TargetId id) { return std::ranges::count(b.targets, id) != 0; };
  const auto is_array = [&](TargetId id) { return targets_[id].kind == Target::Kind::array; };
  if (!std::ranges::all_of(a.targets, is_array) || !std::ranges::all_of(b.targets, is_array))
    return false;
  if (std::ranges::none_of(a.targets, shares)) return true;
  const auto x = constant_value(a.offset), y = constant_value(b.offset);
  return a.targets.size() == 1 && b.targets.size() == 1 && x && y && *x != *y;
}

namespace {

// A way back from a wait, towards the arrival that gave its token.
class WayBack {
public:
  using Test = std::function<bool(const llvm::Instruction&)>;
  // `is_at`: the instruction arrives at the mbarrier; `disturbs`: it may do so, or changes where
  // that is.
  WayBack(Test is_at, Test disturbs) : is_at_(std::move(is_at)), disturbs_(std::move(disturbs)) {}

  // From `last`, or the start of the block, on: does each way come to the arrival that gave the
  // token before anything disturbs?
  bool leads(const llvm::Value& token, const llvm::BasicBlock& block,
             const llvm::Instruction* last) {
    const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&token);
    const llvm::Value& v = part ? *part->getAggregateOperand() : token;
    if (llvm::isa<llvm::UndefValue>(v)) { // not set on this way: nobody is to wait for it
      may_be_older_ = may_be_older_ || arrives_before(block, last);
      return true;
    }
    if (!llvm::isa<llvm::Instruction>(v)) return false;
    for (; last && !llvm::isa<llvm::PHINode>(last); last = last->getPrevNode()) {
      if (last == &v) return is_at_(*last);
      if (disturbs_(*last)) return false;
    }
    for (const llvm::PHINode& phi : block.phis())
      if (&phi != &v && disturbs_(phi)) return false;
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(&v);
    const bool joins = phi && phi->getParent() == &block;
    return !llvm::pred_empty(&block) &&
           llvm::all_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* before) {
             const llvm::Value& then = joins ? *phi->getIncomingValueForBlock(before) : v;
             return !seen_.emplace(&then, before).second ||
                    leads(then, *before, before->getTerminator());
           });
  }

  // Does a way on which no token is set come from an arrival? A wait there would be taken for one
  // for that arrival; behind none, it is found out.
  bool may_be_older() const { return may_be_older_; }

private:
  bool arrives_before(const llvm::BasicBlock& block, const llvm::Instruction* last) {
    for (; last; last = last->getPrevNode())
      if (disturbs_(*last)) return true;
    return llvm::any_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* before) {
      return unset_in_.insert(before).second && arrives_before(*before, before->getTerminator());
    });
  }

  Test is_at_, disturbs_;
  std::set<std::pair<const llvm::Value*, const llvm::BasicBlock*>> seen_;
  std::set<const llvm::BasicBlock*> unset_in_;
  bool may_be_older_ = false;
};

} // namespace

// Is `token` what this thread's last arrival at the mbarrier gave, whatever way led to `wait`?
bool Lowering::is_own_token(const llvm::Value& token, const Pointer& at,
                            const llvm::Instruction& wait) {
  const std::vector<Expr> leaves =
      atoms(pool_.add(at.offset, pool_.cast(base_of(at), Type::i64())));
  const auto changes = [&](const llvm::Instruction& i) {
    const auto scalar = scalars_.find(&i);
    if (scalar != scalars_.end() && llvm::is_contained(leaves, scalar->second)) return true;
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(&i);
    if (!phi) return false;
    for (const auto* vars : {&phi_vars_, &phi_bases_, &address_phis_})
      if (const auto var = vars->find(phi);
          var != vars->end() && llvm::is_contained(leaves, pool_.symbol_ref(var->second)))
        return true;
    return false;
  };
  const auto is_at = [&](const llvm::Instruction& i) {
    const auto it = arrivals_.find(&i);
    return it != arrivals_.end() && it->second.size() == 1 && it->second[0].targets == at.targets &&
           it->second[0].base == at.base && it->second[0].offset == at.offset;
  };
  const auto is_elsewhere = [&](const llvm::Instruction& i) {
    const auto it = arrivals_.find(&i);
    return it != arrivals_.end() &&
           std::ranges::all_of(it->second, [&](const Pointer& p) { return is_apart(p, at); });
  };
  WayBack back(is_at, [&](const llvm::Instruction& i) {
    return changes(i) || (may_arrive(i) && !is_elsewhere(i));
  });
  const bool is_own = back.leads(token, *wait.getParent(), wait.getPrevNode());
  const Loc at_wait = place(wait);
  if (is_own && back.may_be_older())
    assume_once(kernel_, pool_,
                "the token of the wait at line " + std::to_string(at_wait.line) +
                    " is set on every way to it",
                at_wait);
  return is_own;
}

// ---- as functions
// --------------------------------------------------------------------------------

void Lowering::mbarrier_change(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  static const std::map<std::string, Kind> kinds{
      {"mbarrier_announce", Kind::expect},     {"mbarrier_init", Kind::init},
      {"mbarrier_init_announced", Kind::init}, {"mbarrier_inval", Kind::inval},
      {"mbarrier_expect", Kind::expect},       {"mbarrier_complete", Kind::complete}};
  core::Mbarrier op;
  op.kind = kinds.at(callee.getNameAsString());
  op.text = called(call);
  // An initialisation without a count is for as many arrivals as were announced: expected, without
  // bytes.
  const bool announces = callee.getName() == "mbarrier_announce";
  if (call.arg_size() > 1)
    (announces || op.kind == Kind::init ? op.count : op.bytes) =
        scalar_as(*call.getArgOperand(1), false);
  mbarrier(pointer(*call.getArgOperand(0)), op, call);
}

void Lowering::mbarrier_arrival(const llvm::CallBase& call, const clang::FunctionDecl&) {
  core::Mbarrier op;
  op.kind = Kind::arrive;
  op.text = called(call);
  op.count = scalar_as(*call.getArgOperand(1), false);
  if (constant_value(op.count) == std::optional<std::int64_t>(1)) op.count = nullptr;
  if (call.arg_size() > 2) op.bytes = scalar_as(*call.getArgOperand(2), false);
  define(call, mbarrier_arrive(pointer(*call.getArgOperand(0)), op, call));
}

void Lowering::mbarrier_of_own_block(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const Expr row = pointer(*call.getArgOperand(0)).row;
  if (row && together_)
    emit(core::Assert{pool_.eq(row, own_row()),
                      "a cuda::barrier of block scope is of the caller's block (else it traps)"},
         call);
}

void Lowering::mbarrier_phase(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  core::Mbarrier op;
  op.text = called(call);
  const Pointer at = pointer(*call.getArgOperand(0));
  const llvm::Value* token = call.getArgOperand(1);
  if (callee.getName().ends_with("parity")) op.parity = scalar_as(*token, false);
  if (callee.getName().starts_with("mbarrier_test"))
    define(call, mbarrier_test(at, op, token, call));
  else
    mbarrier_wait(at, op, token, call);
}

} // namespace heddle::cuda
