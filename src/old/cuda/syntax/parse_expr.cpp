// Operators: precedence, prefixes, suffixes.
#include "cuda/syntax/parse_build.hpp"

#include "CudaLexer.h"

#include <algorithm>

namespace heddle::cuda {

using grammar::CudaLexer;
using P = grammar::CudaParser;

// Gives the flat row `operand operator operand ..` of the grammar its precedence.
class FlatExpression {
public:
  FlatExpression(Builder& builder, P::AssignmentContext* ctx)
      : builder_(builder), operands_(ctx->unary()), operators_(ctx->binaryOperator()) {}

  ExprPtr run() { return climb(0); }

private:
  enum class Shape { binary, assign, conditional, member_pointer };
  struct Operator {
    Shape shape;
    int level; // binds tighter when greater
    BinaryOp op = BinaryOp::add;
    bool plain_assign = false;
  };

  static Operator describe(std::size_t type) {
    using enum BinaryOp;
    const auto binary = [](int level, BinaryOp op) { return Operator{Shape::binary, level, op}; };
    const auto assign = [](BinaryOp op) { return Operator{Shape::assign, 1, op}; };
    switch (type) {
    case CudaLexer::Star:
      return binary(12, mul);
    case CudaLexer::Slash:
      return binary(12, div);
    case CudaLexer::Percent:
      return binary(12, rem);
    case CudaLexer::Plus:
      return binary(11, add);
    case CudaLexer::Minus:
      return binary(11, sub);
    case CudaLexer::ShiftLeft:
      return binary(10, shl);
    case CudaLexer::ShiftRight:
      return binary(10, shr);
    case CudaLexer::Less:
      return binary(9, lt);
    case CudaLexer::Greater:
      return binary(9, gt);
    case CudaLexer::LessEqual:
      return binary(9, le);
    case CudaLexer::GreaterEqual:
      return binary(9, ge);
    case CudaLexer::EqualEqual:
      return binary(8, eq);
    case CudaLexer::BangEqual:
      return binary(8, ne);
    case CudaLexer::Amp:
      return binary(7, bit_and);
    case CudaLexer::Caret:
      return binary(6, bit_xor);
    case CudaLexer::Pipe:
      return binary(5, bit_or);
    case CudaLexer::AmpAmp:
      return binary(4, logical_and);
    case CudaLexer::PipePipe:
      return binary(3, logical_or);
    case CudaLexer::Question:
      return {Shape::conditional, 2};
    case CudaLexer::Assign:
      return {Shape::assign, 1, add, true};
    case CudaLexer::PlusAssign:
      return assign(add);
    case CudaLexer::MinusAssign:
      return assign(sub);
    case CudaLexer::StarAssign:
      return assign(mul);
    case CudaLexer::SlashAssign:
      return assign(div);
    case CudaLexer::PercentAssign:
      return assign(rem);
    case CudaLexer::ShiftLeftAssign:
      return assign(shl);
    case CudaLexer::ShiftRightAssign:
      return assign(shr);
    case CudaLexer::AmpAssign:
      return assign(bit_and);
    case CudaLexer::CaretAssign:
      return assign(bit_xor);
    case CudaLexer::PipeAssign:
      return assign(bit_or);
    default:
      return {Shape::member_pointer, 13};
    }
  }

  // Recursion goes one level per right-associative operator: bounded like any depth.
  ExprPtr climb(int least) {
    if (++depth_ > max_expression_depth)
      builder_.fail(operands_[next_], "the expression is nested too deeply");
    ExprPtr left = builder_.unary(operands_[next_]);
    while (next_ < operators_.size()) {
      P::BinaryOperatorContext* ctx = operators_[next_];
      const Operator op = describe(ctx->op->getType());
      if (op.level < least) break;
      ++next_;
      left = apply(op, ctx, std::move(left));
    }
    --depth_;
    return left;
  }

  ExprPtr apply(const Operator& op, P::BinaryOperatorContext* ctx, ExprPtr left) {
    const Loc at = builder_.loc(ctx->op), begin = left->begin;
    switch (op.shape) {
    case Shape::binary: {
      ExprPtr right = climb(op.level + 1);
      return builder_.make(BinaryExpr{op.op, std::move(left), std::move(right)}, at, begin);
    }
    case Shape::assign: {
      ExprPtr right = climb(op.level);
      const auto with = op.plain_assign ? std::nullopt : std::optional(op.op);
      return builder_.make(AssignExpr{with, std::move(left), std::move(right)}, at, begin);
    }
    case Shape::conditional: {
      // `a ?: b` is GNU's for `a ? a : b`; what comes last may be an assignment
      ExprPtr then_expr = ctx->expression() ? builder_.expression(ctx->expression()) : left;
      ExprPtr else_expr = climb(1);
      return builder_.make(
          ConditionalExpr{std::move(left), std::move(then_expr), std::move(else_expr)}, at, begin);
    }
    case Shape::member_pointer:
      builder_.fail(ctx, "pointers to members are not supported");
    }
    return left;
  }

  Builder& builder_;
  std::vector<P::UnaryContext*> operands_;
  std::vector<P::BinaryOperatorContext*> operators_;
  std::size_t next_ = 0;
  std::uint32_t depth_ = 0;
};

ExprPtr Builder::expression(P::ExpressionContext* ctx) {
  const std::vector<P::AssignmentContext*> parts = ctx->assignment();
  ExprPtr left = assignment(parts[0]);
  const auto commas = ctx->Comma();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    ExprPtr right = assignment(parts[i]);
    const Loc begin = left->begin;
    left = make(BinaryExpr{BinaryOp::comma, std::move(left), std::move(right)},
                loc(commas[i - 1]->getSymbol()), begin);
  }
  return left;
}

ExprPtr Builder::assignment(P::AssignmentContext* ctx) {
  if (ctx->Throw()) return opaque(ctx);
  return FlatExpression(*this, ctx).run();
}

ExprPtr Builder::unary(P::UnaryContext* ctx) {
  return prefixed(ctx->prefix(), ctx->sizeOf() ? size_of(ctx->sizeOf()) : postfix(ctx->postfix()));
}

ExprPtr Builder::size_of(P::SizeOfContext* ctx) {
  const bool alignment = ctx->op->getType() == CudaLexer::Alignof;
  const Loc at = start(ctx);
  if (ctx->typeId()) return make(SizeofExpr{type_id(ctx->typeId()), nullptr, alignment}, at, at);
  P::MeasuredContext* of = ctx->measured();
  ExprPtr operand =
      prefixed(of->prefix(), of->sizeOf() ? size_of(of->sizeOf()) : postfix(of->postfix()));
  if (of->op) operand = prefixed(of->op, std::move(operand));
  return make(SizeofExpr{nullptr, std::move(operand), alignment}, at, at);
}

ExprPtr Builder::prefixed(const std::vector<P::PrefixContext*>& prefixes, ExprPtr operand) {
  for (auto it = prefixes.rbegin(); it != prefixes.rend(); ++it)
    operand = (*it)->castType() ? cast(cast_type((*it)->castType()), std::move(operand), start(*it))
                                : prefixed((*it)->op, std::move(operand));
  return operand;
}

ExprPtr Builder::prefixed(antlr4::Token* op, ExprPtr operand) {
  const Loc at = loc(op);
  const auto with = [&](UnaryOp kind) { return make(UnaryExpr{kind, std::move(operand)}, at, at); };
  switch (op->getType()) {
  case CudaLexer::Plus:
    return with(UnaryOp::plus);
  case CudaLexer::Minus:
    return with(UnaryOp::minus);
  case CudaLexer::Bang:
    return with(UnaryOp::logical_not);
  case CudaLexer::Tilde:
    return with(UnaryOp::bit_not);
  case CudaLexer::Star:
    return with(UnaryOp::deref);
  case CudaLexer::Amp:
    return with(UnaryOp::address_of);
  case CudaLexer::PlusPlus:
    return with(UnaryOp::pre_inc);
  default:
    return with(UnaryOp::pre_dec);
  }
}

// `(T){a, b}` is a compound literal.
ExprPtr Builder::cast(TypePtr type, ExprPtr operand, Loc at) {
  if (const auto* list = std::get_if<InitListExpr>(&operand->node)) {
    const bool plain = std::ranges::all_of(list->designators, &std::string::empty);
    if (plain) return make(ConstructExpr{std::move(type), list->items, true}, at, at);
  }
  return make(CastExpr{CastStyle::c_style, std::move(type), std::move(operand)}, at, at);
}

ExprPtr Builder::postfix(P::PostfixContext* ctx) {
  ExprPtr base = primary(ctx->primary());
  for (P::SuffixContext* suffix : ctx->suffix())
    base = suffixed(std::move(base), suffix);
  return base;
}

ExprPtr Builder::suffixed(ExprPtr base, P::SuffixContext* suffix) {
  const Loc at = loc(suffix->op), begin = base->begin, named = base->loc;
  const auto args = [&](std::size_t i) {
    return i < suffix->arguments().size() ? arguments(suffix->arguments(i))
                                          : std::vector<ExprPtr>{};
  };
  switch (suffix->op->getType()) {
  case CudaLexer::LeftBracket: {
    ExprPtr index =
        suffix->expression() ? expression(suffix->expression()) : braced(suffix->bracedInit());
    return make(IndexExpr{std::move(base), std::move(index)}, begin, begin);
  }
  case CudaLexer::LeftParen:
    return make(CallExpr{std::move(base), args(0)}, named, begin);
  case CudaLexer::LaunchOpen: {
    std::vector<ExprPtr> config = args(0);
    if (config.size() < 2 || config.size() > 4)
      fail(suffix, "a kernel launch takes 2 to 4 values between <<< and >>>");
    return make(LaunchExpr{std::move(base), std::move(config), args(1)}, named, begin);
  }
  case CudaLexer::Dot:
  case CudaLexer::Arrow: {
    const QualifiedName name = qualified(suffix->memberName()->qualifiedName());
    const bool arrow = suffix->op->getType() == CudaLexer::Arrow;
    return make(MemberExpr{std::move(base), name.parts.back(), arrow}, start(suffix->memberName()),
                begin);
  }
  case CudaLexer::PlusPlus:
    return make(UnaryExpr{UnaryOp::post_inc, std::move(base)}, at, begin);
  default:
    return make(UnaryExpr{UnaryOp::post_dec, std::move(base)}, at, begin);
  }
}

} // namespace heddle::cuda
