// Literals, names, casts by keyword, constructions, lambdas.
#include "cuda/syntax/parse_build.hpp"

#include "CudaLexer.h"

#include <algorithm>

namespace heddle::cuda {

using grammar::CudaLexer;

ExprPtr Builder::primary(P::PrimaryContext* ctx) {
  const Loc at = start(ctx);
  if (ctx->valueName()) return value_name(ctx->valueName());
  if (ctx->functionalType()) return construct(ctx);
  if (ctx->newExpression()) return opaque(ctx);
  if (ctx->lambda()) return lambda(ctx->lambda());
  if (ctx->bracedInit()) return braced(ctx->bracedInit());
  switch (ctx->getStart()->getType()) {
  case CudaLexer::Number:
    return number(ctx->getStart());
  case CudaLexer::Character: {
    const std::optional<std::int64_t> value = parse_character(ctx->getText());
    if (!value) fail(ctx, "the character " + ctx->getText() + " has no value");
    return make(CharLiteral{*value}, at, at);
  }
  case CudaLexer::String:
    return string_literal(ctx->String(), at);
  case CudaLexer::True:
    return make(BoolLiteral{true}, at, at);
  case CudaLexer::False:
    return make(BoolLiteral{false}, at, at);
  case CudaLexer::Nullptr:
    return make(NullptrLiteral{}, at, at);
  case CudaLexer::This:
    return make(ThisExpr{}, at, at);
  case CudaLexer::LeftParen:
    if (ctx->compound()) return make(StatementExpr{compound(ctx->compound())}, at, at);
    return expression(ctx->expression());
  default:
    return keyword_primary(ctx);
  }
}

ExprPtr Builder::keyword_primary(P::PrimaryContext* ctx) {
  const Loc at = start(ctx);
  if (P::NamedCastContext* named = ctx->namedCast()) {
    const auto style = [&] {
      switch (named->getStart()->getType()) {
      case CudaLexer::StaticCast:
        return CastStyle::static_;
      case CudaLexer::ReinterpretCast:
        return CastStyle::reinterpret_;
      case CudaLexer::ConstCast:
        return CastStyle::const_;
      default:
        return CastStyle::dynamic_;
      }
    }();
    TypePtr type = type_id(ctx->typeId());
    return make(CastExpr{style, std::move(type), expression(ctx->expression())}, at, at);
  }
  return opaque(ctx);
}

ExprPtr Builder::number(antlr4::Token* token) {
  const Loc at = loc(token);
  const std::string text = token->getText();
  if (is_floating(text)) return make(FloatLiteral{text}, at, at);
  std::string why;
  const std::optional<ParsedInt> parsed = parse_integer(text, why);
  if (!parsed) throw SyntaxError{why, at};
  return make(IntLiteral{parsed->value, parsed->suffix, parsed->decimal}, at, at);
}

ExprPtr Builder::string_literal(const std::vector<antlr4::tree::TerminalNode*>& parts, Loc at) {
  std::string value;
  for (antlr4::tree::TerminalNode* part : parts)
    value += unescape(part->getText());
  return make(StringLiteral{std::move(value)}, at, at);
}

ExprPtr Builder::value_name(P::ValueNameContext* ctx) {
  NameExpr name;
  name.name.global = ctx->getStart()->getType() == CudaLexer::ColonColon;
  // children in order: scopes with their arguments, then the name
  std::string pending;
  for (antlr4::tree::ParseTree* child : ctx->children) {
    if (auto* terminal = dynamic_cast<antlr4::tree::TerminalNode*>(child)) {
      if (terminal->getSymbol()->getType() == CudaLexer::ColonColon) continue;
      name.name.parts.push_back({terminal->getText(), std::nullopt});
    } else if (auto* args = dynamic_cast<P::TemplateArgumentsOfContext*>(child)) {
      name.name.parts.back().args = template_arguments(args);
    } else if (auto* op = dynamic_cast<P::OperatorNameContext*>(child)) {
      name.name.parts.push_back({operator_name(op), std::nullopt});
    }
  }
  const antlr4::tree::TerminalNode* last = ctx->Identifier();
  const Loc at = last ? loc(ctx->Identifier()->getSymbol()) : start(ctx);
  return make(std::move(name), at, start(ctx));
}

// `T(x)` converts; every other number of arguments constructs.
ExprPtr Builder::construct(P::PrimaryContext* ctx) {
  const Loc at = start(ctx);
  TypePtr type = functional(ctx->functionalType());
  if (ctx->bracedInit())
    return make(ConstructExpr{std::move(type), braced_items(ctx->bracedInit()), true}, at, at);
  std::vector<ExprPtr> args;
  if (ctx->arguments()) args = arguments(ctx->arguments());
  if (args.size() == 1)
    return make(CastExpr{CastStyle::functional, std::move(type), args[0]}, at, at);
  return make(ConstructExpr{std::move(type), std::move(args), false}, at, at);
}

ExprPtr Builder::lambda(P::LambdaContext* ctx) {
  LambdaExpr result;
  for (P::CaptureContext* capture : ctx->capture()) {
    if (!capture->initializer()) {
      result.captures += (result.captures.empty() ? "" : ", ") + source_text(capture);
      continue;
    }
    VarDecl held;
    initialize(held, capture->initializer());
    if (held.args.size() != 1 || capture->pack) fail(capture, "a capture of several values");
    const std::string mark = capture->op ? capture->op->getText() : "";
    result.initialised.emplace_back(mark + capture->anyName()->getText(), held.args[0]);
  }
  bool variadic = false;
  if (ctx->parameters()) result.params = parameters(ctx->parameters(), variadic);
  result.body = compound(ctx->compound());
  for (P::FunctionQualifierContext* q : ctx->functionQualifier())
    if (q->Arrow()) result.result = type_id(q->typeId(0));
  result.is_mutable = !ctx->Mutable().empty();
  return make(std::move(result), start(ctx), start(ctx));
}

ExprPtr Builder::init_clause(P::InitClauseContext* ctx) {
  return ctx->assignment() ? assignment(ctx->assignment()) : braced(ctx->bracedInit());
}

std::vector<ExprPtr> Builder::arguments(P::ArgumentsContext* ctx) {
  std::vector<ExprPtr> result;
  for (P::ArgumentContext* argument : ctx->argument()) {
    if (!argument->initClause()) {
      result.push_back(opaque(argument));
      continue;
    }
    ExprPtr value = init_clause(argument->initClause());
    if (argument->pack) {
      const Loc begin = value->begin;
      value = make(PackExpansionExpr{std::move(value)}, loc(argument->pack), begin);
    }
    result.push_back(std::move(value));
  }
  return result;
}

std::vector<ExprPtr> Builder::braced_items(P::BracedInitContext* ctx) {
  std::vector<ExprPtr> items;
  for (P::InitItemContext* item : ctx->initItem()) {
    if (item->designator()) return {braced(ctx)};
    ExprPtr value = init_clause(item->initClause());
    if (item->Ellipsis()) {
      const Loc begin = value->begin;
      value = make(PackExpansionExpr{std::move(value)}, begin, begin);
    }
    items.push_back(std::move(value));
  }
  return items;
}

ExprPtr Builder::braced(P::BracedInitContext* ctx) {
  InitListExpr list;
  for (P::InitItemContext* item : ctx->initItem()) {
    std::string designator;
    if (P::DesignatorContext* d = item->designator())
      designator =
          d->anyName() ? d->anyName()->getText() : "[" + source_text(d->assignment()) + "]";
    ExprPtr value = init_clause(item->initClause());
    if (item->Ellipsis()) {
      const Loc begin = value->begin;
      value = make(PackExpansionExpr{std::move(value)}, begin, begin);
    }
    list.items.push_back(std::move(value));
    list.designators.push_back(std::move(designator));
  }
  return make(std::move(list), start(ctx), start(ctx));
}

ExprPtr Builder::opaque(Context* ctx) {
  return make(OpaqueExpr{source_text(ctx)}, start(ctx), start(ctx));
}

namespace {

std::uint32_t depth_of(const ExprPtr& expr) { return expr ? expr->depth : 0; }

std::uint32_t depth_of(const std::vector<ExprPtr>& all) {
  std::uint32_t most = 0;
  for (const ExprPtr& expr : all)
    most = std::max(most, depth_of(expr));
  return most;
}

// The depth of the deepest operand. Statements and types inside are bounded by the brackets that
// they take.
std::uint32_t operand_depth(const ExprNode& expr) {
  struct Visitor {
    std::uint32_t operator()(const UnaryExpr& e) const { return depth_of(e.operand); }
    std::uint32_t operator()(const BinaryExpr& e) const { return both(e.left, e.right); }
    std::uint32_t operator()(const AssignExpr& e) const { return both(e.left, e.right); }
    std::uint32_t operator()(const ConditionalExpr& e) const {
      return std::max(depth_of(e.cond), both(e.then_expr, e.else_expr));
    }
    std::uint32_t operator()(const CallExpr& e) const {
      return std::max(depth_of(e.callee), depth_of(e.args));
    }
    std::uint32_t operator()(const LaunchExpr& e) const {
      return std::max({depth_of(e.callee), depth_of(e.config), depth_of(e.args)});
    }
    std::uint32_t operator()(const IndexExpr& e) const { return both(e.base, e.index); }
    std::uint32_t operator()(const MemberExpr& e) const { return depth_of(e.base); }
    std::uint32_t operator()(const CastExpr& e) const { return depth_of(e.operand); }
    std::uint32_t operator()(const ConstructExpr& e) const { return depth_of(e.args); }
    std::uint32_t operator()(const InitListExpr& e) const { return depth_of(e.items); }
    std::uint32_t operator()(const SizeofExpr& e) const { return depth_of(e.operand); }
    std::uint32_t operator()(const PackExpansionExpr& e) const { return depth_of(e.pattern); }
    std::uint32_t operator()(const IntLiteral&) const { return 0; }
    std::uint32_t operator()(const FloatLiteral&) const { return 0; }
    std::uint32_t operator()(const CharLiteral&) const { return 0; }
    std::uint32_t operator()(const StringLiteral&) const { return 0; }
    std::uint32_t operator()(const BoolLiteral&) const { return 0; }
    std::uint32_t operator()(const NullptrLiteral&) const { return 0; }
    std::uint32_t operator()(const ThisExpr&) const { return 0; }
    std::uint32_t operator()(const NameExpr&) const { return 0; }
    std::uint32_t operator()(const LambdaExpr& n) const {
      std::uint32_t deepest = 0;
      for (const auto& [name, e] : n.initialised)
        deepest = std::max(deepest, e->depth);
      return deepest;
    }
    std::uint32_t operator()(const StatementExpr&) const { return 0; }
    std::uint32_t operator()(const OpaqueExpr&) const { return 0; }

    static std::uint32_t both(const ExprPtr& a, const ExprPtr& b) {
      return std::max(depth_of(a), depth_of(b));
    }
  };
  return std::visit(Visitor{}, expr.node);
}

} // namespace

ExprPtr Builder::make_node(ExprNode node) const {
  node.depth = operand_depth(node) + 1;
  if (node.depth > max_expression_depth)
    throw SyntaxError{"the expression is nested too deeply", node.begin};
  return std::make_shared<ExprNode>(std::move(node));
}

} // namespace heddle::cuda
