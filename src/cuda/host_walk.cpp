// Host statements, in order, up to the launch.
#include "cuda/host_walk.hpp"

#include "cuda/lower_walk.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace heddle::cuda {

namespace {

constexpr std::size_t max_facts = 64;

bool never_returns(const CallExpr& n) {
  const auto* callee = n.callee ? std::get_if<NameExpr>(&n.callee->node) : nullptr;
  if (!callee) return false;
  const std::string& name = callee->name.parts.back().identifier;
  return name == "exit" || name == "abort" || name == "_exit" || name == "quick_exit";
}

bool leaves_switch(const StmtPtr& s) {
  if (!s) return false;
  if (auto* block = std::get_if<CompoundStmt>(&s->node))
    return !block->body.empty() && leaves_switch(block->body.back());
  return std::holds_alternative<BreakStmt>(s->node) || std::holds_alternative<ReturnStmt>(s->node);
}

// A label of the switch within another statement.
bool has_nested_label(const StmtPtr& item) {
  if (!item || std::holds_alternative<CaseStmt>(item->node)) return false;
  bool label = false, inner = false;
  walk(
      item,
      [&](const StmtPtr& s) {
        label = label || std::holds_alternative<CaseStmt>(s->node);
        inner = inner || std::holds_alternative<SwitchStmt>(s->node);
      },
      [](const ExprPtr&) {});
  return label && !inner;
}

bool has_method_parts(const FunctionDecl& f) { return f.name.parts.size() > 1; }

} // namespace

namespace {

// The class among whose members the function stands.
const RecordDecl* class_of(const Program& program, const FunctionDecl& f) {
  for (const auto& [name, items] : program.records)
    for (const Item& item : items) {
      const auto& record = std::get<RecordDecl>(item.decl->node);
      for (const DeclPtr& m : record.members)
        if (std::get_if<FunctionDecl>(&m->node) == &f) return &record;
    }
  return nullptr;
}

} // namespace

HostWalk::HostWalk(const HostEnv& env, const LaunchItem& launch)
    : env_(env), pool_(env.pool), item_(launch), tmpl_(launch.tmpl),
      record_(class_of(env.program, *launch.host)), scope_(launch.scope),
      effects_(env.program, launch.scope, record_ || has_method_parts(*launch.host)) {}

// A type or enumerator of the function's own, which is not followed.
void HostWalk::hide(const DeclNode& d) {
  const auto type = [&](const std::string& name) {
    if (!name.empty()) types_[name] = make_unknown(name);
  };
  if (auto* t = std::get_if<TypedefDecl>(&d.node)) type(t->name);
  if (auto* r = std::get_if<RecordDecl>(&d.node)) type(plain_name(r->name));
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

HostLaunch HostWalk::run() {
  const FunctionDecl& f = *item_.host;
  escaping_ = effects_.escaping(f);
  whole_ = effects_.of(f.body);
  has_labels_ = whole_.labels;
  // A name may be a member's that is declared elsewhere.
  unknown_members_ = has_method_parts(f) || (record_ && !record_->bases.empty());
  if (record_)
    for (const DeclPtr& m : record_->members) {
      if (auto* var = std::get_if<VarDecl>(&m->node)) opaque_.insert(var->name);
      if (auto* method = std::get_if<FunctionDecl>(&m->node))
        opaque_.insert(method->name.parts.back().identifier);
    }
  walk(
      f.body,
      [&](const StmtPtr& s) {
        if (auto* decls = std::get_if<DeclStmt>(&s->node))
          for (const DeclPtr& d : decls->decls)
            hide(*d);
      },
      [](const ExprPtr&) {});
  if (tmpl_)
    for (const TemplateParam& p : tmpl_->params) {
      if (bind(p)) continue;
      opaque_.insert(p.name);
      if (p.is_type) types_[p.name] = make_unknown(p.name);
      if (p.is_type || p.is_pack || !p.value_type) continue;
      const CT type = type_of(p.value_type);
      state_.vars.push_back({p.name, type, fresh(type, p.name, item_.loc), false, false});
    }
  for (const DeclPtr& p : f.params) {
    const auto& param = std::get<VarDecl>(p->node);
    CT type = type_of(param.type);
    const bool reference = type->is(CType::Kind::reference);
    if (reference) type = type->to;
    if (reference) escaping_.insert(param.name);
    state_.vars.push_back({param.name, type, fresh(type, param.name, p->loc),
                           type->is_volatile || param.is_pack, reference});
  }
  if (exec(f.body) != Flow::reached) result_.reached = false;
  return std::move(result_);
}

HostLaunch evaluate_launch(const HostEnv& env, const LaunchItem& launch) {
  return HostWalk(env, launch).run();
}

bool HostWalk::contains(const ExprPtr& root) const {
  bool found = false;
  walk(root, [&](const ExprPtr& e) {
    found = found || std::get_if<LaunchExpr>(&e->node) == item_.launch;
  });
  return found;
}

bool HostWalk::contains(const StmtPtr& s) const {
  bool found = false;
  walk(
      s, [](const StmtPtr&) {},
      [&](const ExprPtr& e) {
        found = found || std::get_if<LaunchExpr>(&e->node) == item_.launch;
      });
  return found;
}

void HostWalk::add_fact(Expr e) {
  if (is_true(e) || state_.facts.size() >= max_facts) return;
  if (e->op == Op::logical_and) {
    for (Expr part : e->args)
      add_fact(part);
    return;
  }
  state_.facts.push_back(e);
  // What equals a constant is that constant from here on.
  if (e->op != Op::eq || e->args[0]->op != Op::symbol || e->args[1]->op != Op::constant) return;
  const auto replaced = [&](Expr x) {
    return x ? pool_.substitute(x, [&](Expr y) { return y == e->args[0] ? e->args[1] : nullptr; })
             : nullptr;
  };
  const auto replace = [&](HostValue& v) {
    if (v.kind == HostValue::Kind::pointer) return;
    v.e = replaced(v.e);
    v.divisor = replaced(v.divisor);
    for (Expr& axis : v.axes)
      axis = replaced(axis);
  };
  for (Var& v : state_.vars)
    replace(v.value);
  for (auto& [name, v] : state_.globals)
    replace(v);
}

// Only conditions that change nothing are followed: else one name may mean several values in it.
void HostWalk::assume(const ExprPtr& e, bool holds) {
  if (!e || !effects_.of(e).none()) return;
  if (auto* u = std::get_if<UnaryExpr>(&e->node); u && u->op == UnaryOp::logical_not)
    return assume(u->operand, !holds);
  if (auto* b = std::get_if<BinaryExpr>(&e->node))
    if ((b->op == BinaryOp::logical_and && holds) || (b->op == BinaryOp::logical_or && !holds)) {
      assume(b->left, holds);
      return assume(b->right, holds);
    }
  if (const auto t = truth(eval(e))) add_fact(holds ? *t : pool_.logical_not(*t));
}

// ---- statements ---------------------------------------------------------------------------------

HostWalk::Flow HostWalk::exec(const StmtPtr& s) {
  if (!s) return Flow::next;
  if (++steps_ > 100'000) return Flow::left;
  if (auto* n = std::get_if<CompoundStmt>(&s->node)) return exec_list(n->body);
  if (auto* n = std::get_if<ExprStmt>(&s->node)) return run(n->expr);
  if (auto* n = std::get_if<IfStmt>(&s->node)) return exec_if(*n);
  if (auto* n = std::get_if<WhileStmt>(&s->node)) return exec_loop(n->cond, nullptr, n->body, true);
  if (auto* n = std::get_if<DoStmt>(&s->node)) return exec_loop(n->cond, nullptr, n->body, false);
  if (auto* n = std::get_if<ForStmt>(&s->node)) return exec_for(*n);
  if (auto* n = std::get_if<RangeForStmt>(&s->node)) return exec_range_for(*n);
  if (auto* n = std::get_if<SwitchStmt>(&s->node)) return exec_switch(*n);
  if (auto* n = std::get_if<ReturnStmt>(&s->node))
    return run(n->value) == Flow::reached ? Flow::reached : Flow::left;
  if (auto* n = std::get_if<DeclStmt>(&s->node)) {
    for (const DeclPtr& d : n->decls)
      declare(d);
    return contains(s) ? Flow::left : Flow::next; // a launch in an initialiser is not followed
  }
  if (std::holds_alternative<LabelStmt>(s->node) ||
      std::holds_alternative<CaseStmt>(s->node)) { // control comes from anywhere
    apply(whole_);
    forget_reachable(true);
    forget_facts();
    return Flow::next;
  }
  if (std::holds_alternative<AsmStmt>(s->node)) {
    apply(effects_.of(s));
    return Flow::next;
  }
  return Flow::left; // break, continue, goto
}

HostWalk::Flow HostWalk::exec_list(const std::vector<StmtPtr>& list) {
  const std::size_t scope = state_.vars.size();
  Flow flow = Flow::next;
  for (const StmtPtr& s : list) {
    if (flow == Flow::left) {
      if (!s || !has_labels_ || !effects_.of(s).labels) continue;
      apply(whole_); // a jump may lead there
      forget_reachable(true);
      forget_facts();
    }
    flow = exec(s);
    if (flow == Flow::reached) return flow;
  }
  state_.vars.resize(std::min(scope, state_.vars.size()));
  return flow;
}

void HostWalk::declare(const DeclPtr& decl) {
  const auto* var = std::get_if<VarDecl>(&decl->node);
  if (!var) return;
  CT type = type_of(var->type);
  if (type->is(CType::Kind::reference)) type = type->to;
  const bool reference = std::holds_alternative<ReferenceType>(var->type->node);
  bool open = reference || var->attributes.extern_ || type->is_volatile;
  HostValue v = initial(*var, type);
  const bool is_auto = std::holds_alternative<AutoType>(var->type->node);
  if (is_auto && v.known()) type = v.type;
  if (var->attributes.static_) {
    const bool is_constant = (var->type->is_const || var->attributes.constexpr_) &&
                             v.is_integer() && v.e->op == Op::constant;
    open = open || !is_constant;
  }
  if (!v.known()) v = fresh(type, var->name, decl->loc);
  state_.vars.push_back({var->name, type, v, open, reference});
}

HostValue HostWalk::initial(const VarDecl& var, const CT& type) {
  HostEffects effects;
  for (const ExprPtr& arg : var.args)
    effects.add(effects_.of(arg));
  const bool is_dims = type->is(CType::Kind::record) && type->name == "dim3";
  if (is_dims && var.init != Init::copy && effects.none()) return eval_dims(var.args);
  if (is_dims && var.init == Init::copy && var.args.size() == 1 && effects.none())
    if (auto* list = std::get_if<InitListExpr>(&var.args[0]->node)) return eval_dims(list->items);
  if (is_dims && var.init == Init::none) return eval_dims({});
  if (var.args.size() != 1) {
    apply(effects);
    const bool zero = var.init == Init::braces && type->is_integral();
    return zero ? number(pool_.cast(pool_.constant(0), value_type(type)), type) : HostValue{};
  }
  const HostValue v = value(var.args[0]);
  return std::holds_alternative<AutoType>(var.type->node) ? v : convert(v, type);
}

// What two ways have in common where they meet.
void HostWalk::join(State other, const HostValue& cond) {
  for (std::size_t i = 0; i < std::min(state_.vars.size(), other.vars.size()); ++i)
    state_.vars[i].value = merged(cond, state_.vars[i], other.vars[i].value);
  std::erase_if(state_.globals, [&](const auto& g) {
    const auto it = other.globals.find(g.first);
    return it == other.globals.end() || it->second.e != g.second.e;
  });
  const auto keep = [](std::vector<Expr>& here, const std::vector<Expr>& there) {
    std::erase_if(here, [&](Expr e) { return std::ranges::find(there, e) == there.end(); });
  };
  keep(state_.facts, other.facts);
  keep(state_.powers, other.powers);
}

HostWalk::Flow HostWalk::exec_if(const IfStmt& s) {
  const std::size_t scope = state_.vars.size();
  if (exec(s.init) == Flow::reached) return Flow::reached;
  HostValue cond;
  if (s.cond_decl) {
    declare(s.cond_decl);
    cond = state_.vars.empty() ? HostValue{} : state_.vars.back().value;
  } else {
    if (contains(s.cond)) return run(s.cond);
    cond = value(s.cond);
  }
  const auto take = [&](bool holds) {
    if (!s.cond_decl) return assume(s.cond, holds);
    if (const auto t = truth(cond)) add_fact(holds ? *t : pool_.logical_not(*t));
  };
  if (contains(s.then_stmt)) {
    take(true);
    return exec(s.then_stmt);
  }
  if (contains(s.else_stmt)) {
    take(false);
    return exec(s.else_stmt);
  }
  const State before = state_;
  take(true);
  const Flow then_flow = exec(s.then_stmt);
  State after_then = std::exchange(state_, before);
  take(false);
  const Flow else_flow = exec(s.else_stmt);
  after_then.vars.resize(std::min(scope, after_then.vars.size()));
  state_.vars.resize(std::min(scope, state_.vars.size()));
  if (then_flow == Flow::left) return else_flow;
  std::swap(state_, after_then);
  if (else_flow == Flow::next) join(std::move(after_then), cond);
  return Flow::next;
}

// Control may come from elsewhere.
void HostWalk::forget_facts() {
  state_.facts.clear();
  state_.powers.clear();
}

// Zero or a power of two, as far as it is known.
bool HostWalk::is_power(Expr e) const {
  const auto c = constant_value(e);
  if (c) return *c >= 0 && std::has_single_bit(static_cast<std::uint64_t>(*c));
  if (std::ranges::find(state_.powers, e) != state_.powers.end()) return true;
  if (e->op == Op::shl || e->op == Op::shr) return is_power(e->args[0]);
  return (e->op == Op::div || e->op == Op::mul) && is_power(e->args[0]) && is_power(e->args[1]);
}

// for (stride = size / 2; stride > 0; stride >>= 1)
void HostWalk::step_power(BinaryOp op, std::int64_t by, Expr first, Expr now) {
  const bool shifts = op == BinaryOp::shl || op == BinaryOp::shr;
  const bool scales = (op == BinaryOp::mul || op == BinaryOp::div) &&
                      std::has_single_bit(static_cast<std::uint64_t>(by));
  if ((shifts || scales) && is_power(first)) state_.powers.push_back(now);
}

// Bounds of a variable that a `for` loop steps and nothing else in it changes.
void HostWalk::step_facts(const ExprPtr& step, const HostEffects& rest, const State& before) {
  if (!step) return;
  const auto* u = std::get_if<UnaryExpr>(&step->node);
  const auto* a = std::get_if<AssignExpr>(&step->node);
  const ExprPtr& target = u ? u->operand : a ? a->left : nullptr;
  const auto* name = target ? std::get_if<NameExpr>(&target->node) : nullptr;
  if (!name || name->name.parts.size() != 1 || (a && !a->op)) return;
  const std::string plain = plain_name(name->name);
  Var* var = find(plain);
  if (!var || var->open || escaping_.contains(plain) || rest.assigned.contains(plain)) return;
  const std::size_t index = static_cast<std::size_t>(var - state_.vars.data());
  if (!var->value.is_integer() || !before.vars[index].value.is_integer()) return;
  const Expr now = var->value.e, first = before.vars[index].value.e;
  if (now->type != first->type || !now->type.is_int()) return;
  BinaryOp op = BinaryOp::add;
  std::optional<std::int64_t> by = 1;
  if (u) {
    if (u->op == UnaryOp::pre_dec || u->op == UnaryOp::post_dec) op = BinaryOp::sub;
  } else {
    op = *a->op;
    const HostValue v = effects_.of(a->right).none() ? eval(a->right) : HostValue{};
    by = v.is_integer() ? constant_value(v.e) : std::nullopt;
  }
  if (!by || *by < 1) return;
  step_power(op, *by, first, now);
  const Expr zero = pool_.constant(0, now->type);
  const auto start = constant_value(first);
  const bool shrinks = op == BinaryOp::div || op == BinaryOp::shr;
  const bool grows = op == BinaryOp::mul || op == BinaryOp::shl;
  if (op == BinaryOp::add) {
    add_fact(pool_.le(first, now));
    if (*by > 1)
      add_fact(pool_.eq(pool_.rem(pool_.sub(now, first), pool_.constant(*by, now->type)), zero));
  } else if (op == BinaryOp::sub && now->type.is_signed) {
    add_fact(pool_.le(now, first));
  } else if (grows && start && *start >= 0) {
    add_fact(pool_.le(first, now));
  } else if (shrinks) {
    add_fact(pool_.implies(pool_.lt(zero, now), pool_.le(now, first)));
  }
}

HostWalk::Flow HostWalk::exec_loop(const ExprPtr& cond, const ExprPtr& step, const StmtPtr& body,
                                   bool tests_first) {
  HostEffects rest = effects_.of(body);
  if (cond) rest.add(effects_.of(cond));
  HostEffects all = rest;
  if (step) all.add(effects_.of(step));
  if (contains(cond) || contains(step)) return Flow::left;
  const State before = state_;
  if (all.labels) all.add(whole_);
  apply(all);
  if (all.labels) forget_facts(); // control may come in from elsewhere
  if (!rest.labels) step_facts(step, rest, before);
  if (contains(body)) {
    if (tests_first) assume(cond, true);
    return exec(body);
  }
  if (!rest.leaves && !rest.labels) assume(cond, false);
  return Flow::next;
}

HostWalk::Flow HostWalk::exec_for(const ForStmt& s) {
  const std::size_t scope = state_.vars.size();
  if (s.init && contains(s.init)) return Flow::left;
  exec(s.init);
  const Flow flow = exec_loop(s.cond, s.step, s.body, true);
  if (flow != Flow::reached) state_.vars.resize(std::min(scope, state_.vars.size()));
  return flow;
}

HostWalk::Flow HostWalk::exec_range_for(const RangeForStmt& s) {
  const std::size_t scope = state_.vars.size();
  if (contains(s.range)) return Flow::left;
  HostEffects all = effects_.of(s.body);
  all.add(effects_.of(s.range));
  apply(all);
  const auto& var = std::get<VarDecl>(s.var->node);
  const CT type = type_of(var.type);
  const bool refers = type->is(CType::Kind::reference);
  const CT object = refers ? type->to : type;
  state_.vars.push_back({var.name, object, fresh(object, var.name, s.var->loc), refers, refers});
  if (contains(s.body)) return exec(s.body);
  if (all.labels) forget_facts();
  state_.vars.resize(std::min(scope, state_.vars.size()));
  return Flow::next;
}

// The launch stands under some labels: the way from them to it is followed when nothing falls into
// it from above.
HostWalk::Flow HostWalk::exec_switch(const SwitchStmt& s) {
  if (contains(s.cond)) return Flow::left;
  const HostValue on = value(s.cond);
  HostEffects all = effects_.of(s.body);
  if (!contains(s.body)) {
    apply(all);
    if (all.labels) forget_facts();
    return Flow::next;
  }
  const auto* body = std::get_if<CompoundStmt>(&s.body->node);
  if (!body) return Flow::left;
  if (std::ranges::any_of(body->body, has_nested_label)) return Flow::left;
  std::vector<HostValue> labels; // of the group that leads to where the walk is
  bool plain = true, entered = false;
  const State before = state_;
  for (std::size_t i = 0; i < body->body.size(); ++i) {
    const StmtPtr& item = body->body[i];
    if (!item) continue;
    if (auto* label = std::get_if<CaseStmt>(&item->node)) {
      if (entered) {
        labels.clear();
        state_ = before;
        plain = leaves_switch(body->body[i - 1]); // else something falls into these labels
        if (!plain) apply(all);
        entered = false;
      }
      plain = plain && label->value && !label->upper;
      labels.push_back(label->value ? eval(label->value) : HostValue{});
      continue;
    }
    if (!entered && plain) assume_one_of(on, labels);
    entered = true;
    const Flow flow = exec(item);
    if (flow == Flow::reached) return flow;
    if (contains(item)) return Flow::left;
  }
  return Flow::left;
}

void HostWalk::assume_one_of(const HostValue& on, const std::vector<HostValue>& labels) {
  std::vector<Expr> any;
  for (const HostValue& label : labels) {
    const HostValue same = arithmetic(BinaryOp::eq, on, label);
    if (!same.is_integer()) return;
    any.push_back(same.e);
  }
  if (!any.empty()) add_fact(pool_.any(any));
}

// An expression as a statement.
HostWalk::Flow HostWalk::run(const ExprPtr& e) {
  if (!e) return Flow::next;
  if (auto* launch = std::get_if<LaunchExpr>(&e->node); launch == item_.launch && launch)
    return reach(*launch);
  if (contains(e)) return Flow::left; // within another expression: not followed
  if (auto* b = std::get_if<BinaryExpr>(&e->node); b && b->op == BinaryOp::comma) {
    run(b->left);
    return run(b->right);
  }
  if (auto* cast = std::get_if<CastExpr>(&e->node)) return run(cast->operand);
  if (auto* call = std::get_if<CallExpr>(&e->node)) {
    if (never_returns(*call)) return Flow::left;
    const auto* callee = std::get_if<NameExpr>(&call->callee->node);
    if (callee && call->args.size() == 1 && plain_name(callee->name) == "assert") {
      apply(effects_.of(call->args[0]));
      assume(call->args[0], true);
      return Flow::next;
    }
  }
  if (auto* u = std::get_if<UnaryExpr>(&e->node)) {
    const bool up = u->op == UnaryOp::pre_inc || u->op == UnaryOp::post_inc;
    const bool down = u->op == UnaryOp::pre_dec || u->op == UnaryOp::post_dec;
    if ((up || down) && effects_.of(u->operand).none()) {
      const HostValue one = number(pool_.constant(1), make_integer(32, true));
      store(u->operand, arithmetic(up ? BinaryOp::add : BinaryOp::sub, eval(u->operand), one));
      return Flow::next;
    }
  }
  if (auto* a = std::get_if<AssignExpr>(&e->node)) {
    const bool simple = effects_.of(a->left).none();
    HostValue v = value(a->right);
    if (a->op)
      v = simple && effects_.of(a->right).none() ? arithmetic(*a->op, eval(a->left), v)
                                                 : HostValue{};
    if (!simple) apply(effects_.of(a->left));
    store(a->left, std::move(v));
    return Flow::next;
  }
  value(e);
  return Flow::next;
}

// May the value be a dim3? Of what is not declared here it is taken to be a number.
bool HostWalk::maybe_dims(const ExprPtr& e) {
  if (auto* n = std::get_if<NameExpr>(&e->node)) {
    const Var* var = n->name.parts.size() == 1 ? find(plain_name(n->name)) : nullptr;
    return !var || !var->type->is_arithmetic();
  }
  if (auto* c = std::get_if<ConditionalExpr>(&e->node))
    return maybe_dims(c->then_expr) || maybe_dims(c->else_expr);
  if (auto* c = std::get_if<CallExpr>(&e->node)) {
    const auto* callee = std::get_if<NameExpr>(&c->callee->node);
    if (!callee || plain_name(callee->name) == "dim3") return true;
    const auto* items = env_.program.find(env_.program.functions, callee->name, scope_);
    return items && std::ranges::any_of(*items, [&](const Item& item) {
             const auto& f = std::get<FunctionDecl>(item.decl->node);
             const CT type = f.result ? type_of(f.result) : nullptr;
             return type && type->is(CType::Kind::record);
           });
  }
  if (auto* m = std::get_if<MemberExpr>(&e->node)) {
    const auto* base = m->base ? std::get_if<NameExpr>(&m->base->node) : nullptr;
    const Var* var = base && base->name.parts.size() == 1 ? find(plain_name(base->name)) : nullptr;
    CT type = var ? var->type : nullptr;
    if (type && m->arrow && type->is(CType::Kind::pointer)) type = type->to;
    if (!type || !type->is(CType::Kind::record)) return false;
    const auto path = find_field(*type->record, m->member.identifier);
    return path && path->size() == 1 &&
           type->record->fields[path->front()].type->is(CType::Kind::record);
  }
  return std::holds_alternative<ConstructExpr>(e->node) ||
         std::holds_alternative<InitListExpr>(e->node) ||
         std::holds_alternative<OpaqueExpr>(e->node);
}

HostWalk::Flow HostWalk::reach(const LaunchExpr& launch) {
  HostEffects effects;
  for (const auto* list : {&launch.config, &launch.args})
    for (const ExprPtr& e : *list)
      if (e) effects.add(effects_.of(e));
  const auto evaluate = [&](const ExprPtr& e) {
    if (!effects.none()) apply(effects); // before or after each: the order is open
    return e && effects_.of(e).none() ? eval(e) : HostValue{};
  };
  const CT dims = builtin_type("dim3");
  const auto size = [&](const ExprPtr& e) {
    if (auto* list = e ? std::get_if<InitListExpr>(&e->node) : nullptr; list && effects.none())
      return eval_dims(list->items);
    const HostValue v = convert(evaluate(e), dims);
    if (v.known() || !e || maybe_dims(e)) return v;
    return convert(fresh(make_integer(32, false), "size", e->loc), dims);
  };
  result_.reached = true;
  result_.grid = launch.config.empty() ? HostValue{} : size(launch.config[0]);
  result_.block = launch.config.size() < 2 ? HostValue{} : size(launch.config[1]);
  for (const ExprPtr& e : launch.args)
    result_.args.push_back(evaluate(e));
  if (const auto* callee = std::get_if<NameExpr>(&launch.callee->node))
    if (const auto& args = callee->name.parts.back().args)
      for (const TemplateArg& arg : *args)
        result_.template_args.push_back(evaluate(arg.expr));
  for (Expr e : state_.powers) {
    const Expr below = pool_.sub(e, pool_.constant(1, e->type));
    add_fact(pool_.eq(pool_.bit_and(e, below), pool_.constant(0, e->type)));
  }
  result_.facts = state_.facts;
  return Flow::reached;
}

} // namespace heddle::cuda
