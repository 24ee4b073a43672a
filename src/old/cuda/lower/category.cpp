// Whether an argument is an lvalue: what references bind to, and what `T&&` is deduced as.
#include "cuda/lower/internal.hpp"

namespace heddle::cuda {

namespace {

bool is_class(const LValue& l) { return l.type && l.type->is(CType::Kind::record); }

// Of what is called: a function that returns a reference, or an operator like it.
Category of_result(const LValue& l) { return l.value ? Category::rvalue : Category::lvalue; }

Category of_call(const CallExpr& n, const LValue& l) {
  const auto* callee = std::get_if<NameExpr>(&n.callee->node);
  const std::string name = callee ? callee->name.parts.back().identifier : "";
  if (name == "move") return Category::rvalue;
  return name == "forward" ? Category::open : of_result(l);
}

Category of_unary(const UnaryExpr& n, const LValue& l) {
  if (is_class(l)) return of_result(l);
  const bool designates =
      n.op == UnaryOp::deref || n.op == UnaryOp::pre_inc || n.op == UnaryOp::pre_dec;
  return designates ? Category::lvalue : Category::rvalue;
}

Category of_name(const LValue& l) {
  // An enumerator or a template argument is none, a constant is one: both are known by their value,
  // but only a constant is const.
  return l.value && l.type->is_arithmetic() && !l.type->is_const ? Category::open
                                                                 : Category::lvalue;
}

Category of_member(const MemberExpr& n, const LValue& l) {
  if (n.arrow) return Category::lvalue;
  return l.value && !std::holds_alternative<NameExpr>(n.base->node)
             ? category(n.base, LValue{nullptr, nullptr, {}, l.value, {}})
             : Category::lvalue;
}

Category of_cast(const CastExpr& n, const LValue& l) {
  const auto* reference = std::get_if<ReferenceType>(&n.type->node);
  const auto* named = std::get_if<NamedType>(reference ? &reference->to->node : &n.type->node);
  const bool is_class_itself = named && l.type && l.type->is(CType::Kind::record) &&
                               class_name(l.type->record->name) == plain_name(named->name);
  if (reference && !reference->rvalue) return Category::lvalue;
  return !named || is_class_itself ? Category::rvalue : Category::open; // T may be X&
}

} // namespace

Category category(const ExprPtr& e, const LValue& l) {
  if (!e) return l.value ? Category::open : Category::lvalue;
  if (std::holds_alternative<NameExpr>(e->node)) return l.type ? of_name(l) : Category::lvalue;
  if (std::holds_alternative<StringLiteral>(e->node)) return Category::lvalue;
  if (const auto* n = std::get_if<UnaryExpr>(&e->node)) return of_unary(*n, l);
  if (const auto* n = std::get_if<BinaryExpr>(&e->node)) {
    if (is_class(l)) return of_result(l);
    return n->op == BinaryOp::comma ? category(n->right, l) : Category::rvalue;
  }
  if (std::holds_alternative<AssignExpr>(e->node))
    return is_class(l) ? of_result(l) : Category::lvalue;
  if (const auto* n = std::get_if<ConditionalExpr>(&e->node)) {
    const Category a = category(n->then_expr, l), b = category(n->else_expr, l);
    return a == Category::rvalue || b == Category::rvalue ? Category::rvalue : Category::open;
  }
  if (const auto* n = std::get_if<CallExpr>(&e->node)) return of_call(*n, l);
  if (std::holds_alternative<IndexExpr>(e->node))
    return is_class(l) ? of_result(l) : Category::lvalue;
  if (const auto* n = std::get_if<MemberExpr>(&e->node)) return of_member(*n, l);
  if (const auto* n = std::get_if<CastExpr>(&e->node)) return of_cast(*n, l);
  if (std::holds_alternative<StatementExpr>(e->node) || std::holds_alternative<OpaqueExpr>(e->node))
    return Category::open;
  return Category::rvalue;
}

Category category(const Argument& arg) { return category(arg.expr, arg.lvalue); }

} // namespace heddle::cuda
