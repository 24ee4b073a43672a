// Loops of the host that launch what an array of kernels has: turn by turn.
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

// A loop of a few turns, each by itself: what an array of kernels, grids and blocks has for one
// index belongs together. False, and nothing has happened, where the turns are not known.
bool HostWalk::run_turns(const clang::Expr* cond, const clang::Expr* step, const clang::Stmt* body,
                         const std::function<void()>& begin) {
  const HostState entry = state_;
  const std::size_t before = events.size(), before_apart = apart_events.size(),
                    returned = frames_.back().returns.size();
  const unsigned started = steps_;
  std::vector<HostState> exits;
  const auto& ended = file_.locals(*body);
  turns_.push_back(0);
  for (unsigned turn = 0; turn <= max_turns; ++turn) {
    begin();
    const Truth truth = test(cond);
    if (truth.if_true && is_false(truth.if_true)) {
      for (HostState& s : exits)
        join(std::move(s));
      turns_.pop_back();
      return true;
    }
    if (!truth.if_true || !is_true(truth.if_true)) break;
    ++turns_.back();
    exec(body);
    for (HostState& s : std::exchange(frames_.back().continues, {}))
      join(std::move(s));
    std::ranges::move(std::exchange(frames_.back().breaks, {}), std::back_inserter(exits));
    if (state_.dead || steps_ - started > max_steps_of_turns) break; // as any loop
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
