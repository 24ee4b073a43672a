// What is not in the tree: whatever it names may be changed, and control may leave there.
#include "cuda/launch/walk/walk.hpp"

namespace heddle::cuda {

std::set<Root> HostWalk::roots_named(const std::set<std::string>& names) {
  std::set<Root> roots;
  for (const Frame& frame : frames_) {
    for (const clang::VarDecl* v : file_.variables(*frame.function)) {
      if (!is_named(*v, names)) continue;
      const auto it = state_.refs->find(v);
      roots.insert(it == state_.refs->end() ? Root{v, nullptr} : it->second.root);
    }
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(frame.function);
    if (frame.self && method && names_member(names, *method->getParent()))
      roots.insert(frame.self->root);
  }
  return roots;
}

void HostWalk::lose(const LostText& text) {
  if (state_.dead) return;
  forget_all(roots_named(text.names));
  havoc_reachable();
  // a loop around it may end here as well, and so may the function
  Frame& frame = frames_.back();
  frame.breaks.push_back(state_);
  frame.continues.push_back(state_);
  if (text.leaves) frame.returns.emplace_back(state_, HostValue{});
}

void HostWalk::lose_in(const clang::CompoundStmt& s, std::size_t at) {
  const auto* texts = file_.lost_in(s);
  if (!texts) return;
  if (const auto it = texts->find(at); it != texts->end()) lose(it->second);
}

// A launch in a function of which nothing else is known.
void HostWalk::run_alone(const clang::FunctionDecl& f, const clang::Expr& launch) {
  begin(f);
  eval(&launch);
}

} // namespace heddle::cuda
