// Lambdas: who calls one may not be known, what it captures is.
//
//   const int m = n;                          `grid`, `m` and what holds of `n` are what they are
//   dim3 grid(m / 16, m / 16);                there, whenever the lambda is called: its body is
//   bench([&] { k<<<grid, 256>>>(m); });      walked where it is written.
#include "cuda/launch/walk/walk.hpp"

#include <clang/AST/ExprCXX.h>

#include <algorithm>

namespace heddle::cuda {

namespace {

const clang::VarDecl* captured_variable(const clang::LambdaCapture& c) {
  const auto* v =
      c.capturesVariable() ? llvm::dyn_cast<clang::VarDecl>(c.getCapturedVar()) : nullptr;
  return v ? v->getCanonicalDecl() : nullptr;
}

bool has_mutable_parts(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return record && record->hasDefinition() && record->hasMutableFields();
}

} // namespace

// Somebody may have lambdas from here on that change these.
void HostWalk::give_captured(const std::set<const clang::VarDecl*>& variables) {
  for (const clang::VarDecl* v : variables) {
    const Root root = root_of(*v);
    make_reachable(root);
    if (const HostValue* held = state_.find(root)) share_targets(HostValue(*held));
  }
}

void HostWalk::eval_lambda(const clang::LambdaExpr& e) {
  std::vector<HostValue> copies;
  for (const clang::Expr* init : e.capture_inits()) {
    copies.push_back(eval(init));
    share_targets(copies.back());
  }
  for (const clang::LambdaCapture& c : e.captures()) // what it is here has a name then
    if (const clang::VarDecl* v = captured_variable(c);
        v && !v->isInitCapture() && !v->getType()->isReferenceType() && !state_.refs->contains(v))
      load({{v, nullptr}, {}, v->getNameAsString()}, v->getType(), loc(&e));
  for (const clang::CXXMethodDecl* f : call_operators(e)) {
    if (!written.contains(f)) continue;
    if (can_walk(*f))
      walk_written(e, *f, copies);
    else
      not_written.insert(f);
  }
}

void HostWalk::walk_written(const clang::LambdaExpr& e, const clang::CXXMethodDecl& f,
                            const std::vector<HostValue>& copies) {
  HostState outer = std::exchange(state_, captured(e));
  const Loc place = loc_;
  const std::uint32_t since = // it may be called many times
      std::exchange(made_since_, fresh(ast_.IntTy, "call", loc_).e->id);
  Frame frame;
  frame.function = &f;
  frame.self = Place{{&f, nullptr}, {}, "this"}; // of the method around it, or of its copy
  enter(std::move(frame));
  bind_copies(e, !f.isConst() && f.isInstance(), copies);
  for (const clang::ParmVarDecl* p : f.parameters())
    if (file_.kept(f).contains(p)) make_reachable({p, nullptr});
  exec(file_.body(f));
  frames_.pop_back();
  loc_ = place;
  made_since_ = since;
  state_ = std::move(outer);
}

// What is known when it is called, some time: what holds of values, variables that nobody changes,
// and what lambdas around it have copied and cannot change.
HostState HostWalk::captured(const clang::LambdaExpr& e) const {
  HostState inner;
  inner.facts = state_.facts;
  inner.powers = state_.powers;
  inner.changes = state_.changes;
  inner.reachable = state_.reachable;
  for (const auto& [root, value] : *state_.vars) {
    const auto* v = root.decl ? llvm::dyn_cast<clang::VarDecl>(root.decl) : nullptr;
    const bool is_copy =
        root.decl && llvm::isa<clang::FieldDecl>(root.decl) && !state_.reachable->contains(root);
    if (!is_copy && !(v && file_.is_fixed(*v, e))) continue;
    inner.set(root, *value);
    erase_from(inner.reachable, root);
  }
  for (const auto& [v, to] : *state_.refs)
    if (to.root.decl && llvm::isa<clang::FieldDecl>(to.root.decl)) inner.refs.edit()[v] = to;
  return inner;
}

// Captured copies are objects of their own under the names of others.
void HostWalk::bind_copies(const clang::LambdaExpr& e, bool may_change,
                           const std::vector<HostValue>& copies) {
  state_.havoc = state_.everything = ++changes_;
  std::size_t i = 0;
  auto field = e.getLambdaClass()->field_begin();
  for (const clang::LambdaCapture& c : e.captures()) {
    const std::size_t at = i++;
    const clang::FieldDecl* own = *field++;
    const clang::VarDecl* v = captured_variable(c);
    if (!v || own->getType()->isReferenceType()) continue;
    const bool is_new = c.getCapturedVar()->isInitCapture();
    const Place copy{
        {is_new ? static_cast<const clang::Decl*>(v) : own, nullptr}, {}, v->getNameAsString()};
    if (!is_new) {
      state_.refs.edit()[v] = copy;
      frames_.back().copies.insert(v);
    }
    HostValue value = copies[at];
    if (value.is_pointer()) lose_target(value);
    state_.erase(copy.root);
    if (may_change || has_mutable_parts(own->getType()))
      make_reachable(copy.root);
    else if (value.known())
      state_.set(copy.root, std::move(value));
  }
}

// Does one of its captures mean another object there than under that name here: a copy that a
// lambda around the place has?
bool HostWalk::hides_captures(const clang::CXXRecordDecl& lambda) const {
  for (auto it = frames_.rbegin(); it != frames_.rend(); ++it) {
    if (static_cast<const clang::DeclContext*>(it->function) == lambda.getDeclContext())
      return false;
    if (std::ranges::any_of(lambda.captures(), [&](const clang::LambdaCapture& c) {
          const clang::VarDecl* v = captured_variable(c);
          return v && it->copies.contains(v);
        }))
      return true;
  }
  return false;
}

} // namespace heddle::cuda
