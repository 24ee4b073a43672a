// Control flow: from blocks and branches to statements within each other, along the dominator tree
// (Ramsey, "Beyond Relooper", ICFP 2022). A block that several ways lead to stands behind a
// labelled statement that holds all of these ways, which leave it for the block; what stands behind
// a loop stands behind it here as well. Only a jump into the middle of a loop has no such form.
#include "cuda/lower/blocks.hpp"
#include "cuda/lower/lowering.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr unsigned max_nesting = 400;

// Does nothing follow in the block, nor behind it, but the kernel's end?
bool only_returns(const llvm::BasicBlock& block) {
  const llvm::BasicBlock* at = &block;
  for (unsigned blocks = 0; blocks < max_nesting; ++blocks) {
    if (!llvm::all_of(*at, [](const llvm::Instruction& i) {
          return i.isTerminator() || i.isDebugOrPseudoInst() || i.isLifetimeStartOrEnd();
        }))
      return false;
    const llvm::Instruction& end = *at->getTerminator();
    if (llvm::isa<llvm::ReturnInst>(end)) return true;
    if (!llvm::isa<llvm::BranchInst>(end) || end.getNumSuccessors() != 1) return false;
    at = end.getSuccessor(0);
  }
  return false; // a loop without an end
}

// The places of `return` in a function's own text.
class Returns : public clang::RecursiveASTVisitor<Returns> {
public:
  explicit Returns(const clang::SourceManager& sources) : sources_(sources) {}
  bool VisitReturnStmt(clang::ReturnStmt* s) {
    const clang::PresumedLoc at =
        sources_.getPresumedLoc(sources_.getExpansionLoc(s->getReturnLoc()));
    if (at.isValid()) places.emplace(at.getLine(), at.getColumn());
    return true;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr*) { return true; }
  std::set<std::pair<unsigned, unsigned>> places;

private:
  const clang::SourceManager& sources_;
};

} // namespace

const std::set<std::pair<unsigned, unsigned>>&
Lowering::returns_of(const llvm::DILocation& at) const {
  const llvm::DISubprogram* text = at.getScope()->getSubprogram();
  const auto [known, is_new] = returns_.try_emplace(text);
  if (!is_new) return known->second;
  const clang::FunctionDecl* decl =
      at.getInlinedAt() ? unit_.declaration(text->getLinkageName().str()) : code_.decl;
  if (!decl || !decl->hasBody()) return known->second;
  Returns returns(unit_.ast->getSourceManager());
  returns.TraverseStmt(decl->getBody());
  return known->second = std::move(returns.places);
}

// `return`, as opposed to the end of the text: a thread that takes it from the kernel, or from a
// function with which the kernel ends, is gone.
bool Lowering::is_return(const llvm::Instruction& jump) const {
  const llvm::DILocation* at = jump.getDebugLoc().get();
  return at && returns_of(*at).contains({at->getLine(), at->getColumn()});
}

bool Lowering::returns(const llvm::BasicBlock& from, const llvm::BasicBlock& to) const {
  const llvm::Instruction& jump = *from.getTerminator();
  return jump.getNumSuccessors() == 1 && only_returns(to) && is_return(jump);
}

// Blocks behind a loop: its end, what several ways lead to, and, of a loop without an end of its
// own (made of gotos), all that it goes on with. The others are parts of it: `{ found = i; break;
// }`.
bool Lowering::stands_behind(const llvm::Loop& loop, const llvm::BasicBlock& block) const {
  if (ends_loop(block) || is_join(block)) return true;
  llvm::SmallVector<llvm::BasicBlock*, 8> exits;
  loop.getExitBlocks(exits);
  const llvm::Instruction& last = *block.getTerminator();
  const bool leaves_kernel =
      is_return(last) && (last.getNumSuccessors() == 0 || returns(block, *last.getSuccessor(0)));
  return !leaves_kernel && llvm::is_contained(exits, &block) &&
         llvm::none_of(exits, [&](const llvm::BasicBlock* b) { return ends_loop(*b); });
}

bool Lowering::is_reducible() {
  unsigned n = 0;
  llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function_);
  for (const llvm::BasicBlock* block : order)
    order_[block] = n++;
  for (const llvm::BasicBlock* block : order)
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (order_.at(next) <= order_.at(block) && !dominators_.dominates(next, block)) return false;
  return true;
}

// Do several ways lead to it, going forward?
bool Lowering::is_join(const llvm::BasicBlock& block) const {
  std::set<const llvm::BasicBlock*> ways;
  for (const llvm::BasicBlock* from : llvm::predecessors(&block))
    if (const auto it = order_.find(from);
        it != order_.end() && it->second < order_.at(&block) && !returns(*from, block))
      ways.insert(from);
  return ways.size() > 1;
}

// Does a loop that does not hold it lead there?
bool Lowering::is_left_for(const llvm::BasicBlock& block) const {
  return llvm::any_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* from) {
    const llvm::Loop* loop = loops_.getLoopFor(from);
    return loop && !loop->contains(&block);
  });
}

// Blocks that stand behind the statement that `block` becomes: in order, those whose immediate
// dominator it is. A loop takes with it what control leaves it for.
std::vector<const llvm::BasicBlock*> Lowering::joins_of(const llvm::BasicBlock& block) const {
  std::vector<const llvm::BasicBlock*> joins;
  const llvm::Loop* loop = loops_.getLoopFor(&block);
  const llvm::Loop* own = loop && loop->getHeader() == &block ? loop : nullptr;
  // what leaves the loop around it stands behind that loop
  const llvm::Loop* around = own ? own->getParentLoop() : loop;
  std::vector<const llvm::DomTreeNode*> todo{dominators_.getNode(&block)};
  while (!todo.empty()) {
    const llvm::DomTreeNode* node = todo.back();
    todo.pop_back();
    for (const llvm::DomTreeNode* child : node->children()) {
      const llvm::BasicBlock& next = *child->getBlock();
      if (own && own->contains(&next)) todo.push_back(child);
      // Clang may take the end of a loop for the end of the kernel, which `return` jumps to as well
      else if ((!around || around->contains(&next)) &&
               (own ? stands_behind(*own, next)
                    : is_join(next) || (ends_loop(next) && is_left_for(next))))
        joins.push_back(&next);
    }
  }
  std::ranges::sort(joins, {}, [&](const llvm::BasicBlock* b) { return order_.at(b); });
  return joins;
}

void Lowering::lower_from(const llvm::BasicBlock& block) {
  if (++depth_ > max_nesting) {
    if (depth_ == max_nesting + 1)
      kernel_.unknowns.emplace_back("statements are nested too deeply",
                                    place(*block.getTerminator()));
    --depth_;
    return;
  }
  // One conditional statement behind the other is a path down the dominator tree, however long:
  // what stands behind a block last goes on where the block ends.
  for (const llvm::BasicBlock* next = &block; next;) {
    const llvm::BasicBlock& now = *next;
    const llvm::Loop* loop = loops_.getLoopFor(&now);
    const bool is_header = loop && loop->getHeader() == &now;
    const std::vector<const llvm::BasicBlock*> joins = joins_of(now);
    for (const llvm::BasicBlock* join : joins) {
      labels_[join] = next_label_++;
      if (is_header || is_left_for(*join)) loop_ends_.insert(labels_[join]);
    }
    lower_before(joins, [&] { is_header ? lower_loop(now) : lower_block(now); });
    next = joins.empty() ? nullptr : joins.back();
  }
  --depth_;
}

// What `first` makes, and behind it each of `joins` but the last, which is to follow.
void Lowering::lower_before(const std::vector<const llvm::BasicBlock*>& joins,
                            const std::function<void()>& first) {
  if (joins.empty()) return first();
  core::Block body = collect(first);
  for (const llvm::BasicBlock* join : joins) {
    core::Block whole;
    append_labeled(pool_, whole, labels_.at(join), std::move(body));
    body = std::move(whole);
    if (join == joins.back()) break;
    core::Block* outer = std::exchange(out_, &body);
    lower_from(*join);
    out_ = outer;
  }
  std::move(body.begin(), body.end(), std::back_inserter(*out_));
}

void Lowering::lower_block(const llvm::BasicBlock& block) {
  for (const llvm::Instruction& i : block) {
    if (i.isTerminator()) continue;
    lower_instruction(i);
    relate_rounded(i);
  }
  lower_terminator(block);
}

void Lowering::lower_loop(const llvm::BasicBlock& header) {
  const core::LabelId label = next_label_++;
  labels_[&header] = label; // from here on it is jumped to from inside
  const llvm::Loop* loop = loops_.getLoopFor(&header);
  std::vector<const llvm::BasicBlock*> joins;
  for (const llvm::DomTreeNode* child : dominators_.getNode(&header)->children())
    if (loop->contains(child->getBlock()) && is_join(*child->getBlock()))
      joins.push_back(child->getBlock());
  std::ranges::sort(joins, {}, [&](const llvm::BasicBlock* b) { return order_.at(b); });
  for (const llvm::BasicBlock* join : joins)
    labels_[join] = next_label_++;
  core::Block body = collect([&] {
    lower_before(joins, [&] { lower_block(header); });
    if (!joins.empty()) lower_from(*joins.back());
  });
  const llvm::DebugLoc start = loop->getStartLoc();
  const llvm::Instruction& end = *header.getTerminator();
  const llvm::DILocation* at = start ? start.get() : end.getDebugLoc().get();
  emit_at(core::Loop{label, {}, pool_.boolean(true), std::move(body), {}}, unit_.loc(at),
          call_of(at));
}

// The way from one block to another.
void Lowering::go(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  set_phis(from, to);
  const llvm::Instruction& at = *from.getTerminator();
  if (order_.at(&to) <= order_.at(&from)) return emit(core::Continue{labels_.at(&to)}, at);
  if (returns(from, to)) return end_thread(at);
  const llvm::Loop* left = nullptr; // the outermost loop that is left
  for (const llvm::Loop* loop = loops_.getLoopFor(&from); loop && !loop->contains(&to);
       loop = loop->getParentLoop())
    left = loop;
  const bool behind = left ? stands_behind(*left, to) : is_join(to);
  if (const auto label = labels_.find(&to); behind && label != labels_.end())
    return emit(core::Break{label->second}, at);
  lower_from(to);
}

// Does control leave a loop or the kernel at the end of the block?
bool Lowering::leaves(const core::Block& block) const {
  if (block.empty()) return false;
  if (const auto* out = std::get_if<core::Break>(&block.back().node))
    return loop_ends_.contains(out->label);
  return std::holds_alternative<core::Exit>(block.back().node);
}

void Lowering::lower_terminator(const llvm::BasicBlock& block) {
  const llvm::Instruction& end = *block.getTerminator();
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end)) {
    if (branch->isUnconditional()) return go(block, *branch->getSuccessor(0));
    Expr cond = condition(*branch->getCondition());
    core::Block then_block = collect([&] { go(block, *branch->getSuccessor(0)); });
    core::Block else_block = collect([&] { go(block, *branch->getSuccessor(1)); });
    // if (c) { ..; break; } rest
    core::Block rest;
    if (leaves(else_block) && (!leaves(then_block) || else_block.size() == 1)) {
      cond = pool_.logical_not(cond);
      std::swap(then_block, else_block);
    }
    if (leaves(then_block)) std::swap(rest, else_block);
    if (!then_block.empty() || !else_block.empty())
      emit(core::If{cond, std::move(then_block), std::move(else_block)}, end);
    for (core::Stmt& s : rest)
      out_->push_back(std::move(s));
    return;
  }
  if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&end)) return lower_switch(*choice);
  if (llvm::isa<llvm::ReturnInst>(end)) return end_thread(end);
  // a path that the language leaves undefined, or a form that CUDA does not have
  unsupported(llvm::isa<llvm::UnreachableInst>(end)
                  ? "a path on which a value is not returned, or that ends the program"
                  : "a jump of a kind that kernels do not have",
              end);
  emit(core::Exit{}, end);
}

// if (v == 1 || v == 2) .. else if (v == 3) .. else default
void Lowering::lower_switch(const llvm::SwitchInst& choice) {
  const llvm::BasicBlock& block = *choice.getParent();
  std::vector<std::pair<const llvm::BasicBlock*, Expr>> cases;
  const Expr exact = unsigned_in_memory(*choice.getCondition());
  const Expr value = exact ? exact : scalar(*choice.getCondition());
  for (const auto& c : choice.cases()) {
    const Expr is = pool_.eq(value, constant(*c.getCaseValue(), value->type.is_signed));
    const auto same =
        std::ranges::find(cases, c.getCaseSuccessor(), &decltype(cases)::value_type::first);
    if (c.getCaseSuccessor() == choice.getDefaultDest()) continue;
    if (same == cases.end())
      cases.emplace_back(c.getCaseSuccessor(), is);
    else
      same->second = pool_.logical_or(same->second, is);
  }
  std::function<void(std::size_t)> from = [&](std::size_t i) {
    if (i == cases.size()) return go(block, *choice.getDefaultDest());
    core::Block then_block = collect([&] { go(block, *cases[i].first); });
    core::Block else_block = collect([&] { from(i + 1); });
    emit(core::If{cases[i].second, std::move(then_block), std::move(else_block)}, choice);
  };
  from(0);
}

} // namespace heddle::cuda
