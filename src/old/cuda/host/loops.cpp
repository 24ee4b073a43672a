// Loops and switches of the host: what holds of the values in them.
#include "cuda/host/walk.hpp"

#include "cuda/syntax/walk.hpp"

#include <algorithm>
#include <bit>

namespace heddle::cuda {

namespace {

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

} // namespace

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
  HostValue v = fresh(object, var.name, s.var->loc);
  const auto* name = std::get_if<NameExpr>(&s.range->node);
  const Var* list = name && name->name.parts.size() == 1 ? find(plain_name(name->name)) : nullptr;
  if (list && !list->open && list->value.items && !refers) {
    const HostValue one = element(list->value, var.name, s.var->loc);
    const bool is_auto = std::holds_alternative<AutoType>(var.type->node);
    if (const HostValue x = is_auto ? one : convert(one, object); x.known()) v = x;
  }
  state_.vars.push_back({var.name, v.known() ? v.type : object, v, refers, refers});
  declare_bindings(var, refers);
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

} // namespace heddle::cuda
