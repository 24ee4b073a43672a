// Loops of the host that are walked turn by turn: those that launch what an array of kernels has,
// or in which what is launched with trades places.
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// Of one loop.
constexpr unsigned max_turns = 16, max_steps_of_turns = 10'000;

// Launches of what a pointer leads to.
class ChosenKernels : public clang::RecursiveASTVisitor<ChosenKernels> {
public:
  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr* e) {
    found = !e->getDirectCallee() && !e->isTypeDependent();
    return !found;
  }
  bool found = false;
};

// Pointers that launches get by their names, and those that are assigned; or which of two it is
// hangs on a number.
class Traded : public clang::RecursiveASTVisitor<Traded> {
public:
  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr* e) {
    for (const clang::Expr* arg : e->arguments()) {
      if (!arg->getType()->isPointerType()) continue;
      passed.insert(variable_of(arg));
      is_chosen = is_chosen || is_choice(arg);
    }
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* v) {
    if (v->getInit() && v->getType()->isPointerType() && is_choice(v->getInit()))
      assigned.insert(v);
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* e) {
    if (e->getOpcode() == clang::BO_Assign && e->getLHS()->getType()->isPointerType())
      assigned.insert(variable_of(e->getLHS()));
    return true;
  }
  bool any() const {
    return is_chosen || std::ranges::any_of(passed, [&](const clang::VarDecl* v) {
             return v && assigned.contains(v);
           });
  }

private:
  static bool is_choice(const clang::Expr* e) {
    return llvm::isa<clang::ConditionalOperator>(without_casts(e));
  }
  static const clang::VarDecl* variable_of(const clang::Expr* e) {
    const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(without_casts(e));
    return ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  }
  std::set<const clang::VarDecl*> passed, assigned;
  bool is_chosen = false;
};

} // namespace

// Does it launch a kernel that may be another one in each turn?
bool HostWalk::chooses_kernel(const clang::Stmt& body) {
  const auto [it, is_new] = chooses_kernel_.try_emplace(&body);
  if (is_new) {
    ChosenKernels kernels;
    kernels.TraverseStmt(const_cast<clang::Stmt*>(&body));
    it->second = kernels.found;
  }
  return it->second;
}

// Does it hand another array to a launch from turn to turn? Where it counts besides, what it does
// in any turn says enough.
bool HostWalk::trades_places(const clang::Stmt& body) {
  const auto [it, is_new] = trades_places_.try_emplace(&body);
  if (is_new) {
    Traded traded;
    traded.TraverseStmt(const_cast<clang::Stmt*>(&body));
    it->second = traded.any();
  }
  return it->second;
}

bool HostWalk::is_walked_by_turns(const clang::Expr* cond, const clang::Expr* step,
                                  const clang::Stmt& body) {
  return (cond && chooses_kernel(body)) || (!step && trades_places(body));
}

// A loop of a few turns, each by itself: what an array of kernels, grids and blocks has for one
// index belongs together, and so do an array and how much of it there is. False, and nothing has
// happened, where the turns are not known.
bool HostWalk::run_turns(const clang::Expr* cond, const clang::Expr* step, const clang::Stmt* body,
                         const std::function<void()>& begin) {
  const HostState entry = state_;
  const std::size_t before = events.size(), before_apart = apart_events.size(),
                    returned = frames_.back().returns.size();
  const unsigned started = steps_;
  std::vector<HostState> exits;
  const auto& ended = file_.locals(*body);
  const bool is_last_known = !file_.has_labels(*frames_.back().function);
  const bool trades = !chooses_kernel(*body);
  const auto finish = [&] {
    join_all(std::move(exits));
    turns_.pop_back();
    return true;
  };
  turns_.push_back(0);
  for (unsigned turn = 0; turn <= max_turns; ++turn) {
    begin();
    const Truth truth = cond ? test(cond) : Truth{pool_.boolean(true), pool_.boolean(false)};
    if (truth.if_true && is_false(truth.if_true)) return finish();
    if (!truth.if_true || !is_true(truth.if_true)) break;
    ++turns_.back();
    exec(body);
    join_all(std::exchange(frames_.back().continues, {}));
    for (HostState& s : std::exchange(frames_.back().breaks, {}))
      if (!s.is_never()) exits.push_back(std::move(s));
    if (steps_ - started > max_steps_of_turns) break; // as any loop
    if (state_.is_never() && is_last_known) return finish();
    if (state_.dead || (trades && !exits.empty())) break;
    if (step) eval(step);
    end_life(ended, state_);
  }
  turns_.pop_back();
  events.resize(before);
  apart_events.resize(before_apart);
  frames_.back().returns.resize(returned);
  frames_.back().breaks.clear();
  state_ = entry;
  return false;
}

} // namespace heddle::cuda
