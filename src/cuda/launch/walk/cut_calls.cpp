// Calls that are not followed to the end: of functions that are being walked, and of those that
// take too long.
#include "cuda/launch/walk/holds.hpp"
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr unsigned max_steps_without_launch = 4'000;

// Nobody knows any more what it points to, where that is one of these.
void lose_targets(HostValue& v, const std::vector<const clang::VarDecl*>& variables) {
  if (v.target && std::ranges::any_of(variables, [&](const clang::VarDecl* variable) {
        return v.target->root == Root{variable, nullptr};
      }))
    v.target = nullptr;
  for (auto& [step, member] : v.members)
    lose_targets(member, variables);
}

} // namespace

// Walks for nothing but the arrays that launches get.
void HostWalk::see_arrays(const std::function<void()>& walk) {
  const HostState before = state_;
  const bool was_apart = std::exchange(apart_, true);
  walk();
  apart_ = was_apart;
  state_ = before;
}

// A call of a function that is being walked: objects are known by the variables that hold them, so
// that its own cannot be told from those of the outer one. Once, and for nothing but the arrays
// that its launches get: what it passes on to itself may be one array twice.
void HostWalk::walk_own_call(const clang::FunctionDecl& f, const clang::Expr& e,
                             const std::vector<const clang::Expr*>& args) {
  if (silent_ || is_in_own_call_ || llvm::isa<clang::CXXMethodDecl>(f) || f.isVariadic()) return;
  is_in_own_call_ = true;
  see_arrays([&] { call_within(f, e, args); });
  is_in_own_call_ = false;
}

void HostWalk::call_within(const clang::FunctionDecl& f, const clang::Expr& e,
                           const std::vector<const clang::Expr*>& args) {
  std::vector<const clang::VarDecl*> own = file_.locals(*file_.body(f));
  own.insert(own.end(), f.param_begin(), f.param_end());
  std::vector<HostValue> values;
  for (const clang::Expr* arg : args)
    values.push_back(arg->isGLValue() && has_effects(*arg) ? HostValue{} : eval(arg));
  for (const clang::VarDecl* v : own)
    lose_pointers_to({v, nullptr});
  end_life(own, state_);
  const std::vector<std::size_t> first = alike(args);
  for (unsigned i = 0; i < f.getNumParams() && i < values.size(); ++i) {
    const clang::ParmVarDecl& param = *f.getParamDecl(i);
    lose_targets(values[i], own);
    if (values[i].known()) state_.set({&param, nullptr}, values[i]);
  }
  for (unsigned i = 0; i < f.getNumParams() && i < values.size(); ++i)
    if (first[i] < i) bind_as(*f.getParamDecl(i), *f.getParamDecl(static_cast<unsigned>(first[i])));
  Frame frame;
  frame.function = &f;
  frame.call = &e;
  enter(std::move(frame));
  exec(file_.body(f));
  frames_.pop_back();
}

// What launches nothing is not worth all the time for what it returns: it may then change whatever
// code elsewhere may. Of that nobody says which pointers become one.
bool HostWalk::is_costly(const clang::FunctionDecl& f) {
  const auto it = steps_in_.find(&f);
  return it != steps_in_.end() && it->second > max_steps_without_launch && !leading.contains(&f) &&
         !sets_pointers(f);
}

namespace {

// Where pointers are stored in objects, or may be, and which functions are called.
class Stores : public clang::RecursiveASTVisitor<Stores> {
public:
  bool VisitBinaryOperator(clang::BinaryOperator* e) {
    return add(e->isAssignmentOp() && has_pointer(e->getType()) && !is_own(*e->getLHS()));
  }
  bool VisitCallExpr(clang::CallExpr* e) {
    const clang::FunctionDecl* f = e->getDirectCallee();
    if (!f) return add(true);
    called.push_back(f);
    for (unsigned i = 0; i < e->getNumArgs() && i < f->getNumParams(); ++i) {
      const clang::QualType type = f->getParamDecl(i)->getType(), to = type->getPointeeType();
      if (!to.isNull() && !to.isConstQualified() && has_pointer(to)) return add(true);
    }
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* e) {
    called.push_back(e->getConstructor());
    return true;
  }
  bool found = false;
  std::vector<const clang::FunctionDecl*> called;

private:
  bool add(bool is_one) { return !(found = found || is_one); }
  static bool is_own(const clang::Expr& to) {
    const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(to.IgnoreParens());
    const auto* v = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    return v && v->hasLocalStorage() && !v->getType()->isReferenceType();
  }
};

} // namespace

// In objects that are not its own, or by what it returns; what it calls included.
bool HostWalk::sets_pointers(const clang::FunctionDecl& f) {
  const auto [it, is_new] = sets_pointers_.try_emplace(&f, has_pointer(f.getReturnType()));
  if (!is_new || it->second) return it->second;
  std::set<const clang::FunctionDecl*> seen;
  for (std::vector<const clang::FunctionDecl*> work{&f}; !work.empty();) {
    const clang::FunctionDecl* g = work.back();
    work.pop_back();
    if (g->getDefinition()) g = g->getDefinition();
    const clang::Stmt* body = file_.body(*g);
    // those of the library, and of whoever nobody knows, are as anywhere
    if (!body || file_.is_library(*g) || !seen.insert(g).second) continue;
    Stores stores;
    stores.TraverseStmt(const_cast<clang::Stmt*>(body));
    if (stores.found || llvm::isa<clang::CXXConstructorDecl>(g)) return it->second = true;
    work.insert(work.end(), stores.called.begin(), stores.called.end());
  }
  return false;
}

} // namespace heddle::cuda
