// Where the walk of a host function begins: its parameters, as far as a call that leads there tells
// them; and where it ends when it is such a call that it looks for.
#include "cuda/host/visible.hpp"
#include "cuda/host/walk.hpp"

#include "cuda/syntax/walk.hpp"

#include <algorithm>
#include <unordered_map>

namespace heddle::cuda {

namespace {

bool has_method_parts(const FunctionDecl& f) { return f.name.parts.size() > 1; }

bool is_method(const Program& program, const LaunchItem& item) {
  return has_method_parts(*item.host) || class_of(program, *item.host, item.scope);
}

// Expressions of one pool in another, with symbols of its own.
class PoolCopy {
public:
  PoolCopy(Pool& to, const Pool& from) : to_(to), from_(from) {}

  Expr operator()(Expr e) {
    if (!e) return nullptr;
    if (const auto it = known_.find(e); it != known_.end()) return it->second;
    Expr copy = nullptr;
    if (e->op == Op::symbol) {
      copy = to_.symbol_ref(to_.new_symbol(from_.symbol(e)));
    } else {
      std::vector<Expr> args;
      for (Expr a : e->args)
        args.push_back((*this)(a));
      copy = to_.rebuild(e->op, e->type, e->value, std::move(args));
    }
    return known_[e] = copy;
  }
  HostValue operator()(HostValue v) {
    v.e = (*this)(v.e);
    v.divisor = (*this)(v.divisor);
    if (v.bases) {
      std::vector<Expr> bases;
      for (Expr e : *v.bases)
        bases.push_back((*this)(e));
      v.bases = std::make_shared<const std::vector<Expr>>(std::move(bases));
    }
    for (Expr& axis : v.axes)
      axis = (*this)(axis);
    if (v.items) {
      std::vector<Expr> items;
      for (Expr e : *v.items)
        items.push_back((*this)(e));
      v.items = std::make_shared<const std::vector<Expr>>(std::move(items));
    }
    return v;
  }

private:
  Pool& to_;
  const Pool& from_;
  std::unordered_map<Expr, Expr> known_;
};

} // namespace

HostWalk::HostWalk(const HostEnv& env, const LaunchItem& launch, const HostCall* call)
    : env_(env), pool_(env.pool), item_(launch), call_(call), tmpl_(launch.tmpl),
      scope_(launch.scope), effects_(env.program, launch.scope, is_method(env.program, launch)) {
  if (const Item* item = class_of(env.program, *launch.host, launch.scope)) {
    record_ = &std::get<RecordDecl>(item->decl->node);
    record_tmpl_ = item->tmpl;
  }
}

bool HostWalk::is_target(const ExprPtr& e) const {
  if (call_) return std::get_if<CallExpr>(&e->node) == call_->call;
  return e.get() == item_.site;
}

// A type or enumerator of the function's own, which is not followed.
void HostWalk::hide(const DeclNode& d) {
  const auto type = [&](const std::string& name) {
    if (!name.empty()) types_[name] = make_unknown(name);
  };
  if (auto* t = std::get_if<TypedefDecl>(&d.node)) type(t->name);
  if (auto* r = std::get_if<RecordDecl>(&d.node)) type(plain_name(r->name));
  if (auto* u = std::get_if<UsingDecl>(&d.node); u && !u->is_namespace && u->alias.empty()) {
    type(u->name.parts.back().identifier); // using a::n;
    opaque_.insert(u->name.parts.back().identifier);
  }
  if (auto* e = std::get_if<EnumDecl>(&d.node)) {
    type(e->name);
    for (const Enumerator& item : e->items)
      opaque_.insert(item.name);
  }
}

// A parameter of the function's template that this instance gives.
bool HostWalk::bind(const TemplateParam& p) {
  if (!item_.bindings || !item_.bindings->contains(p.name)) return false;
  const Binding& b = item_.bindings->at(p.name);
  if (b.type) {
    types_[p.name] = b.type;
    return true;
  }
  const CT type = p.value_type ? type_of(p.value_type) : nullptr;
  if (!b.value || !type || !type->is_integral()) return false;
  const CT wide = make_integer(64, true);
  const HostValue v = convert(number(pool_.constant(*b.value, value_type(wide)), wide), type);
  if (!v.known()) return false;
  state_.vars.push_back({p.name, type, v, false, false});
  return true;
}

// Statements around the target.
bool HostWalk::find_path(const StmtPtr& s) {
  bool found = false;
  for_each_child(
      *s, [&](const StmtPtr& c) { found = find_path(c) || found; },
      [&](const ExprPtr& e) { found = found || contains(e); });
  if (found) path_.insert(s.get());
  return found;
}

// A name may be a member's, perhaps of one that is declared elsewhere.
void HostWalk::hide_members() {
  unknown_members_ = has_method_parts(*item_.host) || (record_ && !record_->bases.empty());
  if (!record_) return;
  for (const TemplateParam& p :
       record_tmpl_ ? record_tmpl_->params : std::vector<TemplateParam>{}) {
    opaque_.insert(p.name);
    if (p.is_type) types_[p.name] = make_unknown(p.name);
    if (!p.is_type && !p.is_pack) declare_open(p);
  }
  for (const DeclPtr& m : record_->members) {
    if (auto* var = std::get_if<VarDecl>(&m->node)) opaque_.insert(var->name);
    if (auto* method = std::get_if<FunctionDecl>(&m->node))
      opaque_.insert(method->name.parts.back().identifier);
  }
}

void HostWalk::declare_template() {
  if (!tmpl_) return;
  for (const TemplateParam& p : tmpl_->params) {
    if (bind(p)) continue;
    opaque_.insert(p.name);
    if (p.is_type) types_[p.name] = make_unknown(p.name);
    if (!p.is_type && !p.is_pack) declare_open(p);
  }
}

// Some number, the same wherever it stands.
void HostWalk::declare_open(const TemplateParam& p) {
  if (!p.value_type) return;
  const CT type = type_of(p.value_type);
  state_.vars.push_back({p.name, type, fresh(type, p.name, item_.loc), false, false});
}

void HostWalk::declare_params() {
  const FunctionDecl& f = *item_.host;
  const HostEntry* entry = item_.entry.get();
  std::optional<PoolCopy> copy;
  if (entry) copy.emplace(pool_, *entry->pool);
  for (std::size_t i = 0; i < f.params.size(); ++i) {
    const auto& param = std::get<VarDecl>(f.params[i]->node);
    CT type = type_of(param.type);
    const bool reference = type->is(CType::Kind::reference);
    if (reference) type = type->to;
    const bool own = entry && entry->own[i];
    if (reference && !own) escaping_.insert(param.name);
    HostValue v = entry ? convert((*copy)(entry->params[i]), type) : HostValue{};
    if (!v.known()) v = fresh(type, param.name, f.params[i]->loc);
    state_.vars.push_back(
        {param.name, type, v, type->is_volatile || param.is_pack, reference && !own});
  }
  if (!entry) return;
  for (const auto& [name, v] : entry->globals)
    state_.globals[name] = (*copy)(v);
  for (Expr e : entry->facts)
    state_.facts.push_back((*copy)(e));
  for (Expr e : entry->powers)
    state_.powers.push_back((*copy)(e));
}

HostWalk::Flow HostWalk::walk_function() {
  const FunctionDecl& f = *item_.host;
  escaping_ = effects_.body(f).escaping;
  whole_ = effects_.body(f).whole;
  has_labels_ = whole_.labels;
  find_path(f.body);
  hide_members();
  walk(
      f.body,
      [&](const StmtPtr& s) {
        if (auto* decls = std::get_if<DeclStmt>(&s->node))
          for (const DeclPtr& d : decls->decls)
            hide(*d);
      },
      [](const ExprPtr&) {});
  declare_template();
  declare_params();
  return exec(f.body);
}

HostLaunch HostWalk::run() {
  if (walk_function() != Flow::reached) result_.reached = false;
  return std::move(result_);
}

std::shared_ptr<HostEntry> HostWalk::run_to_call() {
  return walk_function() == Flow::reached ? std::move(found_) : nullptr;
}

// ---- the call -----------------------------------------------------------------------------------

// Does the argument, bound to a reference, stay what it is until the callee changes it? A
// temporary, or a variable that nothing else leads to.
bool HostWalk::passes_own(const ExprPtr& arg) {
  if (auto* n = std::get_if<NameExpr>(&arg->node)) {
    const Var* var = n->name.parts.size() == 1 ? find(plain_name(n->name)) : nullptr;
    return var && !var->open && !var->refers && !escaping_.contains(var->name);
  }
  if (auto* call = std::get_if<CallExpr>(&arg->node)) {
    const auto* callee = std::get_if<NameExpr>(&call->callee->node);
    return callee && builtin_type(plain_name(callee->name));
  }
  const auto* binary = std::get_if<BinaryExpr>(&arg->node);
  return std::holds_alternative<IntLiteral>(arg->node) ||
         std::holds_alternative<BoolLiteral>(arg->node) ||
         (binary && binary->op != BinaryOp::comma) ||
         std::holds_alternative<ConstructExpr>(arg->node);
}

HostWalk::Flow HostWalk::reach(const CallExpr& call) {
  found_ = std::make_shared<HostEntry>();
  HostEffects effects;
  for (const ExprPtr& arg : call.args)
    effects.add(effects_.of(arg));
  if (!effects.none()) apply(effects); // before or after each: the order is open
  const std::vector<DeclPtr>& params = call_->callee->params;
  for (std::size_t i = 0; i < params.size(); ++i) {
    const auto& param = std::get<VarDecl>(params[i]->node);
    const auto* reference = std::get_if<ReferenceType>(&param.type->node);
    const std::size_t at = call_->first + i;
    const ExprPtr& fallback = call_->defaults[i];
    HostValue v;
    if (at < call.args.size()) {
      // what is forwarded is read later
      const ExprPtr& arg = call.args[at];
      if (arg && effects_.of(arg).none() && (call_->first == 0 || passes_own(arg))) v = eval(arg);
    } else if (const auto folded = fallback ? cuda::fold(fallback, env_.names) : std::nullopt) {
      v = constant(*folded);
    }
    const bool whole = v.items || v.kind == HostValue::Kind::record;
    found_->params.push_back(whole ? HostValue{} : v);
    found_->own.push_back(at < call.args.size() && reference && reference->to->is_const &&
                          effects.none() && passes_own(call.args[at]));
  }
  found_->globals = state_.globals;
  found_->facts = state_.facts;
  found_->powers = state_.powers;
  return Flow::reached;
}

// The call is part of an expression: what else happens in it may come before.
HostWalk::Flow HostWalk::reach_within(const ExprPtr& e) {
  const CallExpr* called = call_ ? call_->call : std::get_if<CallExpr>(&item_.site->node);
  if (!called) return Flow::left; // a launch is a statement
  ExprPtr around = e;
  while (const auto* a = std::get_if<AssignExpr>(&around->node)) {
    if (!effects_.of(a->left).none() || contains(a->left)) break;
    around = a->right; // arguments are evaluated before the assignment
  }
  apply(effects_.besides(*called, around));
  ExprPtr target;
  walk(around, [&](const ExprPtr& x) {
    if (is_target(x)) target = x;
  });
  return target ? reach_target() : Flow::left;
}

// ---- from outside -------------------------------------------------------------------------------

HostLaunch evaluate_launch(const HostEnv& env, const LaunchItem& launch) {
  if (!launch.site) return {};
  return HostWalk(env, launch).run();
}

std::shared_ptr<HostEntry> evaluate_call(const HostEnv& env, const LaunchItem& host,
                                         const HostCall& call) {
  return HostWalk(env, host, &call).run_to_call();
}

} // namespace heddle::cuda
