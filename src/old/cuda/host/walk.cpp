// Host statements, in order, up to the launch.
#include "cuda/host/walk.hpp"

#include "cuda/syntax/walk.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace heddle::cuda {

namespace {

constexpr std::int64_t max_items = 32; // of an array that is followed

} // namespace

// Is it the library's exit(), not a function of the program?
bool HostWalk::never_returns(const CallExpr& n) const {
  const auto* callee = n.callee ? std::get_if<NameExpr>(&n.callee->node) : nullptr;
  if (!callee || unknown_members_) return false;
  const std::string name = plain_name(callee->name);
  const std::string last = name.starts_with("std::") ? name.substr(5) : name;
  return (last == "exit" || last == "abort" || last == "_exit" || last == "quick_exit") &&
         !opaque_.contains(last) &&
         !env_.program.find(env_.program.functions, callee->name, scope_);
}

bool HostWalk::contains(const ExprPtr& root) const {
  bool found = false;
  walk(root, [&](const ExprPtr& e) { found = found || is_target(e); });
  return found;
}

bool HostWalk::contains(const StmtPtr& s) const { return s && path_.contains(s.get()); }

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
    for (const DeclPtr& d : n->decls) {
      const auto* var = std::get_if<VarDecl>(&d->node);
      if (var && var->args.size() == 1 && contains(var->args[0])) return reach_within(var->args[0]);
      declare(d);
    }
    return contains(s) ? Flow::left : Flow::next;
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
  end_scope(list);
  return flow;
}

// enum { A = 64, B }: numbers, where they are known.
void HostWalk::declare(const EnumDecl& e) {
  if (e.scoped) return;
  const CT type = e.underlying ? type_of(e.underlying) : make_integer(32, true);
  std::optional<std::int64_t> next = 0;
  for (const Enumerator& item : e.items) {
    if (item.value) {
      const HostValue v = effects_.of(item.value).none() ? eval(item.value) : HostValue{};
      next = v.is_integer() && v.e->type.is_int() ? constant_value(v.e) : std::nullopt;
    }
    if (next &&
        (*next < std::numeric_limits<int>::min() || *next > std::numeric_limits<int>::max()))
      next.reset(); // of a wider type
    const bool known = next && type->is_integral();
    const HostValue v = known ? number(pool_.constant(*next, value_type(type)), type) : HostValue{};
    state_.vars.push_back({item.name, type, v, !known, false});
    if (next) ++*next;
  }
}

void HostWalk::declare(const DeclPtr& decl) {
  if (const auto* e = std::get_if<EnumDecl>(&decl->node)) return declare(*e);
  const auto* var = std::get_if<VarDecl>(&decl->node);
  if (!var) return;
  CT type = type_of(var->type);
  if (type->is(CType::Kind::reference)) type = type->to;
  const bool reference = std::holds_alternative<ReferenceType>(var->type->node);
  // shared: of a kernel that launches another, whose other threads may change it
  bool open = reference || var->attributes.extern_ || var->attributes.shared || type->is_volatile;
  HostValue v = initial(*var, type);
  const bool is_auto = std::holds_alternative<AutoType>(var->type->node);
  if (is_auto && v.known()) type = v.type;
  if (var->attributes.static_) {
    const bool is_constant = (var->type->is_const || var->attributes.constexpr_) &&
                             (v.items || (v.is_integer() && v.e->op == Op::constant));
    open = open || !is_constant;
  }
  if (!v.known()) v = fresh(type, var->name, decl->loc);
  if (effects_.constructs(*var)) forget_reachable(true);
  state_.vars.push_back({var->name, type, v, open, reference});
  declare_bindings(*var, reference);
}

// auto [a, b] = e: nothing is known of them.
void HostWalk::declare_bindings(const VarDecl& var, bool reference) {
  for (const std::string& name : var.bindings)
    state_.vars.push_back({name, make_unknown(name), {}, true, reference});
}

// Destructors of what the list declares have run.
void HostWalk::end_scope(const std::vector<StmtPtr>& list) {
  for (const StmtPtr& s : list)
    if (const auto* decls = s ? std::get_if<DeclStmt>(&s->node) : nullptr)
      for (const DeclPtr& d : decls->decls)
        if (const auto* var = std::get_if<VarDecl>(&d->node); var && effects_.runs_code(var->type))
          return forget_reachable(true);
}

// Is the name's every use an element, its size, or a loop over all elements?
bool HostWalk::only_indexed(const std::string& name) const {
  std::size_t uses = 0, elements = 0;
  bool hidden = false;
  const auto is_it = [&](const ExprPtr& e) {
    const auto* n = e ? std::get_if<NameExpr>(&e->node) : nullptr;
    return n && plain_name(n->name) == name;
  };
  walk(
      item_.host->body,
      [&](const StmtPtr& s) {
        const auto* loop = std::get_if<RangeForStmt>(&s->node);
        const auto* var = loop ? std::get_if<VarDecl>(&loop->var->node) : nullptr;
        if (var && is_it(loop->range) && !std::holds_alternative<ReferenceType>(var->type->node))
          ++elements;
      },
      [&](const ExprPtr& e) {
        uses += is_it(e) ? 1 : 0;
        if (auto* index = std::get_if<IndexExpr>(&e->node)) elements += is_it(index->base) ? 1 : 0;
        if (std::holds_alternative<LambdaExpr>(e->node) ||
            std::holds_alternative<StatementExpr>(e->node) ||
            std::holds_alternative<OpaqueExpr>(e->node))
          hidden = hidden || names_in(e).contains(name);
      });
  return !hidden && uses == elements;
}

// int sizes[] = {32, 64, 128};
HostValue HostWalk::initial_list(const VarDecl& var, const CT& type) {
  const InitListExpr* list = nullptr;
  if (var.init == Init::copy && var.args.size() == 1)
    list = std::get_if<InitListExpr>(&var.args[0]->node);
  const std::vector<ExprPtr>& items = list ? list->items : var.args;
  const bool plain =
      list ? std::ranges::all_of(list->designators, &std::string::empty) : var.init == Init::braces;
  const auto count = static_cast<std::int64_t>(items.size());
  if (!plain || items.empty() || count > max_items || !type->to->is(CType::Kind::integer) ||
      type->to->is_volatile || (type->extent && *type->extent != count) || !only_indexed(var.name))
    return {};
  HostValue v;
  std::vector<Expr> values;
  for (const ExprPtr& item : items) {
    const HostValue x = effects_.of(item).none() ? convert(eval(item), type->to) : HostValue{};
    if (!x.is_integer() || x.e->op != Op::constant) return {};
    values.push_back(x.e);
  }
  v.kind = HostValue::Kind::list;
  v.type = type->to;
  v.items = std::make_shared<const std::vector<Expr>>(std::move(values));
  return v;
}

HostValue HostWalk::initial(const VarDecl& var, const CT& type) {
  if (type->is(CType::Kind::array))
    if (HostValue list = initial_list(var, type); list.known()) return list;
  HostEffects effects;
  for (const ExprPtr& arg : var.args)
    effects.add(effects_.of(arg));
  const bool is_dims = type->is(CType::Kind::record) && type->name == "dim3";
  if (is_dims && var.init != Init::copy && effects.none()) return eval_dims(var.args);
  if (is_dims && var.init == Init::copy && var.args.size() == 1 && effects.none())
    if (auto* list = std::get_if<InitListExpr>(&var.args[0]->node)) return eval_dims(list->items);
  if (is_dims && var.init == Init::none) return eval_dims({});
  if (type->is(CType::Kind::record) && effects.none())
    if (HostValue v = initial_record(var, type); v.known()) return v;
  if (var.args.size() != 1) {
    apply(effects);
    const bool zero = var.init == Init::braces && type->is_integral();
    return zero ? number(pool_.cast(pool_.constant(0), value_type(type)), type) : HostValue{};
  }
  const HostValue v = value(var.args[0]);
  return std::holds_alternative<AutoType>(var.type->node) ? v : convert(v, type);
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

// An expression as a statement.
HostWalk::Flow HostWalk::run(const ExprPtr& e) {
  if (!e) return Flow::next;
  if (is_target(e)) return reach_target();
  if (contains(e)) return reach_within(e);
  if (effects_.runs_operator(*e)) {
    apply(effects_.of(e));
    return Flow::next;
  }
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

} // namespace heddle::cuda
