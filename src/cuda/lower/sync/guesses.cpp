#include "cuda/lower/sync/guesses.hpp"

#include "cuda/lower/prepare.hpp"

#include <llvm/IR/PatternMatch.h>

#include <set>

namespace heddle::cuda {

namespace {

using core::Trend;
using Edge = llvm::BasicBlockEdge;

constexpr unsigned deepest = 12; // of what an address is made of

// The same bits by the name that they had first.
const llvm::Value* bits_of(const llvm::Value* v) {
  while (const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(v))
    v = cast->getOperand(0);
  return v;
}

const llvm::CallBase* as_cas(const llvm::Value* v) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(v);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  const bool is_cas = callee && callee->getName().starts_with("_ZN8__heddle10atomic_cas") &&
                      call->arg_size() > 2 && call->getType()->isIntegerTy();
  return is_cas ? call : nullptr;
}

// Are both the same address wherever `b` is computed behind `a`? Without reads of memory, that is
// where they are made alike of the same values.
bool is_same(const llvm::Value* a, const llvm::Value* b, unsigned depth = 0) {
  if (a == b) return true;
  if (depth == deepest) return false;
  const auto* x = llvm::dyn_cast<llvm::Instruction>(a);
  const auto* y = llvm::dyn_cast<llvm::Instruction>(b);
  if (!x || !y || !x->isSameOperationAs(y)) return false;
  if (llvm::isa<llvm::LoadInst>(x)
          ? !is_builtin(*x->getOperand(0))
          : !llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::BinaryOperator,
                       llvm::SelectInst, llvm::CmpInst>(x))
    return false;
  for (unsigned i = 0; i < x->getNumOperands(); ++i)
    if (!is_same(x->getOperand(i), y->getOperand(i), depth + 1)) return false;
  return true;
}

// Of a cell that is compared so with what is to come there, where the comparison holds.
Trend trend_where(llvm::CmpInst::Predicate cell_with_next) {
  using P = llvm::CmpInst;
  switch (cell_with_next) {
  case P::ICMP_SLT:
  case P::ICMP_SLE:
    return Trend::up_signed;
  case P::ICMP_ULT:
  case P::ICMP_ULE:
    return Trend::up_unsigned;
  case P::ICMP_SGT:
  case P::ICMP_SGE:
    return Trend::down_signed;
  case P::ICMP_UGT:
  case P::ICMP_UGE:
    return Trend::down_unsigned;
  case P::FCMP_OLT:
  case P::FCMP_OLE:
  case P::FCMP_ULT:
  case P::FCMP_ULE:
    return Trend::up_real;
  case P::FCMP_OGT:
  case P::FCMP_OGE:
  case P::FCMP_UGT:
  case P::FCMP_UGE:
    return Trend::down_real;
  default:
    return Trend::any;
  }
}

// What a branch says of `value` on the way to `to`: how it compares with `other`.
struct Comparison {
  llvm::CmpInst::Predicate predicate;
  const llvm::Value* other;
};
std::optional<Comparison> compared(const llvm::BranchInst& branch, const llvm::BasicBlock& to,
                                   const llvm::Value* value) {
  if (branch.isUnconditional() || branch.getSuccessor(0) == branch.getSuccessor(1))
    return std::nullopt;
  const auto* cmp = llvm::dyn_cast<llvm::CmpInst>(branch.getCondition());
  if (!cmp) return std::nullopt;
  const llvm::Value *a = bits_of(cmp->getOperand(0)), *b = bits_of(cmp->getOperand(1));
  const bool holds = branch.getSuccessor(0) == &to;
  const auto predicate = holds ? cmp->getPredicate() : cmp->getInversePredicate();
  if (a == value) return Comparison{predicate, b};
  if (b == value) return Comparison{llvm::CmpInst::getSwappedPredicate(predicate), a};
  return std::nullopt;
}

class Guess {
public:
  Guess(const llvm::LoadInst& load, const llvm::PHINode& first, const llvm::Loop& loop,
        const llvm::DominatorTree& dominators)
      : load_(load), guess_(first), loop_(loop), dominators_(dominators) {}

  Trend trend() {
    find_checks();
    if (checks_.empty()) return Trend::none;
    find_successes();
    tainted_ = {&guess_};
    for (std::vector<const llvm::Value*> open{&guess_}; !open.empty();) {
      const llvm::Value* v = open.back();
      open.pop_back();
      for (const llvm::Use& use : v->uses()) {
        if (is_behind_success(use) || is_harmless(use)) continue;
        if (!computes(use)) return Trend::none;
        if (tainted_.insert(use.getUser()).second) open.push_back(use.getUser());
      }
    }
    return of_exits();
  }

private:
  bool is_guess(const llvm::Value* v) const { return bits_of(v) == &guess_; }

  void find_checks() {
    for (const llvm::BasicBlock* block : loop_.blocks())
      for (const llvm::Instruction& i : *block)
        if (const llvm::CallBase* cas = as_cas(&i);
            cas && is_guess(cas->getArgOperand(1)) &&
            is_same(load_.getPointerOperand(), cas->getArgOperand(0)))
          checks_.insert(cas);
  }

  // Does `condition`, where it is `outcome`, say that an atomicCAS has found what was guessed?
  bool says_success(const llvm::Value* condition, bool outcome) const {
    using namespace llvm::PatternMatch;
    const llvm::Value *a = nullptr, *b = nullptr;
    if (match(condition, m_Not(m_Value(a)))) return says_success(a, !outcome);
    if (outcome ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
                : match(condition, m_LogicalOr(m_Value(a), m_Value(b))))
      return says_success(a, outcome) || says_success(b, outcome);
    const auto* cmp = llvm::dyn_cast<llvm::ICmpInst>(condition);
    return cmp && tells_success(*cmp) && outcome == (cmp->getPredicate() == llvm::CmpInst::ICMP_EQ);
  }
  bool tells_success(const llvm::ICmpInst& cmp) const {
    const llvm::Value *a = bits_of(cmp.getOperand(0)), *b = bits_of(cmp.getOperand(1));
    return cmp.isEquality() &&
           ((a == &guess_ && checks_.contains(b)) || (b == &guess_ && checks_.contains(a)));
  }

  void find_successes() {
    for (const llvm::BasicBlock* block : loop_.blocks()) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
      if (!branch || branch->isUnconditional()) continue;
      for (unsigned i = 0; i < 2; ++i)
        if (says_success(branch->getCondition(), i == 0))
          successes_.emplace_back(block, branch->getSuccessor(i));
    }
  }

  // There it is no guess: the cell held it when the atomicCAS succeeded.
  bool is_behind_success(const llvm::Use& use) const {
    return llvm::any_of(successes_,
                        [&](const Edge& edge) { return dominators_.dominates(edge, use); });
  }

  bool is_harmless(const llvm::Use& use) const {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (checks_.contains(user)) return use.getOperandNo() == 2 || is_guess(use.get());
    const auto* cmp = llvm::dyn_cast<llvm::CmpInst>(user);
    if (!cmp || !is_guess(use.get())) return false;
    if (const auto* equal = llvm::dyn_cast<llvm::ICmpInst>(cmp); equal && tells_success(*equal))
      return true;
    // Where it leaves the loop, of_exits() decides.
    return !cmp->use_empty() && llvm::all_of(cmp->users(), [&](const llvm::User* of) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(of);
      return branch && loop_.isLoopExiting(branch->getParent());
    });
  }

  // Does it make another number of it within the turn, and nothing else?
  bool computes(const llvm::Use& use) const {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (!loop_.contains(user) || user->getType()->isPointerTy()) return false;
    if (llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::SelectInst,
                  llvm::CmpInst, llvm::FreezeInst, llvm::ExtractElementInst,
                  llvm::InsertElementInst, llvm::ShuffleVectorInst>(user))
      return true;
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    return call && call->doesNotAccessMemory() && !call->getType()->isVoidTy();
  }

  // The loop ends where an atomicCAS has succeeded, or where the cell is seen to be beyond
  // something: it is so from then on, if it is only moved that way.
  Trend of_exits() const {
    llvm::SmallVector<llvm::Loop::Edge, 4> exits;
    loop_.getExitEdges(exits);
    Trend found = exits.empty() ? Trend::none : Trend::any;
    for (const auto& [from, to] : exits) {
      if (llvm::any_of(successes_, [&, f = from, t = to](const Edge& edge) {
            return edge.getStart() == f && edge.getEnd() == t;
          }))
        continue;
      const Trend trend = of_exit(*from, *to);
      if (trend == Trend::any || (found != Trend::any && found != trend)) return Trend::none;
      found = trend;
    }
    return found;
  }

  // any: it matters how far the cell is.
  Trend of_exit(const llvm::BasicBlock& from, const llvm::BasicBlock& to) const {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
    const auto exit = branch ? compared(*branch, to, &guess_) : std::nullopt;
    if (!exit || tainted_.contains(exit->other)) return Trend::any;
    // it is left where the cell is beyond: `exit->other` comes before it
    return trend_where(llvm::CmpInst::getSwappedPredicate(exit->predicate));
  }

  const llvm::LoadInst& load_;
  const llvm::PHINode& guess_; // in each turn what is expected there
  const llvm::Loop& loop_;
  const llvm::DominatorTree& dominators_;
  std::set<const llvm::Value*> checks_; // those of them that are made with it
  std::vector<Edge> successes_;
  std::set<const llvm::Value*> tainted_; // what is made of it
};

// What is read begins a loop as `phi`, and does nothing else; null: it does.
const llvm::PHINode* only_phi(const llvm::Value& v) {
  if (!v.hasOneUser()) return nullptr;
  const llvm::User* user = *v.user_begin();
  if (llvm::isa<llvm::BitCastInst>(user)) return only_phi(*user);
  return llvm::dyn_cast<llvm::PHINode>(user);
}

} // namespace

Trend guess_of(const llvm::LoadInst& load, const llvm::LoopInfo& loops,
               const llvm::DominatorTree& dominators) {
  const llvm::PHINode* phi = only_phi(load);
  const llvm::Loop* loop = phi ? loops.getLoopFor(phi->getParent()) : nullptr;
  if (!loop || loop->getHeader() != phi->getParent() || loop->contains(&load)) return Trend::none;
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) // else it is never made anew
    if (bits_of(phi->getIncomingValue(i)) == &load && loop->contains(phi->getIncomingBlock(i)))
      return Trend::none;
  return Guess(load, *phi, *loop, dominators).trend();
}

Trend trend_of(const llvm::CallBase& call, const llvm::DominatorTree& dominators) {
  const llvm::CallBase* cas = as_cas(&call);
  if (!cas) return Trend::any;
  const llvm::Value *cell = bits_of(cas->getArgOperand(1)), *next = bits_of(cas->getArgOperand(2));
  const llvm::BasicBlock* here = cas->getParent();
  for (const auto* node = dominators.getNode(here)->getIDom(); node; node = node->getIDom()) {
    const llvm::BasicBlock* from = node->getBlock();
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from->getTerminator());
    if (!branch) continue;
    for (const llvm::BasicBlock* to : branch->successors()) {
      const auto found = compared(*branch, *to, cell);
      if (found && found->other == next && dominators.dominates(Edge(from, to), here))
        return trend_where(found->predicate);
    }
  }
  return Trend::any;
}

} // namespace heddle::cuda
