#include "cuda/syntax/parse_build.hpp"

#include "CudaLexer.h"

namespace heddle::cuda {

using grammar::CudaLexer;

StmtPtr Builder::compound(P::CompoundContext* ctx) {
  CompoundStmt block;
  for (P::StatementContext* s : ctx->statement())
    block.body.push_back(statement(s));
  return make_stmt(std::move(block), start(ctx));
}

StmtPtr Builder::statement(P::StatementContext* ctx) {
  const Loc at = start(ctx);
  if (ctx->kind) return keyword_statement(ctx);
  if (ctx->localDeclaration()) return make_stmt(DeclStmt{local(ctx->localDeclaration())}, at);
  if (ctx->compound()) return compound(ctx->compound());
  if (ctx->asmStatement()) return asm_(ctx->asmStatement());
  if (ctx->usingDeclaration()) return make_stmt(DeclStmt{{using_(ctx->usingDeclaration())}}, at);
  if (ctx->staticAssert()) return make_stmt(DeclStmt{{static_assert_(ctx->staticAssert())}}, at);
  if (ctx->anyName()) return make_stmt(LabelStmt{ctx->anyName()->getText()}, at);
  return make_stmt(ExprStmt{ctx->expression() ? expression(ctx->expression()) : nullptr}, at);
}

StmtPtr Builder::keyword_statement(P::StatementContext* ctx) {
  const Loc at = start(ctx);
  const auto body = [&](std::size_t i) { return statement(ctx->statement(i)); };
  switch (ctx->kind->getType()) {
  case CudaLexer::If:
    return if_(ctx);
  case CudaLexer::For:
    return for_(ctx);
  case CudaLexer::While: {
    ExprPtr cond = plain_condition(ctx->condition(0), "a while loop");
    return make_stmt(WhileStmt{std::move(cond), body(0)}, at);
  }
  case CudaLexer::Do: {
    StmtPtr inner = body(0);
    return make_stmt(DoStmt{std::move(inner), expression(ctx->expression())}, at);
  }
  case CudaLexer::Switch: {
    ExprPtr cond = plain_condition(ctx->condition(0), "a switch");
    return make_stmt(SwitchStmt{std::move(cond), body(0)}, at);
  }
  case CudaLexer::Case: {
    const std::vector<P::AssignmentContext*> values = ctx->assignment();
    ExprPtr upper = values.size() > 1 ? assignment(values[1]) : nullptr;
    return make_stmt(CaseStmt{assignment(values[0]), std::move(upper)}, at);
  }
  case CudaLexer::Default:
    return make_stmt(CaseStmt{nullptr, nullptr}, at);
  case CudaLexer::Break:
    return make_stmt(BreakStmt{}, at);
  case CudaLexer::Continue:
    return make_stmt(ContinueStmt{}, at);
  case CudaLexer::Goto:
    return make_stmt(GotoStmt{ctx->anyName()->getText()}, at);
  case CudaLexer::Return: {
    ExprPtr value;
    if (ctx->bracedInit()) value = braced(ctx->bracedInit());
    if (ctx->expression()) value = expression(ctx->expression());
    return make_stmt(ReturnStmt{std::move(value)}, at);
  }
  default: { // try A catch (..) B: { A; if (exception) { catch: B } }
    // Device code has no exceptions; of host code it matters that a handler may run from anywhere.
    CompoundStmt result{{compound(ctx->compound())}};
    for (P::HandlerContext* handler : ctx->handler()) {
      IfStmt branch;
      branch.cond = std::make_shared<const ExprNode>(ExprNode{OpaqueExpr{"catch"}, at, at});
      CompoundStmt landing{{make_stmt(LabelStmt{"catch"}, at)}};
      if (handler->parameter())
        landing.body.push_back(make_stmt(DeclStmt{{parameter(handler->parameter())}}, at));
      landing.body.push_back(compound(handler->compound()));
      branch.then_stmt = make_stmt(std::move(landing), at);
      result.body.push_back(make_stmt(std::move(branch), at));
    }
    return make_stmt(std::move(result), at);
  }
  }
}

StmtPtr Builder::if_(P::StatementContext* ctx) {
  IfStmt result;
  const std::vector<P::ConditionContext*> parts = ctx->condition();
  if (parts.size() > 1) result.init = init_statement(parts[0]);
  P::ConditionContext* test = parts.back();
  if (test->expression())
    result.cond = expression(test->expression());
  else
    result.cond_decl = condition_variable(test);
  result.is_constexpr = ctx->Constexpr() != nullptr;
  const std::vector<P::StatementContext*> branches = ctx->statement();
  result.then_stmt = statement(branches[0]);
  if (branches.size() > 1) result.else_stmt = statement(branches[1]);
  return make_stmt(std::move(result), start(ctx));
}

StmtPtr Builder::for_(P::StatementContext* ctx) {
  P::ForHeaderContext* header = ctx->forHeader();
  const Loc at = start(ctx);
  if (header->initClause()) {
    if (!header->init || header->init->expression())
      fail(header, "a loop over a range needs a declaration before ':'");
    DeclPtr variable = condition_variable(header->init);
    ExprPtr range = init_clause(header->initClause());
    StmtPtr body = statement(ctx->statement(0));
    return make_stmt(RangeForStmt{std::move(variable), std::move(range), std::move(body)}, at);
  }
  ForStmt result;
  if (header->init) result.init = init_statement(header->init);
  if (header->test) result.cond = expression(header->test);
  if (header->step) result.step = expression(header->step);
  result.body = statement(ctx->statement(0));
  return make_stmt(std::move(result), at);
}

StmtPtr Builder::init_statement(P::ConditionContext* ctx) {
  if (ctx->expression()) return make_stmt(ExprStmt{expression(ctx->expression())}, start(ctx));
  const Specifiers common = specifiers(ctx->specifier());
  DeclStmt result{common.defined};
  for (P::InitDeclaratorContext* d : ctx->initDeclarator())
    result.decls.push_back(declared(common, d, nullptr, nullptr));
  return make_stmt(std::move(result), start(ctx));
}

ExprPtr Builder::plain_condition(P::ConditionContext* ctx, const char* where) {
  if (!ctx->expression())
    fail(ctx, std::string("a declaration in the condition of ") + where + " is not supported");
  return expression(ctx->expression());
}

StmtPtr Builder::asm_(P::AsmStatementContext* ctx) {
  AsmStmt result;
  for (antlr4::tree::TerminalNode* part : ctx->String())
    result.text += unescape(part->getText());
  result.is_volatile = !ctx->Volatile().empty();
  // parts by position: outputs, inputs, clobbers; `::` opens two
  std::size_t position = 0;
  for (P::AsmPartContext* part : ctx->asmPart()) {
    position += part->ColonColon() ? 2 : 1;
    for (P::AsmOperandContext* operand : part->asmOperand()) {
      AsmOperand built = asm_operand(operand);
      if (position == 1)
        result.outputs.push_back(std::move(built));
      else if (position == 2)
        result.inputs.push_back(std::move(built));
      else
        result.clobbers.push_back(std::move(built.constraint));
    }
  }
  return make_stmt(std::move(result), start(ctx));
}

AsmOperand Builder::asm_operand(P::AsmOperandContext* ctx) {
  AsmOperand result;
  for (antlr4::tree::TerminalNode* part : ctx->String())
    result.constraint += unescape(part->getText());
  if (ctx->expression()) result.expr = expression(ctx->expression());
  return result;
}

} // namespace heddle::cuda
