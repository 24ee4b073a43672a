// Where the walk arrives: the sizes and arguments of the launch.
#include "cuda/host/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

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
      if (e && !element_address(e)) effects.add(effects_.of(e));
  const auto evaluate = [&](const ExprPtr& e) {
    if (!effects.none()) apply(effects); // before or after each: the order is open
    if (element_address(e)) return value(e);
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
