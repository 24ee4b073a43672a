// Calls of the host: functions of the file are walked, the library's are in a table, others may
// change what they can reach.
#include "cuda/launch/device.hpp"
#include "cuda/launch/library.hpp"
#include "cuda/launch/walk/holds.hpp"
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr unsigned max_depth = 48; // of calls

bool is_written_through(clang::QualType param) {
  if (param->isFunctionPointerType()) return false;
  if (param->isReferenceType() || param->isPointerType())
    return !param->getPointeeType().isConstQualified();
  return param->isArrayType();
}

// p of (void**)p, where p leads to a pointer as well: no more than that is written there, and the
// address that the cast makes goes nowhere else.
const clang::Expr* without_other_pointee(const clang::Expr* arg) {
  for (arg = arg->IgnoreParens();;) {
    const auto* cast = llvm::dyn_cast<clang::CastExpr>(arg);
    const bool is_retyped =
        cast &&
        (cast->getCastKind() == clang::CK_BitCast || cast->getCastKind() == clang::CK_NoOp) &&
        leads_to_pointer(cast->getType()) && leads_to_pointer(cast->getSubExpr()->getType());
    if (!is_retyped) return arg;
    arg = cast->getSubExpr()->IgnoreParens();
  }
}

std::vector<const clang::Expr*> arguments_of(const clang::CallExpr& e, unsigned from = 0) {
  return {e.arg_begin() + from, e.arg_end()};
}

} // namespace

bool HostWalk::can_enter(const clang::FunctionDecl& f) const {
  // what it passes on to the constructor of its base is not named
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructorDecl>(&f);
      made && made->isInheritingConstructor())
    return false;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&f)) {
    if (method->isVirtual() && !llvm::isa<clang::CXXDestructorDecl>(f)) return false;
    // what it has copied is not followed
    const clang::CXXRecordDecl& record = *method->getParent();
    if (record.isLambda() && (!captures_references(record) || hides_captures(record))) return false;
  }
  return can_walk(f);
}

bool HostWalk::can_walk(const clang::FunctionDecl& f) const {
  return file_.body(f) && !file_.is_torn(f) && !f.isDependentContext() &&
         frames_.size() <= max_depth && !is_walked(f);
}

bool HostWalk::is_walked(const clang::FunctionDecl& f) const {
  const clang::FunctionDecl* definition = f.getDefinition() ? f.getDefinition() : &f;
  return std::ranges::find(frames_, definition, &Frame::function) != frames_.end();
}

HostValue HostWalk::eval_call(const clang::CallExpr& e) {
  if (const auto* kernel = llvm::dyn_cast<clang::CUDAKernelCallExpr>(&e)) {
    launch(*kernel);
    return {};
  }
  if (auto constant = folded(e)) return *constant;
  if (const clang::Expr* same = passed_on(&e); same != &e) {
    const auto p = has_effects(*same) ? std::nullopt : place(same);
    return p ? load(*p, e.getType().getNonReferenceType(), loc(&e)) : eval(same);
  }
  const clang::FunctionDecl* f = e.getDirectCallee();
  if (const auto args = f ? called_by_pointer(e, file_) : std::nullopt) call_pointed(e, *args);
  if (!f) {
    const HostValue callee = eval(e.getCallee());
    f = callee.kind == HostValue::Kind::function ? callee.function : nullptr;
    if (!f) {
      call_pointed(e, arguments_of(e));
      forget_named(e.getCallee()); // the object of (a.*method)()
      return call_unknown(e, {}, arguments_of(e));
    }
  }
  if (f->hasAttr<clang::CUDAGlobalAttr>()) return call_unknown(e, {}, arguments_of(e));
  if (file_.is_library(*f) && is_check(*f)) {
    add_fact(test(e.getArg(0)).if_true);
    return {};
  }
  if (const auto form = file_.is_library(*f) ? launch_form(*f) : std::nullopt;
      form && form->kernel < e.getNumArgs()) {
    launch_by_call(e, *form);
    return fresh(e.getType(), "value", loc(&e));
  }
  if (const auto given = given_handle(e, file_)) return give_handle(e, *given);
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(&e))
    if (auto v = first_of(*member)) return *v;
  if (const auto element = element_of(e)) {
    if (const auto p = place_in(*element))
      return load(*p, e.getType().getNonReferenceType(), loc(&e));
    if (auto v = any_in(*element, loc(&e))) return *v;
  }
  if (const clang::Expr* owner = owner_of(e)) {
    if (HostValue v = owned(*owner, e.getType()); e.getType()->isPointerType() && v.known())
      return v;
    if (const auto p = place(&e); p && e.isGLValue()) return load(*p, e.getType(), loc(&e));
  }
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(f);
  if (!method || method->isStatic()) return call(*f, e, {}, arguments_of(e));
  if (const clang::LambdaExpr* lambda = called_at_once(e); lambda && can_enter(*f)) {
    eval(lambda);
    return call(*f, e, Place{{nullptr, &e}, {}, "lambda"}, arguments_of(e, 1));
  }
  const clang::Expr* object = nullptr;
  unsigned first = 0;
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(&e)) {
    object = member->getImplicitObjectArgument();
  } else if (llvm::isa<clang::CXXOperatorCallExpr>(&e) && e.getNumArgs() > 0) {
    object = e.getArg(0);
    first = 1;
  }
  std::optional<Place> self;
  if (object && !has_effects(*object)) {
    if (object->getType()->isPointerType()) {
      self = object_behind(eval(object), object->getType());
    } else {
      self = place(object);
    }
  } else if (object) {
    eval(object);
  }
  if (self) return call(*f, e, self, arguments_of(e, first));
  // an object that is not followed: whatever it is
  if (object) forget_named(object);
  const HostValue v = call(*f, e, Place{{nullptr, &e}, {}, "value"}, arguments_of(e, first));
  havoc_reachable();
  return v;
}

HostValue HostWalk::call(const clang::FunctionDecl& f, const clang::Expr& e,
                         std::optional<Place> self, const std::vector<const clang::Expr*>& args) {
  const clang::FunctionDecl& g = f.getDefinition() ? *f.getDefinition() : f;
  const bool is_library = file_.is_library(g);
  LibraryEffect effect = file_.effect(g);
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&g);
      method && method->isTrivial() &&
      (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) &&
      args.size() == 1 && self) {
    HostValue v = eval(args[0]);
    if (v.is_pointer()) lose_target(v);
    store(*self, v);
    return v;
  }
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&g); method && self) {
    if (is_owner(*method->getParent()) && !method->isConst() &&
        !llvm::isa<clang::CXXConstructorDecl>(method))
      return change_owner(*method, e, *self, args);
    if (auto v = change_sequence(*method, e, *self, args)) return *v;
    if (moves_elements(*method)) {
      shuffle(*self);
      for (const clang::Expr* arg : args)
        share_targets(eval(arg));
      make_reachable(self->root);
      havoc_reachable();
      return fresh(e.getType().getNonReferenceType(), "value", loc(&e));
    }
  }
  if (is_library && f.getDeclContext()->isStdNamespace() && swap(f, args)) return {};
  if (is_library && (copies_elements(f, args) || permutes_elements(f, args)))
    return fresh(e.getType().getNonReferenceType(), "value", loc(&e));
  if (is_library) call_passed(e, args);
  if (is_library && effect != LibraryEffect::unknown) return call_library(g, e, args, effect);
  if (f.isNoReturn()) {
    call_unknown(e, self, args);
    state_.dead = true;
    return {};
  }
  const bool calls_back = std::ranges::any_of(args, [&](const clang::Expr* arg) {
    const auto* record = arg->getType().getNonReferenceType()->getAsCXXRecordDecl();
    return (record && !file_.is_library(*record)) ||
           arg->getType().getNonReferenceType()->isFunctionType() ||
           arg->getType()->isFunctionPointerType();
  });
  if (self && !calls_back && changes_container(llvm::dyn_cast<clang::CXXMethodDecl>(&g)))
    return change_container(g, e, *self, args);
  if (can_enter(g) && !is_costly(g)) {
    const unsigned before = steps_;
    HostValue v = call_body(g, e, self, args);
    steps_in_[&g] += steps_ - before;
    return v;
  }
  if (file_.body(g) && !written.contains(&g)) not_entered.insert(&g);
  if (is_walked(g))
    walk_own_call(g, e, args);
  else if (const auto* of = llvm::dyn_cast<clang::CXXMethodDecl>(&g);
           of && of->isVirtual() && can_walk(g))
    see_arrays([&] { call_body(g, e, self, args); }); // it may be the one that is called
  if (is_library && f.getDeclContext()->isStdNamespace()) effect = LibraryEffect::arguments;
  if (is_library && self && llvm::isa<clang::CXXMethodDecl>(g)) effect = LibraryEffect::arguments;
  if (effect == LibraryEffect::unknown || calls_back) return call_unknown(e, self, args);
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&g);
  if (self && !(method && method->isConst())) forget(self->root);
  return call_library(g, e, args, effect);
}

// std::swap of two places.
bool HostWalk::swap(const clang::FunctionDecl& f, const std::vector<const clang::Expr*>& args) {
  if (!f.getDeclName().isIdentifier() || f.getName() != "swap" || args.size() != 2 ||
      args[0]->HasSideEffects(ast_) || args[1]->HasSideEffects(ast_))
    return false;
  const auto first = place(args[0]), second = place(args[1]);
  if (!first || !second) return swap_elements(*args[0], *args[1]);
  HostValue a = load(*first, args[0]->getType(), loc(args[0]));
  HostValue b = load(*second, args[1]->getType(), loc(args[1]));
  store(*first, std::move(b));
  store(*second, std::move(a));
  return true;
}

// std::thread(f, p, q), std::bind(f, p, q): somebody calls f(p, q). As in call_pointed().
void HostWalk::call_passed(const clang::Expr& e, const std::vector<const clang::Expr*>& args) {
  if (args.empty() || has_effects(*args[0])) return;
  const clang::Expr* passed = without_casts(args[0]);
  if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(passed))
    passed = without_casts(address->getSubExpr());
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(passed);
  const auto* f = named ? llvm::dyn_cast<clang::FunctionDecl>(named->getDecl()) : nullptr;
  const clang::FunctionDecl* g = f && f->getDefinition() ? f->getDefinition() : f;
  if (!g || !leading.contains(g) || g->getNumParams() + 1 != args.size() || !can_enter(*g)) return;
  see_arrays([&] { call_body(*g, e, {}, {args.begin() + 1, args.end()}); });
}

// A function of the file may get them, in which launches count that pass one array twice: each of
// those that are named somewhere, and take such arguments, as if it was the one. The rest of what
// it does is that of a function that is not known.
void HostWalk::call_pointed(const clang::Expr& e, const std::vector<const clang::Expr*>& args) {
  for (const clang::FunctionDecl* f : pointed_to) {
    const auto takes = [&](std::size_t i) {
      const clang::QualType type = f->getParamDecl(static_cast<unsigned>(i))->getType();
      return ast_.hasSameUnqualifiedType(type.getNonReferenceType(),
                                         args[i]->getType().getNonReferenceType());
    };
    bool fits = f->getNumParams() == args.size() && can_enter(*f);
    for (std::size_t i = 0; fits && i < args.size(); ++i)
      fits = takes(i);
    if (!fits) continue;
    see_arrays([&] { call_body(*f, e, {}, args); });
  }
}

// Code that is not known gets the arguments.
HostValue HostWalk::call_unknown(const clang::Expr& e, std::optional<Place> self,
                                 const std::vector<const clang::Expr*>& args) {
  for (const clang::Expr* arg : args) {
    share_targets(eval(arg));
    const bool refers = arg->isGLValue() && !arg->getType().isConstQualified();
    if (refers) forget_named(arg);
  }
  if (self) {
    make_reachable(self->root);
    forget(self->root);
  }
  havoc_reachable();
  return fresh(e.getType().getNonReferenceType(), "value", loc(&e));
}

// The pointer x of (void**)&x.
std::optional<Place> HostWalk::named_pointer(const clang::Expr* arg) {
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(without_casts(arg));
  const clang::QualType pointee = arg->getType()->getPointeeType();
  if (!address || address->getOpcode() != clang::UO_AddrOf || pointee.isNull() ||
      !pointee->isPointerType() || !address->getSubExpr()->getType()->isPointerType() ||
      has_effects(*address->getSubExpr()))
    return std::nullopt;
  return place(address->getSubExpr());
}

// What the argument leads to is written.
void HostWalk::write_argument(const clang::Expr* arg, bool by_reference, bool keeps) {
  const clang::Expr* plain_arg = without_other_pointee(arg);
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(plain_arg);
  const bool is_address = !keeps && address && address->getOpcode() == clang::UO_AddrOf;
  std::optional<Place> to;
  if (by_reference || is_address) {
    const clang::Expr* object = by_reference ? arg : address->getSubExpr();
    to = has_effects(*object) ? std::nullopt : place(object);
    if (!to) {
      eval(object);
      return store_unknown(object);
    }
  } else {
    const HostValue v = eval(plain_arg);
    if (v.target) to = *v.target;
    if (!to)
      return havoc_pointed(v.known() ? arg->IgnoreParenImpCasts()->getType()->getPointeeType()
                                     : clang::QualType());
  }
  if (keeps) make_reachable(to->root);
  // the first element of an array; or bytes, of which nobody knows how many
  const clang::Expr* plain = arg->IgnoreParens();
  if (plain->getType()->isVoidPointerType())
    to->path.clear();
  else if (!to->path.empty() && !to->path.back().field)
    to->path.pop_back();
  store(*to, {});
}

// `others`: what the call's arguments are worth that it does not write.
void HostWalk::write_number(const DeviceNumber& n, const clang::Expr& pointer,
                            const std::vector<HostValue>& others) {
  const HostValue to = has_effects(pointer) ? HostValue{} : eval(&pointer);
  if (!to.target || to.offset != 0) return;
  Place at = *to.target;
  const Expr value = any_value(n, at.name, loc_, pool_);
  at.path.insert(at.path.end(), n.path.begin(), n.path.end());
  store(at, number(value));
  if (n.at_least && *n.at_least < others.size())
    add_fact(is_at_least(value, others[*n.at_least], n.of_that));
  if (n.multiple == 1) return;
  const Expr rest = pool_.rem(value, pool_.constant(n.multiple, n.type));
  add_fact(pool_.eq(rest, pool_.constant(0, n.type)));
}

// As the other one is, or what it has there. Null: nothing is known of that.
Expr HostWalk::is_at_least(Expr value, const HostValue& other, const std::vector<Step>& path) {
  const HostValue* least = &other;
  for (const Step& step : path) {
    const auto it = least->members.find(step);
    if (it == least->members.end()) return nullptr;
    least = &it->second;
  }
  return truth(arithmetic(clang::BO_GE, number(value), *least)).value_or(nullptr);
}

HostValue HostWalk::call_library(const clang::FunctionDecl& f, const clang::Expr& e,
                                 const std::vector<const clang::Expr*>& args,
                                 LibraryEffect effect) {
  if (call_of_symbol(f, args)) return fresh(e.getType(), "value", loc(&e));
  std::vector<HostValue> values;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const bool named = i < f.getNumParams();
    const clang::QualType param =
        named ? f.getParamDecl(static_cast<unsigned>(i))->getType() : args[i]->getType();
    const bool writes = effect != LibraryEffect::nothing && effect != LibraryEffect::ends &&
                        is_written_through(param);
    if (!writes) {
      values.push_back(eval(args[i]));
      if (file_.effect(f) == LibraryEffect::unknown) share_targets(values.back()); // it may keep it
      if (param->isVoidPointerType() && is_written_through(param)) forget_targets(values.back());
    } else {
      write_argument(args[i], param->isReferenceType(), effect == LibraryEffect::keeps);
      values.emplace_back();
    }
  }
  for (const DeviceNumber& n : numbers_of_device(f, args, ast_))
    write_number(n, *args[n.argument], values);
  if (effect == LibraryEffect::ends) {
    state_.dead = true;
    return {};
  }
  if (effect == LibraryEffect::nothing)
    if (auto v = known_result(f, values)) return *v;
  return fresh(e.getType().getNonReferenceType(),
               f.getDeclName().isIdentifier() ? f.getName().str() : "value", loc(&e));
}

std::optional<HostValue> HostWalk::known_result(const clang::FunctionDecl& f,
                                                const std::vector<HostValue>& args) {
  const llvm::StringRef name = f.getName();
  const clang::QualType type = f.getReturnType().getNonReferenceType();
  std::optional<HostValue> v;
  if (args.size() == 2 && (name == "min" || name == "max")) {
    const HostValue less = arithmetic(clang::BO_LT, args[0], args[1]);
    if (!less.is_integer()) return std::nullopt;
    v = name == "min" ? choose(less.e, args[0], args[1]) : choose(less.e, args[1], args[0]);
  } else if (args.size() == 1 && (name == "ceil" || name == "ceilf")) {
    v = convert(rounded(args[0], true), type);
  } else if (args.size() == 1 && (name == "floor" || name == "floorf")) {
    v = convert(rounded(args[0], false), type);
  } else if (args.size() == 1 && name == "abs" && args[0].is_integer() &&
             args[0].e->type.is_signed) {
    const Expr zero = pool_.constant(0, args[0].e->type);
    v = choose(pool_.lt(args[0].e, zero), number(pool_.neg(args[0].e)), args[0]);
  }
  return v && v->known() ? v : std::nullopt;
}

HostValue HostWalk::call_body(const clang::FunctionDecl& f, const clang::Expr& e,
                              std::optional<Place> self,
                              const std::vector<const clang::Expr*>& args) {
  struct Bound {
    const clang::ParmVarDecl* param;
    HostValue value;
    std::optional<Place> place;
  };
  const auto& kept = file_.kept(f);
  std::set<const clang::ParmVarDecl*> nulls = nulls_of(f, args);
  const std::vector<std::size_t> first = alike(args);
  std::vector<Bound> bound;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i >= f.getNumParams()) {
      share_targets(eval(args[i]));
      continue;
    }
    const clang::ParmVarDecl* param = f.getParamDecl(static_cast<unsigned>(i));
    Bound b{param, {}, {}};
    if (param->getType()->isReferenceType()) {
      const clang::Expr* arg = passed_on(args[i]);
      const bool temporary = llvm::isa<clang::MaterializeTemporaryExpr>(arg);
      if (temporary || !has_effects(*arg)) b.place = place(arg);
      if (!b.place) {
        b.value = eval(args[i]);
        forget_named(args[i]);
      }
    } else {
      b.value = eval(args[i]);
    }
    bound.push_back(std::move(b));
  }
  for (Bound& b : bound) {
    const Root root{b.param, nullptr};
    forget(root);
    erase_from(state_.refs, b.param);
    const bool is_kept = kept.contains(b.param);
    if (b.place) {
      state_.refs.edit()[b.param] = *b.place;
      if (is_kept) make_reachable(b.place->root);
      if (const HostValue* held = state_.find(b.place->root, b.place->path); held && is_kept)
        share_targets(HostValue(*held));
    } else if (b.value.known()) {
      if (is_kept) share_targets(b.value);
      state_.set(root, std::move(b.value));
    }
    if (is_kept && !b.place) make_reachable(root);
  }
  for (std::size_t i = 0; i < bound.size(); ++i)
    if (first[i] < i) bind_as(*bound[i].param, *bound[first[i]].param);
  Frame frame;
  frame.function = &f;
  frame.call = &e;
  frame.self = std::move(self);
  frame.nulls = std::move(nulls);
  if (frame.self && file_.gives_this_away(f)) make_reachable(frame.self->root);
  enter(std::move(frame));
  const Loc outer = loc_;
  const bool was_apart = std::exchange(apart_, apart_ || apart.contains(&f));
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructorDecl>(&f)) construct_members(*made);
  exec(file_.body(f));
  HostValue result;
  bool has_result = false;
  for (auto& [state, v] : frames_.back().returns) {
    if (state.is_never()) {
      join(std::move(state));
      continue;
    }
    if (!has_result)
      result = v;
    else if (!(result == v))
      result = joined(v, result, telling_apart(state, state_).first, "value");
    has_result = true;
    join(std::move(state));
  }
  frames_.pop_back();
  loc_ = outer;
  apart_ = was_apart;
  for (const clang::ParmVarDecl* p : f.parameters())
    if (!state_.dead) destroy(*p);
  end_life({f.param_begin(), f.param_end()}, state_);
  if (const clang::Stmt* body = file_.body(f)) end_life(file_.locals(*body), state_);
  if (!has_result || !result.known())
    return fresh(e.getType().getNonReferenceType(), "value", loc(&e));
  return result;
}

void HostWalk::destroy(const clang::CXXDestructorDecl& f, const clang::Expr* call,
                       const Place& self) {
  if (f.isTrivial() || file_.is_library(*f.getParent())) return;
  const clang::FunctionDecl* body = f.getDefinition();
  if (!body || !can_enter(*body) || f.isImplicit() || f.isDefaulted()) return havoc_reachable();
  Frame frame;
  frame.function = body;
  frame.call = call;
  frame.self = self;
  enter(std::move(frame));
  exec(file_.body(*body));
  for (auto& [state, value] : std::exchange(frames_.back().returns, {}))
    join(std::move(state));
  frames_.pop_back();
}

void HostWalk::destroy(const clang::VarDecl& v) {
  if (v.getType()->isReferenceType()) return;
  const auto* record = ast_.getBaseElementType(v.getType())->getAsCXXRecordDecl();
  const clang::CXXDestructorDecl* f =
      record && record->hasDefinition() ? record->getDestructor() : nullptr;
  if (!f) return;
  if (v.getType()->isArrayType() && !f->isTrivial() && !file_.is_library(*record))
    return havoc_reachable();
  destroy(*f, v.getInit(), {{&v, nullptr}, {}, v.getNameAsString()});
}

} // namespace heddle::cuda
