// Statements of the host.
#include "cuda/launch/walk/walk.hpp"

#include <clang/AST/StmtCXX.h>

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr std::size_t max_facts = 64;

// Does a branch that is taken certainly end in an exception, and nothing else?
bool throws(const clang::Stmt* s) {
  if (const auto* list = llvm::dyn_cast_or_null<clang::CompoundStmt>(s))
    return !list->body_empty() && throws(list->body_back());
  if (const auto* whole = llvm::dyn_cast_or_null<clang::ExprWithCleanups>(s))
    s = whole->getSubExpr();
  return s && llvm::isa<clang::CXXThrowExpr>(s);
}

} // namespace

void HostWalk::begin(const clang::FunctionDecl& f) {
  state_ = {};
  frames_.clear();
  loops_ = {};
  steps_ = 0;
  steps_in_.clear();
  call_elsewhere_ = nullptr;
  Frame frame;
  frame.function = f.getDefinition() ? f.getDefinition() : &f;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&f); method && method->isInstance())
    frame.self = Place{{&f, nullptr}, {}, "this"};
  enter(std::move(frame));
  for (const clang::ParmVarDecl* p : f.parameters())
    if (file_.kept(f).contains(p)) make_reachable({p, nullptr});
  entered.insert(&f);
  made_since_ = 0;
}

void HostWalk::enter(Frame frame) {
  frame.known =
      frames_.empty() ? &loops_ : &frames_.back().known->calls[{frame.call, frame.function}];
  entered.insert(frame.function);
  frames_.push_back(std::move(frame));
}

// One argument for two parameters.
void HostWalk::pass_one(const CallWithOne& call) {
  const clang::FunctionDecl& f = *frames_.back().function;
  const clang::ParmVarDecl *from = f.getParamDecl(call.first), *to = f.getParamDecl(call.second);
  const Place one{{from, nullptr}, {}, from->getNameAsString()};
  HostValue value = load(one, from->getType().getNonReferenceType(), loc_);
  if (to->getType()->isReferenceType() || !value.known())
    state_.refs.edit()[to] = one;
  else
    state_.set({to, nullptr}, std::move(value));
}

bool HostWalk::run(const clang::FunctionDecl& f, const CallWithOne* call) {
  begin(f);
  call_elsewhere_ = call;
  if (call) pass_one(*call);
  exec(file_.body(f));
  return steps_ <= max_steps;
}

void HostWalk::add_fact(Expr e) {
  if (!e || is_true(e)) return;
  if (e->op == Op::logical_and) {
    for (Expr part : std::vector<Expr>(e->args))
      add_fact(part);
    return;
  }
  if (state_.facts.size() < max_facts && std::ranges::find(state_.facts, e) == state_.facts.end())
    state_.facts.push_back(e);
}

// Control may come from elsewhere.
void HostWalk::forget_everything() {
  const Shared<Objects> before = state_.vars;
  keep_only_read(state_);
  state_.lost = state_.everything = ++changes_;
  state_.elsewhere = {};
  doubt(*before, true);
  state_.facts.clear();
  state_.powers.clear();
  for (const auto& [v, p] : *state_.refs)
    make_reachable(p.root);
  for (const Frame& frame : frames_)
    give_captured(file_.captured(*frame.function));
}

HostWalk::Truth HostWalk::test_both(const clang::Expr* a, const clang::Expr* b, bool is_and) {
  const Truth x = test(a);
  const HostState before = state_;
  add_fact(is_and ? x.if_true : x.if_false);
  const Truth y = test(b);
  const bool same = state_.vars == before.vars;
  if (same) {
    const auto reachable = state_.reachable;
    state_ = before;
    state_.make_reachable(*reachable);
  } else {
    HostState shorter = before;
    join(std::move(shorter));
  }
  const auto both = [&](Expr p, Expr q) { return p && q ? pool_.logical_and(p, q) : p ? p : q; };
  const auto either_of = [&](Expr p, Expr q) { return p && q ? pool_.logical_or(p, q) : nullptr; };
  if (is_and) return {both(x.if_true, y.if_true), either_of(x.if_false, y.if_false)};
  return {either_of(x.if_true, y.if_true), both(x.if_false, y.if_false)};
}

HostWalk::Truth HostWalk::test(const clang::Expr* e) {
  const clang::Expr* plain = e->IgnoreParens();
  if (!plain->containsErrors() && !plain->isTypeDependent() && !does_not_compile(*plain)) {
    if (const auto* u = llvm::dyn_cast<clang::UnaryOperator>(plain);
        u && u->getOpcode() == clang::UO_LNot) {
      const Truth t = test(u->getSubExpr());
      return {t.if_false, t.if_true};
    }
    if (const auto* b = llvm::dyn_cast<clang::BinaryOperator>(plain); b && b->isLogicalOp())
      return test_both(b->getLHS(), b->getRHS(), b->getOpcode() == clang::BO_LAnd);
    if (const auto* full = llvm::dyn_cast<clang::ExprWithCleanups>(plain))
      return test(full->getSubExpr());
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(plain); // static_cast<bool>(a && b)
        cast && cast->getCastKind() == clang::CK_NoOp && cast->getType()->isBooleanType())
      return test(cast->getSubExpr());
  }
  const HostValue v = eval(plain);
  // of an equation with something that is not known nothing follows
  const auto t = truth(v);
  return t ? Truth{*t, pool_.logical_not(*t)} : Truth{};
}

void HostWalk::branch(const Truth& truth, const std::function<void()>& yes,
                      const std::function<void()>& no) {
  HostState before = state_;
  const unsigned at_first = changes_;
  add_fact(truth.if_true);
  yes();
  const unsigned between = changes_;
  HostState after = std::exchange(state_, std::move(before));
  state_.leave_out(at_first, between);
  add_fact(truth.if_false);
  no();
  after.leave_out(between, changes_);
  join(std::move(after));
}

void HostWalk::exec(const clang::Stmt* s) {
  if (!s || ++steps_ > max_steps) return;
  if (state_.dead && !llvm::isa<clang::CompoundStmt, clang::LabelStmt, clang::SwitchCase,
                                clang::IfStmt, clang::WhileStmt, clang::ForStmt, clang::DoStmt,
                                clang::SwitchStmt, clang::CXXTryStmt>(s))
    return;
  loc_ = file_.unit.loc(s->getBeginLoc());
  if (!state_.dead) run_beside_others(s->getBeginLoc());
  if (!state_.dead) give_captured(file_.captured_in(*frames_.back().function, *s));
  switch (s->getStmtClass()) {
  case clang::Stmt::NullStmtClass:
    if (const LostText* text = file_.lost_at(*llvm::cast<clang::NullStmt>(s))) lose(*text);
    return;
  case clang::Stmt::CompoundStmtClass:
    return exec_compound(*llvm::cast<clang::CompoundStmt>(s));
  case clang::Stmt::DeclStmtClass:
    for (const clang::Decl* d : llvm::cast<clang::DeclStmt>(s)->decls())
      if (const auto* v = llvm::dyn_cast<clang::VarDecl>(d)) exec_decl(*v);
    if (is_invalid(*llvm::cast<clang::DeclStmt>(s))) lose(file_.text_of(*s));
    return;
  case clang::Stmt::IfStmtClass:
    return exec_if(*llvm::cast<clang::IfStmt>(s));
  case clang::Stmt::ForStmtClass: {
    const auto& loop = *llvm::cast<clang::ForStmt>(s);
    exec(loop.getInit());
    return exec_loop(
        loop.getCond(), loop.getInc(), loop.getBody(),
        [&] { exec(loop.getConditionVariableDeclStmt()); }, true);
  }
  case clang::Stmt::WhileStmtClass: {
    const auto& loop = *llvm::cast<clang::WhileStmt>(s);
    return exec_loop(
        loop.getCond(), nullptr, loop.getBody(), [&] { exec(loop.getConditionVariableDeclStmt()); },
        true);
  }
  case clang::Stmt::DoStmtClass: {
    const auto& loop = *llvm::cast<clang::DoStmt>(s);
    if (is_never_true(*loop.getCond())) return exec_once(loop.getBody());
    return exec_loop(
        loop.getCond(), nullptr, loop.getBody(), [] {}, false);
  }
  case clang::Stmt::CXXForRangeStmtClass:
    return exec_range_for(*llvm::cast<clang::CXXForRangeStmt>(s));
  case clang::Stmt::SwitchStmtClass:
    return exec_switch(*llvm::cast<clang::SwitchStmt>(s));
  case clang::Stmt::ReturnStmtClass:
    return exec_return(*llvm::cast<clang::ReturnStmt>(s));
  case clang::Stmt::BreakStmtClass:
    leave_by_jump();
    frames_.back().breaks.push_back(state_);
    state_.dead = true;
    return;
  case clang::Stmt::ContinueStmtClass:
    leave_by_jump();
    frames_.back().continues.push_back(state_);
    state_.dead = true;
    return;
  case clang::Stmt::GotoStmtClass:
  case clang::Stmt::IndirectGotoStmtClass:
    state_.dead = true;
    return;
  case clang::Stmt::LabelStmtClass:
    made_since_ = fresh(ast_.IntTy, "turn", loc_).e->id;
    forget_everything();
    state_.dead = false;
    return exec(llvm::cast<clang::LabelStmt>(s)->getSubStmt());
  case clang::Stmt::CaseStmtClass:
  case clang::Stmt::DefaultStmtClass: // within another statement of the switch
    forget_everything();
    state_.dead = false;
    return exec(llvm::cast<clang::SwitchCase>(s)->getSubStmt());
  case clang::Stmt::AttributedStmtClass:
    return exec(llvm::cast<clang::AttributedStmt>(s)->getSubStmt());
  case clang::Stmt::CXXTryStmtClass:
    return exec_try(*llvm::cast<clang::CXXTryStmt>(s));
  default:
    break;
  }
  if (const auto* e = llvm::dyn_cast<clang::Expr>(s)) {
    eval(e);
    return;
  }
  forget_everything(); // assembly and what else there may be
}

void HostWalk::exec_compound(const clang::CompoundStmt& s) {
  std::vector<const clang::VarDecl*> declared;
  std::size_t at = 0;
  for (const clang::Stmt* item : s.body()) {
    lose_in(s, at++);
    exec(item);
    const auto* decls = llvm::dyn_cast<clang::DeclStmt>(item);
    for (const clang::Decl* d : decls ? llvm::ArrayRef(decls->decl_begin(), decls->decl_end())
                                      : llvm::ArrayRef<clang::Decl*>())
      if (const auto* v = llvm::dyn_cast<clang::VarDecl>(d); v && v->needsDestruction(ast_)) {
        declared.push_back(v);
        frames_.back().has_cleanups = true;
      }
  }
  lose_in(s, at);
  if (!state_.dead) run_beside_others(s.getEndLoc());
  for (auto it = declared.rbegin(); it != declared.rend(); ++it)
    if (!state_.dead) destroy(**it);
}

// Objects of the blocks that control leaves are destroyed on the way.
void HostWalk::leave_by_jump() {
  if (frames_.back().has_cleanups) havoc_reachable();
}

// int a[n = 7]
void HostWalk::eval_bounds(clang::QualType type) {
  while (const clang::ArrayType* array = ast_.getAsArrayType(type)) {
    if (const auto* variable = llvm::dyn_cast<clang::VariableArrayType>(array))
      if (variable->getSizeExpr()) eval(variable->getSizeExpr());
    type = array->getElementType();
  }
}

void HostWalk::exec_decl(const clang::VarDecl& v) {
  const Root root{&v, nullptr};
  const bool is_kept = file_.kept(*frames_.back().function).contains(&v);
  eval_bounds(v.getType());
  if (v.hasGlobalStorage()) return exec_static(v);
  forget_put(root);
  forget(root);
  erase_from(state_.refs, &v);
  if (is_kept || file_.keeps_itself(v.getType())) make_reachable(root);
  const clang::Expr* init = v.getInit();
  if (!init) return;
  if (v.isInvalidDecl() || init->containsErrors() || does_not_compile(*init)) {
    eval_error(*init);
    return;
  }
  if (v.getType()->isReferenceType()) {
    const auto p = has_effects(*passed_on(init)) &&
                           !llvm::isa<clang::MaterializeTemporaryExpr>(init->IgnoreImplicit())
                       ? std::nullopt
                       : place(init);
    if (!p) {
      eval(init);
      return forget_named(init);
    }
    state_.refs.edit()[&v] = *p;
    if (is_kept) make_reachable(p->root);
    return;
  }
  HostValue value = eval(init);
  if (v.getType().isVolatileQualified()) return;
  if (value.is_pointer()) lose_target(value);
  const Place to{root, {}, v.getNameAsString()};
  share_made(*init, to);
  move_targets(value, constructed(*init), to);
  forget(root); // a loop's variable of the last time
  if (value.known()) state_.set(root, std::move(value));
}

// Its initializer runs when control comes here for the first time, and that may be now.
void HostWalk::exec_static(const clang::VarDecl& v) {
  const clang::Expr* init = v.isStaticLocal() ? v.getInit() : nullptr;
  if (!init || v.isConstexpr()) return;
  if (v.isInvalidDecl() || init->containsErrors() || does_not_compile(*init)) {
    eval_error(*init);
    return;
  }
  HostState before = state_;
  share_targets(eval(init));
  join(std::move(before));
}

void HostWalk::exec_if(const clang::IfStmt& s) {
  exec(s.getInit());
  exec(s.getConditionVariableDeclStmt());
  const Truth truth = test(s.getCond());
  // What a message is made of takes steps, and changes nothing that is seen behind it. A launch in
  // there is one of which nothing is understood.
  const auto way = [&](const clang::Stmt* part) {
    if (throws(part))
      state_.dead = true;
    else
      exec(part);
  };
  branch(
      truth, [&] { way(s.getThen()); }, [&] { way(s.getElse()); });
}

void HostWalk::exec_return(const clang::ReturnStmt& s) {
  HostValue v;
  const clang::QualType type = frames_.back().function->getReturnType();
  if (const clang::Expr* e = s.getRetValue()) {
    const bool is_place = type->isReferenceType() && !e->containsErrors() &&
                          !does_not_compile(*e) && !passed_on(e)->HasSideEffects(ast_);
    const auto p = is_place ? place(e) : std::nullopt;
    v = p ? load(*p, type.getNonReferenceType(), loc(e)) : eval(e);
  }
  // others may have it as well; what it leads to is read at once or not at all
  share_targets(v);
  leave_by_jump();
  if (!state_.dead) frames_.back().returns.emplace_back(state_, std::move(v));
  state_.dead = true;
}

void HostWalk::exec_try(const clang::CXXTryStmt& s) {
  const HostState before = state_;
  exec(s.getTryBlock());
  HostState after = state_;
  for (unsigned i = 0; i < s.getNumHandlers(); ++i) {
    state_ = before;
    state_.make_reachable(*after.reachable);
    const unsigned at_first = changes_;
    forget_everything(); // it was thrown somewhere
    exec(s.getHandler(i)->getHandlerBlock());
    after.leave_out(at_first, changes_);
    join(std::exchange(after, {}));
    after = state_;
  }
  state_ = std::move(after);
}

} // namespace heddle::cuda
