// From ANTLR's parse tree to the AST. Seen by the parse_*.cpp files alone: ANTLR's types go no
// further.
#pragma once
#include "cuda/syntax/ast.hpp"
#include "cuda/syntax/syntax_tokens.hpp"
#include "cuda/syntax/type_words.hpp"

#include "CudaParser.h"

#include <string>
#include <utility>
#include <vector>

namespace heddle::cuda {

// What stopped a parse. Thrown inside parsing only, and caught in parse.cpp.
struct SyntaxError {
  std::string message;
  Loc loc;
};

class Builder {
public:
  using P = grammar::CudaParser;
  using Context = antlr4::ParserRuleContext;

  // `tokens` are those that the tree was parsed from, by index.
  explicit Builder(TokenSpan tokens) : tokens_(tokens) {}

  std::vector<DeclPtr> declaration(P::DeclarationContext* ctx);
  StmtPtr statement(P::StatementContext* ctx);
  ExprPtr expression(P::ExpressionContext* ctx);

private:
  // Everything that specifiers say.
  struct Specifiers {
    Attributes attributes;
    TypePtr type; // null when there is none
    bool is_friend = false, is_explicit = false;
    std::vector<DeclPtr> defined; // struct or enum written there
  };
  // A declarator applied to its specifiers.
  struct Declared {
    TypePtr type; // of a function: its result
    QualifiedName name;
    Loc loc;
    bool is_pack = false;
    P::DeclaratorSuffixContext* function = nullptr; // parameters, when it declares a function
    ExprPtr align;
  };

  // -- places and errors
  Loc loc(antlr4::Token* token) const;
  Loc start(Context* ctx) const { return loc(ctx->getStart()); }
  std::string source_text(Context* ctx) const;
  [[noreturn]] void fail(Context* ctx, const std::string& message) const;

  // -- declarations (parse_decl.cpp)
  std::vector<DeclPtr> simple(P::SimpleDeclarationContext* ctx);
  std::vector<DeclPtr> instantiation(P::SimpleDeclarationContext* ctx);
  std::vector<DeclPtr> local(P::LocalDeclarationContext* ctx);
  std::vector<DeclPtr> templated(P::TemplateDeclarationContext* ctx);
  DeclPtr namespaced(P::NamespaceDeclarationContext* ctx);
  DeclPtr linkage(P::LinkageBlockContext* ctx);
  DeclPtr using_(P::UsingDeclarationContext* ctx);
  DeclPtr static_assert_(P::StaticAssertContext* ctx);
  DeclPtr declared(const Specifiers& specifiers, P::InitDeclaratorContext* ctx,
                   P::BitWidthContext* width, P::FunctionBodyContext* body);
  DeclPtr parts_named(const Specifiers& specifiers, P::InitDeclaratorContext* ctx);
  DeclPtr function(const Specifiers& specifiers, const Declared& what,
                   P::FunctionBodyContext* body);
  void function_body(FunctionDecl& function, P::FunctionBodyContext* body);
  DeclPtr variable(const Specifiers& specifiers, const Declared& what,
                   P::InitializerContext* initializer);
  DeclPtr condition_variable(P::ConditionContext* ctx);
  DeclPtr parameter(P::ParameterContext* ctx);
  std::vector<DeclPtr> parameters(P::ParametersContext* ctx, bool& variadic);
  std::vector<TemplateParam> template_parameters(P::TemplateParametersContext* ctx);
  TemplateParam template_parameter(P::TemplateParameterContext* ctx);
  DeclPtr record(P::ClassSpecifierContext* ctx);
  DeclPtr enumeration(P::EnumSpecifierContext* ctx);
  void initialize(VarDecl& variable, P::InitializerContext* ctx);

  // -- types (parse_type.cpp)
  Specifiers specifiers(const std::vector<P::SpecifierContext*>& all);
  void specifier(P::SpecifierContext* ctx, Specifiers& into, TypeWords& words);
  void type_specifier(P::TypeSpecifierContext* ctx, Specifiers& into, TypeWords& words);
  TypePtr type_of(const TypeWords& words, Context* at) const;
  TypePtr type_specifiers(const std::vector<P::TypeSpecifierContext*>& all);
  TypePtr pointers(TypePtr to, const std::vector<P::PointerContext*>& all);
  Declared declarator(TypePtr base, P::DeclaratorContext* ctx);
  void nested(P::NestedDeclaratorContext* ctx, Declared& into);
  void declarator_name(P::DeclaratorNameContext* ctx, Declared& into);
  // Arrays and function types of the suffixes around `type`. The first suffix, when it is a
  // function and `owner` is given, is left to the owner.
  TypePtr suffixes(TypePtr type, const std::vector<P::DeclaratorSuffixContext*>& all,
                   Declared* owner);
  TypePtr function_type(TypePtr result, P::DeclaratorSuffixContext* ctx);
  TypePtr trailing_result(P::DeclaratorSuffixContext* ctx);
  TypePtr type_id(P::TypeIdContext* ctx);
  TypePtr cast_type(P::CastTypeContext* ctx);
  TypePtr abstract(TypePtr base, P::AbstractDeclaratorContext* ctx);
  TypePtr named(P::TypeNameContext* ctx);
  TypePtr functional(P::FunctionalTypeContext* ctx);
  NamePart name_part(const std::string& identifier, P::TemplateArgumentsOfContext* args);
  std::optional<std::vector<TemplateArg>> template_arguments(P::TemplateArgumentsOfContext* ctx);
  TemplateArg template_argument(P::TemplateArgumentContext* ctx);
  QualifiedName qualified(P::QualifiedNameContext* ctx);
  QualifiedName type_name(P::TypeNameContext* ctx);
  std::string operator_name(P::OperatorNameContext* ctx);
  ExprPtr alignment(P::AlignmentContext* ctx);

  // -- statements (parse_stmt.cpp)
  StmtPtr compound(P::CompoundContext* ctx);
  StmtPtr if_(P::StatementContext* ctx);
  StmtPtr for_(P::StatementContext* ctx);
  StmtPtr keyword_statement(P::StatementContext* ctx);
  StmtPtr asm_(P::AsmStatementContext* ctx);
  AsmOperand asm_operand(P::AsmOperandContext* ctx);
  ExprPtr plain_condition(P::ConditionContext* ctx, const char* where);
  StmtPtr init_statement(P::ConditionContext* ctx);

  // -- expressions (parse_expr.cpp, parse_primary.cpp)
  ExprPtr assignment(P::AssignmentContext* ctx);
  ExprPtr unary(P::UnaryContext* ctx);
  ExprPtr size_of(P::SizeOfContext* ctx);
  ExprPtr prefixed(const std::vector<P::PrefixContext*>& prefixes, ExprPtr operand);
  ExprPtr prefixed(antlr4::Token* op, ExprPtr operand);
  ExprPtr cast(TypePtr type, ExprPtr operand, Loc at);
  ExprPtr postfix(P::PostfixContext* ctx);
  ExprPtr suffixed(ExprPtr base, P::SuffixContext* suffix);
  ExprPtr primary(P::PrimaryContext* ctx);
  ExprPtr keyword_primary(P::PrimaryContext* ctx);
  ExprPtr construct(P::PrimaryContext* ctx);
  ExprPtr value_name(P::ValueNameContext* ctx);
  ExprPtr lambda(P::LambdaContext* ctx);
  ExprPtr braced(P::BracedInitContext* ctx);
  ExprPtr init_clause(P::InitClauseContext* ctx);
  std::vector<ExprPtr> arguments(P::ArgumentsContext* ctx);
  std::vector<ExprPtr> braced_items(P::BracedInitContext* ctx);
  ExprPtr opaque(Context* ctx);
  ExprPtr number(antlr4::Token* token);
  ExprPtr string_literal(const std::vector<antlr4::tree::TerminalNode*>& parts, Loc at);
  template <typename Node> ExprPtr make(Node node, Loc at, Loc begin) const {
    return make_node({std::move(node), at, begin});
  }
  ExprPtr make_node(ExprNode node) const;
  template <typename Node> StmtPtr make_stmt(Node node, Loc at) const {
    return std::make_shared<StmtNode>(StmtNode{std::move(node), at});
  }
  template <typename Node> static DeclPtr make_decl(Node node, Loc at) {
    return std::make_shared<DeclNode>(DeclNode{std::move(node), at});
  }

  friend class FlatExpression;
  TokenSpan tokens_;
};

// Literals (parse_literal.cpp). Messages instead of values where the text is none.
struct ParsedInt {
  std::uint64_t value = 0;
  std::string suffix;
  bool decimal = true;
};
std::optional<ParsedInt> parse_integer(std::string_view text, std::string& why);
bool is_floating(std::string_view text);
// The text of a string literal without quotes, prefix and escapes.
std::string unescape(std::string_view literal);
std::optional<std::int64_t> parse_character(std::string_view literal);

} // namespace heddle::cuda
