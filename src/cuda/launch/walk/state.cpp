// Objects of the host: what is known of them, and when it is forgotten.
#include "cuda/launch/walk/holds.hpp"
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

const clang::VarDecl* variable(Root root) {
  return root.decl ? llvm::dyn_cast<clang::VarDecl>(root.decl) : nullptr;
}

bool is_unknown_reference(Root root) {
  const clang::VarDecl* v = variable(root);
  return root.pointer || (v && v->getType()->isReferenceType()) ||
         (root.decl && llvm::isa<clang::FunctionDecl>(root.decl));
}

bool is_of_union(const Step& step) { return step.field && step.field->getParent()->isUnion(); }

// The part that the step leads to, to be written: what a union held before is gone.
HostValue& part_of(HostValue& whole, const Step& step) {
  if (whole.kind != HostValue::Kind::record) whole = HostValue{HostValue::Kind::record};
  if (is_of_union(step))
    std::erase_if(whole.members, [&](const auto& member) { return member.first != step; });
  return whole.members[step];
}

// Of a reference of the file that stands for another variable of the file; null: it is none.
const clang::Expr* bound_for_good(const clang::VarDecl& v) {
  if (!v.getType()->isReferenceType() || !v.hasGlobalStorage()) return nullptr;
  const clang::Expr* init = v.getAnyInitializer();
  const clang::VarDecl* to = init && !init->containsErrors() ? base_variable(init) : nullptr;
  return to && to->hasGlobalStorage() && to->getCanonicalDecl() != v.getCanonicalDecl() ? init
                                                                                        : nullptr;
}

bool has_only_constants(const HostValue& v) {
  if (v.kind == HostValue::Kind::record)
    return std::ranges::all_of(v.members,
                               [](const auto& m) { return has_only_constants(m.second); });
  return v.is_integer() && v.e->op == Op::constant;
}

} // namespace

const HostValue* HostState::find(const Root& root, const std::vector<Step>& path) const {
  const auto it = vars->find(root);
  const HostValue* v = it == vars->end() ? nullptr : &*it->second;
  for (const Step& step : path) {
    if (!v || v->kind != HostValue::Kind::record) return nullptr;
    const auto member = v->members.find(step);
    v = member == v->members.end() ? nullptr : &member->second;
  }
  return v;
}

void HostState::make_reachable(const std::set<Root>& roots) {
  if (!std::ranges::includes(*reachable, roots))
    reachable.edit().insert(roots.begin(), roots.end());
}

bool HostWalk::is_constant(const clang::VarDecl& v) const {
  return (v.getType().isConstQualified() && !v.getType().isVolatileQualified()) ||
         file_.is_never_changed(v);
}

bool HostWalk::is_mutable_global(Root root) const {
  const clang::VarDecl* v = variable(root);
  return v && v->hasGlobalStorage() && !is_constant(*v);
}

bool HostWalk::is_reachable(const HostState& state, Root root) const {
  const clang::VarDecl* v = variable(root);
  if (v && is_constant(*v)) return false;
  return state.reachable->contains(root) || is_mutable_global(root) || is_unknown_reference(root);
}

// They are declared anew, or not at all, before they are used again.
void HostWalk::end_life(const std::vector<const clang::VarDecl*>& variables,
                        HostState& state) const {
  for (const clang::VarDecl* v : variables) {
    const Root root{v, nullptr};
    state.erase(root);
    erase_from(state.changes, root);
    erase_from(state.reachable, root);
    erase_from(state.refs, v);
  }
}

void HostWalk::make_reachable(Root root) {
  if (!state_.reachable->contains(root)) state_.reachable.edit().insert(root);
}

void HostWalk::havoc_reachable() {
  state_.havoc = ++changes_;
  Objects before, kept;
  for (const auto& entry : *state_.vars) {
    Objects& to = is_reachable(entry.first) ? before : kept;
    to.insert(to.end(), entry);
  }
  if (before.empty()) return;
  state_.vars = Shared(std::move(kept));
  doubt(before);
}

// C++ lets objects of other types alone, where characters are not written.
void HostWalk::havoc_pointed(clang::QualType type) {
  const bool floats = !type.isNull() && type->isRealFloatingType();
  Objects kept;
  for (const auto& entry : *state_.vars) {
    if (!is_reachable(entry.first)) continue;
    const clang::VarDecl* v = variable(entry.first);
    if (v && is_mutable_global(entry.first) && !file_.is_address_taken(*v)) {
      kept.insert(entry);
      continue;
    }
    const bool other =
        v && (v->getType()->isIntegralOrEnumerationType() || v->getType()->isPointerType());
    if (floats && other) kept.insert(entry);
  }
  havoc_reachable();
  for (const auto& [root, value] : kept)
    state_.vars.edit()[root] = value;
}

// The variable, or what it is bound to.
Root HostWalk::root_of(const clang::VarDecl& v) const {
  const auto it = state_.refs->find(&v);
  return it == state_.refs->end() ? Root{&v, nullptr} : it->second.root;
}

// The objects that an expression names, `this` among them, and what references in it are bound to.
std::set<Root> HostWalk::named_roots(const clang::Expr* e) const {
  struct Search : clang::RecursiveASTVisitor<Search> {
    explicit Search(const HostWalk& in) : walk(in) {}
    bool shouldVisitImplicitCode() const { return true; } // default arguments
    bool VisitDeclRefExpr(clang::DeclRefExpr* ref) { return add(ref->getDecl()); }
    bool VisitMemberExpr(clang::MemberExpr* ref) { return add(ref->getMemberDecl()); }
    bool VisitCXXThisExpr(clang::CXXThisExpr*) { return self = true; }
    bool add(const clang::ValueDecl* d) {
      const auto* binding = llvm::dyn_cast<clang::BindingDecl>(d);
      const auto* v =
          llvm::dyn_cast_or_null<clang::VarDecl>(binding ? binding->getDecomposedDecl() : d);
      if (v && !walk.is_constant(*v)) variables.insert(v->getCanonicalDecl());
      return true;
    }
    const HostWalk& walk;
    std::set<const clang::VarDecl*> variables;
    bool self = false;
  } search(*this);
  search.TraverseStmt(const_cast<clang::Expr*>(e));
  std::set<Root> roots;
  for (const clang::VarDecl* v : search.variables)
    roots.insert(root_of(*v));
  if (search.self && !frames_.empty() && frames_.back().self)
    roots.insert(frames_.back().self->root);
  return roots;
}

namespace {

void add_targets(const HostValue& v, std::set<Root>& to) {
  if (v.target) to.insert(v.target->root);
  for (const auto& [step, member] : v.members)
    add_targets(member, to);
}

} // namespace

void HostWalk::forget_named(const clang::Expr* e) { forget_all(named_roots(e)); }

void HostWalk::forget_all(std::set<Root> roots) {
  for (const Root& root : std::set<Root>(roots)) // what pointers lead to: *p
    if (const HostValue* v = state_.find(root)) add_targets(*v, roots);
  for (const Root& root : roots) {
    make_reachable(root);
    forget_some(root);
  }
}

// Some part of it is written: pointers in it may be the same still.
void HostWalk::forget_some(const Root& root) {
  Objects before;
  if (const auto it = state_.vars->find(root); it != state_.vars->end()) before.insert(*it);
  forget(root);
  doubt(before);
}

// Is it v[i], which lies in memory that the library has allocated, where no variable is?
bool HostWalk::is_of_container(const clang::Expr* element) const {
  const auto* call = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(without_casts(element));
  return call && call->getOperator() == clang::OO_Subscript &&
         is_container_of_values(
             llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()));
}

void HostWalk::store_unknown(const clang::Expr* target) {
  if (const auto element = element_of(*target))
    if (const auto of = holder_of(*element)) return put_at_some(*of, {}, {});
  if (is_of_container(target)) return;
  if (const clang::VarDecl* v = base_variable(target)) {
    v = v->getCanonicalDecl();
    const Root root = root_of(*v);
    forget_some(root);
    if (!is_unknown_reference(root) && (v->hasGlobalStorage() || is_in_walk(*v))) return;
  }
  // of a pointer only what it leads to, of which it may have left the part that is known
  const clang::Expr* pointer = base_pointer(target);
  if (pointer && !has_effects(*pointer))
    if (const HostValue v = eval(pointer); v.target) forget_some(v.target->root);
  const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(without_casts(target));
  if (!element || !pointer)
    for (const Root& root : named_roots(target))
      forget_some(root);
  havoc_pointed(target->getType());
}

// A variable of a function around a lambda, which the walk came through.
bool HostWalk::is_in_walk(const clang::VarDecl& v) const {
  return std::ranges::any_of(frames_, [&](const Frame& frame) {
    return static_cast<const clang::DeclContext*>(frame.function) == v.getDeclContext();
  });
}

// The file's own classes, and those of numbers and pointers alone: dim3, a tensor.
bool HostWalk::is_followed(const clang::CXXRecordDecl& record) const {
  if (!record.hasDefinition() || record.isUnion()) return false;
  return !file_.is_library(record) ||
         std::ranges::all_of(record.fields(), [](const clang::FieldDecl* f) {
           const clang::QualType type = f->getASTContext().getBaseElementType(f->getType());
           return type->isIntegralOrEnumerationType() || type->isPointerType();
         });
}

std::optional<Place> HostWalk::place(const clang::Expr* e) {
  e = passed_on(e);
  if (e->containsErrors() || e->isTypeDependent()) return std::nullopt;
  if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(e)) {
    if (const auto* binding = llvm::dyn_cast<clang::BindingDecl>(ref->getDecl());
        binding && binding->getHoldingVar())
      return binding->getHoldingVar()->getInit() ? place(binding->getHoldingVar()->getInit())
                                                 : std::nullopt;
    else if (binding)
      return binding->getBinding() ? place(binding->getBinding()) : std::nullopt;
    const auto* named = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    const clang::VarDecl* v = named ? named->getCanonicalDecl() : nullptr;
    if (!v || v->isInvalidDecl() || (ref->refersToEnclosingVariableOrCapture() && !is_in_walk(*v)))
      return std::nullopt;
    if (const auto it = state_.refs->find(v); it != state_.refs->end()) return it->second;
    if (const clang::Expr* bound = bound_for_good(*v)) return place(bound);
    return Place{{v, nullptr}, {}, v->getNameAsString()};
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(e)) {
    if (const auto* v = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl()))
      return Place{{v->getCanonicalDecl(), nullptr}, {}, v->getNameAsString()};
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (!field || field->isBitField() || field->getType()->isReferenceType() ||
        (field->getParent()->isUnion() && !file_.is_library(*field->getParent())) ||
        has_effects(*member->getBase()))
      return std::nullopt;
    std::optional<Place> base;
    if (!member->isArrow())
      base = place(member->getBase());
    else
      base = object_behind(eval(member->getBase()), member->getBase()->getType());
    if (!base) return std::nullopt;
    base->path.push_back({field, 0});
    base->name += (base->name.empty() ? "" : ".") + field->getNameAsString();
    return base;
  }
  if (const auto [array, index] = subscripted(e); array)
    return has_effects(*e) ? std::nullopt : place_of_element(*array, *index);
  if (const auto* u = llvm::dyn_cast<clang::UnaryOperator>(e);
      u && u->getOpcode() == clang::UO_Deref) {
    if (has_effects(*u)) return std::nullopt;
    return object_behind(eval(u->getSubExpr()), u->getSubExpr()->getType());
  }
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(e);
      choice && !has_effects(*e))
    return chosen_object(*choice);
  if (const auto element = element_of(*e)) return place_in(*element);
  if (const clang::Expr* owner = owner_of(*e)) { // *p
    const HostValue p = owned(*owner, ast_.getPointerType(e->getType()));
    return object_behind(p, ast_.getPointerType(e->getType()));
  }
  if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(e)) {
    const Root root{nullptr, temporary};
    HostValue v = eval(temporary->getSubExpr());
    forget(root);
    if (v.known()) state_.set(root, std::move(v));
    return Place{root, {}, "value"};
  }
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(e)) {
    const auto kind = cast->getCastKind();
    const bool to_base =
        kind == clang::CK_DerivedToBase || kind == clang::CK_UncheckedDerivedToBase;
    if (kind == clang::CK_NoOp || (to_base && is_only_base(*cast)))
      return cast->getSubExpr()->isGLValue() ? place(cast->getSubExpr()) : std::nullopt;
  }
  if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(e))
    return place(constant->getSubExpr());
  if (const auto* full = llvm::dyn_cast<clang::ExprWithCleanups>(e))
    return place(full->getSubExpr());
  if (const auto* argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(e))
    return place(argument->getExpr());
  if (const auto* argument = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
    return place(argument->getReplacement());
  return std::nullopt;
}

// The initializer of a constant object, where it is made of constants.
HostValue HostWalk::constant_object(const clang::VarDecl& v) {
  const auto [it, is_new] = constants_.try_emplace(&v);
  const clang::Expr* init = v.getAnyInitializer();
  if (!is_new || !init || init->isValueDependent() || init->containsErrors()) return it->second;
  HostState outer = std::exchange(state_, {});
  const bool was_silent = std::exchange(silent_, true);
  HostValue value = eval(init);
  state_ = std::move(outer);
  silent_ = was_silent;
  return constants_[&v] = has_only_constants(value) ? value : HostValue{};
}

HostValue HostWalk::load(const Place& p, clang::QualType type, Loc loc) {
  if (type.isNull() || type.isVolatileQualified()) return fresh(type, p.name, loc);
  const clang::VarDecl* v = variable(p.root);
  if (v && v->getType().isVolatileQualified()) return fresh(type, p.name, loc);
  if (v && v->hasGlobalStorage() && is_constant(*v) && !state_.vars->contains(p.root))
    if (HostValue known = constant_object(*v); known.known()) state_.set(p.root, std::move(known));
  const auto* record = type->getAsCXXRecordDecl();
  const bool is_record = record && is_followed(*record);
  if (const HostValue* known = state_.find(p.root, p.path); known && known->known() && !is_record)
    return *known;
  HostValue* at = &part(p);
  if (v && v->getBeginLoc().isValid() && llvm::isa<clang::ParmVarDecl>(v))
    loc = file_.unit.loc(v->getLocation());
  if (is_record) {
    if (at->kind != HostValue::Kind::record) *at = HostValue{HostValue::Kind::record};
    for (const clang::FieldDecl* field : record->fields()) {
      if (field->isBitField() || field->getType()->isReferenceType()) continue;
      Place part = p;
      part.path.push_back({field, 0});
      part.name += "." + field->getNameAsString();
      load(part, field->getType(), loc); // so that a copy has the same values
    }
    HostValue* whole = &state_.edit(p.root);
    for (const Step& step : p.path)
      whole = &whole->members[step];
    return *whole;
  }
  if (!at->known()) // of a union it may be what another member was written for
    *at =
        std::ranges::any_of(p.path, is_of_union) ? fresh(type, p.name, loc) : initial(p, type, loc);
  return *at;
}

std::pair<unsigned, unsigned> HostWalk::version(const HostState& state, Root root) const {
  const auto it = state.changes->find(root);
  const unsigned own = it == state.changes->end() ? 0 : it->second;
  return {std::max(own, state.everything), is_reachable(state, root) ? state.havoc : 0};
}

HostValue HostWalk::initial(const Place& p, clang::QualType type, Loc loc) {
  const auto key = std::tuple(p.root, p.path, version(state_, p.root));
  if (const auto it = initial_.find(key); it != initial_.end() && it->second.known())
    return it->second;
  HostValue v = fresh(type, p.name, loc);
  if (const clang::VarDecl* of = variable(p.root);
      of && p.path.size() == 1 && p.path[0].field && file_.is_always_one(*of, *p.path[0].field))
    v = number(pool_.constant(1, v.e->type));
  if (v.is_pointer()) {
    initially_at_[v.e] = {p.root, p.path};
    auto held = held_where_chosen(p, type, loc);
    const std::vector<HostValue> of_objects = held;
    // what was found there before code elsewhere ran may be there still
    for (auto it = initial_.lower_bound({p.root, p.path, {std::get<2>(key).first, 0}});
         it != initial_.end() && it->first < key; ++it)
      if (it->second.is_pointer() && !state_.has_left_out(std::get<2>(it->first).second))
        held.push_back(it->second);
    if (!held.empty()) made_up_.insert(v.e);
    if (HostValue first = declared(p); first.is_pointer()) held.push_back(std::move(first));
    v = chosen_from_held(std::move(v), held);
    for (const Leaf& at : {Leaf{p.root, {}}, Leaf{p.root, p.path}})
      if (const auto put = put_.find(at); put != put_.end()) {
        add_put(put->second, v.bases);
        chosen_[v.e] = v.bases;
      }
    for (std::size_t i = 0; i < p.path.size(); ++i)
      if (!p.path[i].field && p.path[i].index >= 0) {
        const Place holder{p.root, {p.path.begin(), p.path.begin() + i}, p.name};
        if (const HostValue rest = rest_of(holder, {p.path.begin() + i + 1, p.path.end()});
            rest.is_pointer()) {
          for (Expr e : rest.bases)
            add_base(e, v.bases);
          chosen_[v.e] = v.bases;
        }
      }
    if (is_lost(p.root)) v = anything(std::move(v));
    v.taken = p.root.pointer ? taken_in(p, of_objects) : taken_at(p, v);
  }
  return initial_[key] = v;
}

// What the declaration of a variable of the file puts there, and may be there still.
HostValue HostWalk::declared(const Place& p) {
  const clang::VarDecl* v = variable(p.root);
  const clang::Expr* init = v && v->hasGlobalStorage() && !v->getType()->isReferenceType()
                                ? v->getAnyInitializer()
                                : nullptr;
  if (!init || init->isValueDependent() || init->containsErrors() || has_effects(*init)) return {};
  const auto [it, is_new] = declared_.try_emplace(v);
  if (is_new) {
    HostState outer = std::exchange(state_, {});
    const bool was_silent = std::exchange(silent_, true);
    HostValue value = eval(init);
    state_ = std::move(outer);
    silent_ = was_silent;
    declared_[v] = std::move(value);
  }
  const HostValue* part = &declared_[v];
  for (const Step& step : p.path) {
    const auto member = part->members.find(step);
    if (member == part->members.end()) return {};
    part = &member->second;
  }
  return *part;
}

// Is it what is found there when nothing is known?
bool HostWalk::is_initial(const HostState& state, Root root, std::vector<Step>& path,
                          const HostValue& v) const {
  if (v.kind != HostValue::Kind::record) {
    const auto it = initial_.find({root, path, version(state, root)});
    return !v.known() || (it != initial_.end() && it->second == v);
  }
  return std::ranges::all_of(v.members, [&](const auto& member) {
    path.push_back(member.first);
    const bool same = is_initial(state, root, path, member.second);
    path.pop_back();
    return same;
  });
}

namespace {

// Does it say what each part is? Of arrays that is not known.
bool is_whole(const HostValue& value) {
  if (value.kind != HostValue::Kind::record) return value.known();
  if (value.members.empty() || !value.members.begin()->first.field) return false;
  const clang::RecordDecl* record = value.members.begin()->first.field->getParent();
  return std::ranges::all_of(record->fields(), [&](const clang::FieldDecl* field) {
    return std::ranges::any_of(value.members, [&](const auto& member) {
      return member.first.field == field && is_whole(member.second);
    });
  });
}

} // namespace

// Whoever finds the value may change what it leads to.
void HostWalk::share_targets(const HostValue& v, const Root* holder) {
  if (v.target && !(holder && v.target->root == *holder)) make_reachable(v.target->root);
  for (const auto& [step, member] : v.members)
    share_targets(member, holder);
}

void HostWalk::forget_targets(const HostValue& v) {
  std::set<Root> roots;
  add_targets(v, roots);
  for (const Root& root : roots)
    forget(root);
}

// The object that an expression makes lives on elsewhere, where pointers to it lead then.
void HostWalk::lose_pointers_to(const Root& gone) {
  const std::function<void(HostValue&)> lose = [&](HostValue& v) {
    if (v.target && v.target->root == gone) v.target = nullptr;
    for (auto& [step, member] : v.members)
      lose(member);
  };
  for (const auto& [root, value] : Objects(*state_.vars)) {
    std::set<Root> targets;
    add_targets(*value, targets);
    if (targets.contains(gone)) lose(state_.edit(root));
  }
}

// What kernels may write: what is behind pointers, in memory that host and device share, and
// variables of the device that the host has as well.
void HostWalk::forget_of_device() {
  doubt_where([](const Root& root) { return root.pointer != nullptr; });
  std::vector<Root> roots;
  for (const auto& [root, value] : *state_.vars)
    if (const clang::VarDecl* v = variable(root); v && v->hasAttr<clang::CUDADeviceAttr>())
      roots.push_back(root);
  for (const Root& root : roots)
    forget(root);
}

void HostWalk::lose_target(HostValue& v) {
  share_targets(v);
  v.target = nullptr;
  for (auto& [step, member] : v.members)
    lose_target(member);
}

// The object may be any other one, but none of its parts is another part.
void HostWalk::havoc_around(const Place& p) {
  const HostValue* own = state_.find(p.root);
  const HostValue before = own ? *own : HostValue{};
  const bool is_member = !p.path.empty() && p.path.back().field;
  havoc_pointed(is_member ? p.path.back().field->getType() : clang::QualType());
  if (before.known()) state_.set(p.root, before);
}

void HostWalk::store(const Place& p, HostValue value) {
  share_targets(value, &p.root);
  ++writes_[p.root];
  if (std::ranges::any_of(p.path, [](const Step& step) { return !step.field; })) count_put(value);
  put_where_chosen(p, value);
  if (is_unknown_reference(p.root))
    havoc_around(p);
  else if (is_reachable(p.root))
    doubt_where(is_unknown_reference); // one of them may be what is written now
  HostValue* at = &state_.edit(p.root);
  for (const Step& step : p.path)
    at = &part_of(*at, step);
  // a number of its own for what is not known of the new value
  const clang::QualType type = value.known() || p.path.empty() ? clang::QualType()
                               : p.path.back().field           ? p.path.back().field->getType()
                                                               : clang::QualType();
  if (value.known()) {
    const bool is_all = is_whole(value);
    *at = std::move(value);
    if (!is_all) state_.changes.edit()[p.root] = ++changes_; // its other parts are new as well
  } else if (p.path.empty()) {
    forget(p.root);
  } else if (!type.isNull() && (type->isIntegralOrEnumerationType() || type->isPointerType())) {
    *at = fresh(type, p.name, loc_);
  } else { // the other parts stay; what is not known of them has another name from here on
    *at = {};
    state_.changes.edit()[p.root] = ++changes_;
  }
}

} // namespace heddle::cuda
