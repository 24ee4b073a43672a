// Control flow inside expressions: &&, ||, ?:.
#include "core/visit.hpp"
#include "cuda/lower/atomic.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

Value Lowering::short_circuit(const BinaryExpr& n, const ExprNode& e) {
  const bool is_and = n.op == BinaryOp::logical_and;
  const Expr left = eval_condition(n.left);
  if (is_and ? is_false(left) : is_true(left)) return bool_value(left);
  Expr right = nullptr;
  core::Block block = collect([&] { right = eval_condition(n.right); });
  if (block.empty())
    return bool_value(is_and ? pool_->logical_and(left, right) : pool_->logical_or(left, right));
  const core::VarId t = new_temp(Type::boolean(), e.loc);
  const core::Block assignment = collect([&] { assign(t, right, e.loc); });
  block.insert(block.end(), assignment.begin(), assignment.end());
  // Not `t := left`: the right side is evaluated under `left` itself.
  core::Block skipped = collect([&] { assign(t, pool_->boolean(!is_and), e.loc); });
  const Expr cond = is_and ? left : pool_->logical_not(left);
  emit_if(cond, std::move(block), std::move(skipped), e.loc);
  return bool_value(pool_->symbol_ref(t));
}

LValue Lowering::eval_node(const ConditionalExpr& n, const ExprNode& e) {
  return conditional(n, e, true);
}

// `designates`: the result may be assigned to. Cells of arrays then are `*(c ? &x : &y)`.
LValue Lowering::conditional(const ConditionalExpr& n, const ExprNode& e, bool designates) {
  const Expr cond = eval_condition(n.cond);
  if (is_true(cond)) return chosen(n.then_expr, n.else_expr, e.loc);
  if (is_false(cond)) return chosen(n.else_expr, n.then_expr, e.loc);
  LValue x, y;
  core::Block then_block = collect([&] { x = eval_lvalue(n.then_expr); });
  core::Block else_block = collect([&] { y = eval_lvalue(n.else_expr); });
  const auto append = [&](core::Block& block, const std::function<void()>& f) {
    core::Block more = collect(f);
    std::move(more.begin(), more.end(), std::back_inserter(block));
  };
  const auto is_cell = [](const LValue& l) {
    return l.address && l.bits.width == 0 && !l.type->is(CType::Kind::array);
  };
  const bool cells = designates && is_cell(x) && is_cell(y) && same_type(x.type, y.type);
  Value a, b;
  if (cells) {
    a = pointer_value(make_pointer(x.type), *x.address);
    b = pointer_value(make_pointer(y.type), *y.address);
  } else {
    if (!x.value || !y.value) refuse_choice(x.type, e.loc);
    append(then_block, [&] { a = value_of(x); });
    append(else_block, [&] { b = value_of(y); });
  }
  const LValue result =
      either(cond, {std::move(a), std::move(then_block)}, {std::move(b), std::move(else_block)}, e);
  return cells ? deref(load(result), e.loc) : result;
}

// Whether a choice between objects copies one hangs on what is done with it.
void Lowering::refuse_choice(const CT& type, Loc loc) {
  if (has_own_copy(type))
    unsupported("a choice between objects of type '" + to_string(type) + "', which copies itself",
                loc);
}

// Is it a call of a function that is being inlined, as far as its name tells?
bool Lowering::may_recur(const CallExpr& call) {
  std::string name;
  if (const auto* n = std::get_if<NameExpr>(&call.callee->node))
    name = n->name.parts.back().identifier;
  else if (const auto* m = std::get_if<MemberExpr>(&call.callee->node))
    name = m->member.identifier;
  return name.empty() || find_local(name) || // a lambda
         std::ranges::any_of(frames_, [&](const Frame& f) {
           return f.function && f.function->name.parts.back().identifier == name;
         });
}

// Where it is known which of two is taken, the other one still has its say in the type. A call that
// recurs is not looked at: the choice may keep it from going on for ever.
LValue Lowering::chosen(const ExprPtr& taken, const ExprPtr& other, Loc loc) {
  const LValue l = eval_lvalue(taken);
  bool recurs = false;
  walk(other, [&](const ExprPtr& e) {
    if (const auto* call = std::get_if<CallExpr>(&e->node)) recurs |= may_recur(*call);
  });
  if (!l.value) refuse_choice(l.type, loc);
  if (recurs || !l.type->is_arithmetic()) return l;
  const CT type = type_of(other);
  if (!type->is_arithmetic() || same_type(type, l.type)) return l;
  return temporary(convert(value_of(l), common_type(l.type, type), loc), loc);
}

// The value of the block that runs.
LValue Lowering::either(Expr cond, std::pair<Value, core::Block> then_part,
                        std::pair<Value, core::Block> else_part, const ExprNode& e) {
  auto& [a, then_block] = then_part;
  auto& [b, else_block] = else_part;
  CT type = a.type;
  if (a.type->is_arithmetic() && b.type->is_arithmetic() && !same_type(a.type, b.type))
    type = common_type(a.type, b.type);
  if (!a.pointer && b.pointer) type = b.type; // c ? 0 : p
  if (a.pointer && b.pointer && constant_value(a.pointer->base) == std::optional(null_pointee))
    type = b.type;
  const auto append = [&](core::Block& block, const std::function<void()>& f) {
    core::Block more = collect(f);
    std::move(more.begin(), more.end(), std::back_inserter(block));
  };
  if (type->is(CType::Kind::void_) || b.type->is(CType::Kind::void_)) {
    emit_if(cond, std::move(then_block), std::move(else_block), e.loc);
    return temporary({make_void(), nullptr, {}, {}}, e.loc);
  }
  append(then_block, [&, &value = a] { value = convert(value, type, e.loc); });
  append(else_block, [&, &value = b] { value = convert(value, type, e.loc); });
  if (then_block.empty() && else_block.empty()) return temporary(select(cond, a, b), e.loc);
  const PlacePtr result = temporary_place(type, "?:", e.loc);
  append(then_block, [&, &value = a] { store_place(result, value, e.loc); });
  append(else_block, [&, &value = b] { store_place(result, value, e.loc); });
  emit_if(cond, std::move(then_block), std::move(else_block), e.loc);
  return temporary(load_place(*result, e.loc), e.loc);
}

} // namespace heddle::cuda
