// Conditions as values. `if (a && b) x; else y` compiles to two branches that share the way to y;
// lowered as such, y would be the end of two ways. Here the ways flow together first:
//
//   A: br a, X, F                     A: br a, X, M
//   X: .. br b, T, F         =>       X: .. br M
//                                     M: v = phi [false, A], [b, X]; br v, T, F
//
// and where X has no effect, the branch of A goes and v becomes `a ? b : false`.
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace heddle::cuda {

namespace {

using Block = llvm::BasicBlock;

llvm::BranchInst* condition_of(Block& block) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  return branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1)
             ? branch
             : nullptr;
}

// Values of X that others use come through a phi of M: X is no longer on every way to them.
void pass_through(Block& x, Block& a, Block& m) {
  for (llvm::Instruction& i : x) {
    llvm::PHINode* phi = nullptr;
    for (llvm::Use& use : llvm::make_early_inc_range(i.uses())) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (user->getParent() == &x || (user->getParent() == &m && llvm::isa<llvm::PHINode>(user)))
        continue;
      if (!phi) {
        phi = llvm::PHINode::Create(i.getType(), 2, "", m.begin());
        phi->addIncoming(llvm::PoisonValue::get(i.getType()), &a);
        phi->addIncoming(&i, &x);
      }
      if (user != phi) use.set(phi);
    }
  }
}

// The phis of a block that A and X led to, which M alone leads to now.
void join_incoming(Block& target, Block& a, Block& x, Block& m) {
  for (llvm::PHINode& phi : target.phis()) {
    llvm::Value* from_a = phi.getIncomingValueForBlock(&a);
    llvm::Value* from_x = phi.getIncomingValueForBlock(&x);
    phi.removeIncomingValue(&a, false);
    phi.removeIncomingValue(&x, false);
    llvm::Value* joined = from_a;
    if (from_a != from_x) {
      auto* both = llvm::PHINode::Create(phi.getType(), 2, "", m.begin());
      both->addIncoming(from_a, &a);
      both->addIncoming(from_x, &x);
      joined = both;
    }
    phi.addIncoming(joined, &m);
  }
}

// Is the way from A to `shared` taken by X as well, and X only reached from A?
bool join_condition(Block& a) {
  llvm::BranchInst* outer = condition_of(a);
  if (!outer) return false;
  for (unsigned side : {0u, 1u}) {
    Block& x = *outer->getSuccessor(side);
    Block& shared = *outer->getSuccessor(1 - side);
    llvm::BranchInst* inner = condition_of(x);
    if (!inner || x.getSinglePredecessor() != &a || &shared == &a || &shared == &x) continue;
    const bool on_true = inner->getSuccessor(0) == &shared;
    if (!on_true && inner->getSuccessor(1) != &shared) continue;
    Block& other = *inner->getSuccessor(on_true ? 1 : 0);
    if (&other == &a || &other == &x) continue; // a loop
    Block* m = Block::Create(a.getContext(), "", a.getParent(), &other);
    llvm::Value* taken = inner->getCondition();
    // the condition keeps its sense: v says what `b` says, or what of A goes straight to `shared`
    auto* value = llvm::PHINode::Create(taken->getType(), 2, "", m);
    value->setDebugLoc(outer->getDebugLoc());
    value->addIncoming(llvm::ConstantInt::getBool(a.getContext(), on_true), &a);
    value->addIncoming(taken, &x);
    auto* branch =
        llvm::BranchInst::Create(inner->getSuccessor(0), inner->getSuccessor(1), value, m);
    branch->setDebugLoc(outer->getDebugLoc());
    join_incoming(shared, a, x, *m);
    other.replacePhiUsesWith(&x, m);
    outer->setSuccessor(1 - side, m);
    const llvm::DebugLoc place = inner->getDebugLoc();
    inner->eraseFromParent();
    llvm::BranchInst::Create(m, &x)->setDebugLoc(place);
    pass_through(x, a, *m);
    return true;
  }
  return false;
}

// May it be computed although its branch is not taken?
bool has_no_effect(const llvm::Instruction& i) {
  if (i.isTerminator() || i.isDebugOrPseudoInst()) return true;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i))
    return is_builtin(*load->getPointerOperand()->stripInBoundsConstantOffsets());
  if (llvm::isa<llvm::BinaryOperator>(i))
    return !i.isIntDivRem() || llvm::isa<llvm::ConstantInt>(i.getOperand(1));
  return llvm::isa<llvm::CastInst, llvm::CmpInst, llvm::SelectInst, llvm::GetElementPtrInst,
                   llvm::UnaryOperator>(i);
}

bool is_free(const Block& block) {
  return llvm::isa<llvm::BranchInst>(block.getTerminator()) && llvm::all_of(block, has_no_effect);
}

// The side of a branch of `a` that only computes values on the way to `join`; null: the edge
// itself.
bool side_to(Block& a, Block& side, Block& join, Block*& computes) {
  computes = nullptr;
  if (&side == &join) return true;
  if (side.getSinglePredecessor() != &a || side.getSingleSuccessor() != &join || !is_free(side))
    return false;
  computes = &side;
  return true;
}

void hoist(Block* side, Block& a) {
  if (!side) return;
  for (llvm::Instruction& i : llvm::make_early_inc_range(*side))
    if (!i.isTerminator()) i.moveBefore(a.getTerminator());
}

// A branch whose sides only compute values: selections.
bool select_values(Block& a) {
  llvm::BranchInst* branch = condition_of(a);
  if (!branch) return false;
  Block& first = *branch->getSuccessor(0);
  Block& second = *branch->getSuccessor(1);
  for (Block* join : {&first, &second, first.getSingleSuccessor()}) {
    Block *then_side, *else_side;
    if (!join || join == &a || !side_to(a, first, *join, then_side) ||
        !side_to(a, second, *join, else_side) || (!then_side && !else_side))
      continue;
    hoist(then_side, a);
    hoist(else_side, a);
    llvm::IRBuilder<> builder(branch);
    for (llvm::PHINode& phi : join->phis()) {
      llvm::Value* yes = phi.getIncomingValueForBlock(then_side ? then_side : &a);
      llvm::Value* no = phi.getIncomingValueForBlock(else_side ? else_side : &a);
      for (Block* from : {then_side ? then_side : &a, else_side ? else_side : &a})
        phi.removeIncomingValue(from, false);
      phi.addIncoming(yes == no ? yes : builder.CreateSelect(branch->getCondition(), yes, no), &a);
    }
    builder.CreateBr(join);
    branch->eraseFromParent();
    for (Block* side : {then_side, else_side})
      if (side) side->eraseFromParent();
    if (join->getSinglePredecessor() == &a) llvm::MergeBlockIntoPredecessor(join);
    return true;
  }
  return false;
}

// The normal end of a loop sets values in a block of its own, so that the loop's condition stands
// alone.
void split_exits(llvm::Function& kernel) {
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  std::vector<std::pair<Block*, Block*>> exits;
  for (Block& block : kernel) {
    const llvm::Loop* loop = loops.getLoopFor(&block);
    if (!loop || !condition_of(block)) continue;
    for (Block* next : llvm::successors(&block))
      if (!loop->contains(next) && !next->phis().empty() && !next->getSinglePredecessor())
        exits.emplace_back(&block, next);
  }
  for (const auto& [from, to] : exits)
    if (Block* between = llvm::SplitEdge(from, to, &dominators, &loops))
      between->setName("loop.end");
}

} // namespace

bool is_builtin(const llvm::Value& v) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&v);
  return variable && variable->isDeclaration() &&
         llvm::is_contained({"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"},
                            variable->getName());
}

void rebuild_conditions(llvm::Function& kernel) {
  bool again = true;
  while (again) {
    again = false;
    for (Block& block : kernel)
      if (join_condition(block) || select_values(block)) {
        again = true;
        break;
      }
  }
  split_exits(kernel);
}

} // namespace heddle::cuda
