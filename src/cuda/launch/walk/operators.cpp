// Operators of the host's expressions, with their effects.
#include "cuda/launch/walk/holds.hpp"
#include "cuda/launch/walk/walk.hpp"

namespace heddle::cuda {

HostValue HostWalk::eval_unary(const clang::UnaryOperator& e) {
  const clang::Expr* sub = e.getSubExpr();
  if (e.isIncrementDecrementOp()) {
    const auto p = has_effects(*sub) ? std::nullopt : place(sub);
    if (!p) {
      eval(sub);
      store_unknown(sub);
      return fresh(e.getType(), "value", loc(sub));
    }
    const HostValue old = load(*p, sub->getType(), loc(sub));
    HostValue now;
    if (old.is_pointer()) {
      now = moved(old, number(pool_.constant(1, Type::i64())), sub->getType()->getPointeeType(),
                  e.isIncrementOp());
    } else if (old.is_integer() && old.e->type.is_int()) {
      const Expr one = pool_.constant(1, old.e->type);
      now = number(e.isIncrementOp() ? pool_.add(old.e, one) : pool_.sub(old.e, one));
    }
    store(*p, now);
    return e.isPostfix() ? old : now;
  }
  switch (e.getOpcode()) {
  case clang::UO_AddrOf: {
    if (const auto* f = llvm::dyn_cast<clang::DeclRefExpr>(without_casts(sub));
        f && llvm::isa<clang::FunctionDecl>(f->getDecl()))
      return eval(f);
    return address(sub);
  }
  case clang::UO_Deref:
    if (const auto p = place(&e)) return load(*p, e.getType(), loc(&e));
    if (const auto index = subscripted(&e).second; index && e.getType()->isPointerType())
      if (const auto of = holder_in(&e))
        return any_element(*of, eval(index), fresh(e.getType(), of->place.name, loc(&e)));
    if (HostValue v = eval(sub); v.kind == HostValue::Kind::function) return v;
    return fresh(e.getType(), "value", loc(&e));
  case clang::UO_Plus:
    return eval(sub);
  case clang::UO_Minus:
  case clang::UO_Not: {
    const HostValue v = eval(sub);
    if (!v.is_integer() || !v.e->type.is_int()) return fresh(e.getType(), "value", loc(&e));
    return number(e.getOpcode() == clang::UO_Not ? pool_.bit_not(v.e) : pool_.neg(v.e));
  }
  case clang::UO_LNot: {
    const auto t = truth(eval(sub));
    return t ? number(pool_.logical_not(*t)) : fresh(ast_.BoolTy, "condition", loc(&e));
  }
  default:
    return eval(sub);
  }
}

HostValue HostWalk::eval_assignment(const clang::BinaryOperator& e) {
  const clang::Expr* target = e.getLHS();
  HostValue v = eval(e.getRHS());
  const bool pure = !has_effects(*target);
  const auto p = pure ? place(target) : std::nullopt;
  if (e.isCompoundAssignmentOp()) {
    const auto& compound = llvm::cast<clang::CompoundAssignOperator>(e);
    const auto op = clang::BinaryOperator::getOpForCompoundAssignment(e.getOpcode());
    HostValue old = p ? load(*p, target->getType(), loc(target)) : HostValue{};
    if (old.is_pointer()) {
      v = op == clang::BO_Add || op == clang::BO_Sub
              ? moved(old, v, target->getType()->getPointeeType(), op == clang::BO_Add)
              : HostValue{};
      if (v.behind.count != old.behind.count) v = {}; // how far a loop goes is not known
    } else {
      v = convert(arithmetic(op, convert(old, compound.getComputationLHSType()), v),
                  target->getType());
    }
  }
  if (p) {
    store(*p, v);
    if (!v.known()) v = load(*p, target->getType(), loc(target));
    return v;
  }
  if (const auto of = pure ? holder_in(target) : std::nullopt; of && of->element->isPointerType()) {
    share_targets(v);
    put_at_some(*of, {}, v);
    return v;
  }
  if (!pure) eval(target);
  store_unknown(target);
  put_somewhere(target, v);
  return v;
}

HostValue HostWalk::eval_binary(const clang::BinaryOperator& e) {
  if (e.isAssignmentOp()) return eval_assignment(e);
  if (e.getOpcode() == clang::BO_Comma) {
    eval(e.getLHS());
    return eval(e.getRHS());
  }
  if (e.isLogicalOp()) {
    const Truth t = test(&e);
    if (t.if_true && t.if_false && t.if_false == pool_.logical_not(t.if_true))
      return number(t.if_true);
    return fresh(ast_.BoolTy, "condition", loc(&e));
  }
  const HostValue a = eval(e.getLHS()), b = eval(e.getRHS());
  HostValue v;
  if (e.isAdditiveOp() && a.is_pointer() && !b.is_pointer())
    v = moved(a, b, e.getLHS()->getType()->getPointeeType(), e.getOpcode() == clang::BO_Add);
  else if (e.getOpcode() == clang::BO_Add && b.is_pointer() && !a.is_pointer())
    v = moved(b, a, e.getRHS()->getType()->getPointeeType(), true);
  else
    v = arithmetic(e.getOpcode(), a, b);
  return v.known() ? v : fresh(e.getType(), "value", loc(&e));
}

HostValue HostWalk::eval_choice(const clang::ConditionalOperator& e) {
  const Truth truth = test(e.getCond());
  HostValue yes, no;
  bool yes_ends = false, no_ends = false;
  branch(
      truth, [&] { yes = eval(e.getTrueExpr()), yes_ends = state_.dead; },
      [&] { no = eval(e.getFalseExpr()), no_ends = state_.dead; });
  if (yes_ends) return no;
  if (no_ends) return yes;
  if (truth.if_true && is_true(truth.if_true)) return yes;
  if (truth.if_true && is_false(truth.if_true)) return no;
  if (e.getType()->isVoidType()) return {};
  const bool exact =
      truth.if_true && truth.if_false && truth.if_false == pool_.logical_not(truth.if_true);
  const HostValue v = joined(yes, no, exact ? truth.if_true : nullptr, "value");
  return v.known() ? v : fresh(e.getType(), "value", loc(&e));
}

} // namespace heddle::cuda
