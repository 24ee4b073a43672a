#include "cuda/syntax/parse_build.hpp"

#include "CudaLexer.h"

#include <algorithm>

namespace heddle::cuda {

using grammar::CudaLexer;

std::vector<DeclPtr> Builder::declaration(P::DeclarationContext* ctx) {
  if (ctx->simpleDeclaration()) return simple(ctx->simpleDeclaration());
  if (ctx->templateDeclaration()) {
    if (!ctx->templateDeclaration()->declaration())
      return instantiation(ctx->templateDeclaration()->simpleDeclaration());
    return templated(ctx->templateDeclaration());
  }
  if (ctx->namespaceDeclaration()) return {namespaced(ctx->namespaceDeclaration())};
  if (ctx->linkageBlock()) return {linkage(ctx->linkageBlock())};
  if (ctx->usingDeclaration()) return {using_(ctx->usingDeclaration())};
  if (ctx->staticAssert()) return {static_assert_(ctx->staticAssert())};
  return {}; // asm at file scope
}

// `template void run<16>(float*);` says which functions other files may call or launch; classes and
// device functions are made where they are used.
std::vector<DeclPtr> Builder::instantiation(P::SimpleDeclarationContext* ctx) {
  std::vector<DeclPtr> result;
  for (DeclPtr& decl : simple(ctx)) {
    const auto* f = std::get_if<FunctionDecl>(&decl->node);
    const Loc at = decl->loc;
    if (f && !f->body && (!f->attributes.device || f->attributes.global))
      result.push_back(make_decl(TemplateDecl{{}, std::move(decl)}, at));
  }
  return result;
}

std::vector<DeclPtr> Builder::simple(P::SimpleDeclarationContext* ctx) {
  const Specifiers common = specifiers(ctx->specifier());
  if (common.is_friend && !ctx->functionBody()) return {};
  std::vector<DeclPtr> result = common.defined;
  const std::vector<P::InitDeclaratorContext*> declarators = ctx->initDeclarator();
  // a width stands behind its declarator
  std::vector<P::BitWidthContext*> widths(declarators.size());
  std::size_t n = 0;
  for (antlr4::tree::ParseTree* child : ctx->children) {
    if (dynamic_cast<P::InitDeclaratorContext*>(child)) ++n;
    if (auto* width = dynamic_cast<P::BitWidthContext*>(child); width && n > 0)
      widths[n - 1] = width;
  }
  for (std::size_t i = 0; i < declarators.size(); ++i)
    result.push_back(declared(common, declarators[i], widths[i], ctx->functionBody()));
  if (declarators.empty() && !ctx->bitWidth().empty()) { // padding
    VarDecl padding;
    padding.type = common.type;
    padding.bit_width = assignment(ctx->bitWidth(0)->assignment());
    result.push_back(make_decl(std::move(padding), start(ctx)));
    return result;
  }
  if (declarators.empty() && common.defined.empty() && common.type)
    for (P::SpecifierContext* s : ctx->specifier()) {
      P::TypeSpecifierContext* type = s->typeSpecifier();
      if (!type || !type->classSpecifier()) continue;
      RecordDecl forward{RecordKind::struct_, {}, {}, {}, false, false, nullptr};
      forward.name = type_name(type->classSpecifier()->typeName());
      result.push_back(make_decl(std::move(forward), start(type->classSpecifier()->typeName())));
    }
  return result;
}

std::vector<DeclPtr> Builder::local(P::LocalDeclarationContext* ctx) {
  const Specifiers common = specifiers(ctx->specifier());
  std::vector<DeclPtr> result = common.defined;
  for (P::InitDeclaratorContext* d : ctx->initDeclarator())
    result.push_back(declared(common, d, nullptr, nullptr));
  return result;
}

DeclPtr Builder::declared(const Specifiers& specifiers, P::InitDeclaratorContext* ctx,
                          P::BitWidthContext* width, P::FunctionBodyContext* body) {
  if (!ctx->declarator()) return parts_named(specifiers, ctx);
  Declared what = declarator(specifiers.type, ctx->declarator());
  if (ctx->alignment()) what.align = alignment(ctx->alignment());
  if (specifiers.attributes.typedef_) {
    TypePtr type = what.function ? function_type(what.type, what.function) : what.type;
    if (!type) fail(ctx, "a typedef without a type");
    return make_decl(TypedefDecl{what.name.parts.back().identifier, std::move(type)}, what.loc);
  }
  if (what.function) return function(specifiers, what, body);
  if (body) fail(body, "a body without parameters before it");
  DeclPtr made = variable(specifiers, what, ctx->initializer());
  if (!width) return made;
  VarDecl field = std::get<VarDecl>(made->node);
  field.bit_width = assignment(width->assignment());
  return make_decl(std::move(field), made->loc);
}

// `auto& [a, b] = e`.
DeclPtr Builder::parts_named(const Specifiers& specifiers, P::InitDeclaratorContext* ctx) {
  if (!specifiers.type || !std::holds_alternative<AutoType>(specifiers.type->node))
    fail(ctx, "names of parts without 'auto'");
  VarDecl result;
  result.attributes = specifiers.attributes;
  result.type = specifiers.type;
  if (ctx->op)
    result.type = std::make_shared<TypeNode>(TypeNode{
        ReferenceType{specifiers.type, ctx->op->getText() == "&&"}, false, false, start(ctx)});
  for (P::AnyNameContext* name : ctx->anyName())
    result.bindings.push_back(name->getText());
  if (ctx->initializer()) initialize(result, ctx->initializer());
  return make_decl(std::move(result), start(ctx));
}

DeclPtr Builder::variable(const Specifiers& specifiers, const Declared& what,
                          P::InitializerContext* initializer) {
  if (!what.type)
    throw SyntaxError{"'" + what.name.parts.back().identifier + "' is declared without a type",
                      what.loc};
  VarDecl result;
  result.attributes = specifiers.attributes;
  if (what.align) result.attributes.align = what.align;
  result.type = what.type;
  result.is_pack = what.is_pack;
  for (const NamePart& part : what.name.parts)
    result.name += (result.name.empty() ? "" : "::") + part.identifier;
  if (initializer) initialize(result, initializer);
  return make_decl(std::move(result), what.loc);
}

void Builder::initialize(VarDecl& variable, P::InitializerContext* ctx) {
  if (ctx->initClause()) {
    variable.init = Init::copy;
    variable.args = {init_clause(ctx->initClause())};
  } else if (ctx->arguments()) {
    variable.init = Init::call;
    variable.args = arguments(ctx->arguments());
  } else {
    variable.init = Init::braces;
    variable.args = braced_items(ctx->bracedInit());
  }
}

DeclPtr Builder::condition_variable(P::ConditionContext* ctx) {
  const std::vector<P::InitDeclaratorContext*> all = ctx->initDeclarator();
  if (all.size() != 1) fail(ctx, "one declaration is expected here");
  return declared(specifiers(ctx->specifier()), all[0], nullptr, nullptr);
}

// ---- functions ---------------------------------------------------------------------------------

DeclPtr Builder::function(const Specifiers& specifiers, const Declared& what,
                          P::FunctionBodyContext* body) {
  FunctionDecl result;
  result.attributes = specifiers.attributes;
  result.result = what.type;
  result.name = what.name;
  result.is_static = specifiers.attributes.static_;
  result.is_friend = specifiers.is_friend;
  result.is_explicit = specifiers.is_explicit;
  if (TypePtr trailing = trailing_result(what.function)) result.result = std::move(trailing);
  const std::string& name = what.name.parts.back().identifier;
  const auto& parts = what.name.parts;
  const bool constructor = parts.size() > 1 && parts[parts.size() - 2].identifier == name;
  const bool special =
      name.starts_with('~') || name.starts_with("operator ") || constructor ||
      tokens_[what.function->getStart()->getTokenIndex() - 1].type == CudaLexer::CtorName;
  if (!result.result && !special)
    throw SyntaxError{"'" + name + "' is declared without a type", what.loc};
  if (what.function->parameters())
    result.params = parameters(what.function->parameters(), result.variadic);
  for (P::FunctionQualifierContext* q : what.function->functionQualifier())
    result.is_const = result.is_const || q->Const() != nullptr;
  if (body) function_body(result, body);
  return make_decl(std::move(result), what.loc);
}

void Builder::function_body(FunctionDecl& function, P::FunctionBodyContext* body) {
  function.is_deleted_or_defaulted = body->Default() != nullptr || body->Delete() != nullptr;
  for (P::MemberInitContext* init : body->memberInit()) {
    std::vector<ExprPtr> args;
    if (init->arguments()) args = arguments(init->arguments());
    if (init->bracedInit()) args = braced_items(init->bracedInit());
    const std::string name = init->typeName()        ? source_text(init->typeName())
                             : init->qualifiedName() ? source_text(init->qualifiedName())
                                                     : init->CtorName()->getText();
    function.member_inits.emplace_back(name, std::move(args));
  }
  if (body->compound()) function.body = compound(body->compound());
}

std::vector<DeclPtr> Builder::parameters(P::ParametersContext* ctx, bool& variadic) {
  variadic = ctx->ellipsis != nullptr;
  std::vector<DeclPtr> result;
  for (P::ParameterContext* p : ctx->parameter())
    result.push_back(parameter(p));
  // `(void)`
  if (result.size() == 1) {
    const VarDecl& only = std::get<VarDecl>(result[0]->node);
    const auto* builtin = std::get_if<BuiltinType>(&only.type->node);
    if (only.name.empty() && builtin && builtin->spelling == "void") result.clear();
  }
  return result;
}

DeclPtr Builder::parameter(P::ParameterContext* ctx) {
  const Specifiers all = specifiers(ctx->specifier());
  if (!all.type) fail(ctx, "a parameter without a type");
  Declared what;
  what.type = all.type;
  what.loc = start(ctx);
  if (P::ParameterDeclaratorContext* d = ctx->parameterDeclarator()) {
    what.type = pointers(std::move(what.type), d->pointer());
    what.type = suffixes(std::move(what.type), d->declaratorSuffix(), nullptr);
    if (d->nestedDeclarator()) nested(d->nestedDeclarator(), what);
    if (d->declaratorName()) declarator_name(d->declaratorName(), what);
    what.is_pack = what.is_pack || d->pack != nullptr;
  }
  VarDecl result;
  result.attributes = all.attributes;
  result.type = what.type;
  result.is_pack = what.is_pack;
  if (!what.name.parts.empty()) result.name = what.name.parts.back().identifier;
  if (ctx->initClause()) {
    result.init = Init::copy;
    result.args = {init_clause(ctx->initClause())};
  }
  return make_decl(std::move(result), what.loc);
}

// ---- templates, namespaces, using --------------------------------------------------------------

std::vector<DeclPtr> Builder::templated(P::TemplateDeclarationContext* ctx) {
  TemplateDecl result;
  if (ctx->templateParameters()) result.params = template_parameters(ctx->templateParameters());
  const std::vector<DeclPtr> inner = declaration(ctx->declaration());
  if (inner.empty()) return {}; // a friend that is declared elsewhere
  result.decl = inner.front();
  result.is_instantiation = ctx->TemplateOpen() == nullptr;
  return {make_decl(std::move(result), inner.front()->loc)};
}

std::vector<TemplateParam> Builder::template_parameters(P::TemplateParametersContext* ctx) {
  std::vector<TemplateParam> result;
  for (P::TemplateParameterContext* p : ctx->templateParameter())
    result.push_back(template_parameter(p));
  return result;
}

TemplateParam Builder::template_parameter(P::TemplateParameterContext* ctx) {
  TemplateParam result;
  if (ctx->parameter()) {
    const DeclPtr decl = parameter(ctx->parameter());
    const VarDecl& value = std::get<VarDecl>(decl->node);
    result.name = value.name;
    result.is_type = false;
    result.value_type = value.type;
    result.is_pack = value.is_pack;
    if (!value.args.empty()) result.default_expr = value.args[0];
    return result;
  }
  if (ctx->anyName()) result.name = ctx->anyName()->getText();
  result.is_pack = ctx->pack != nullptr;
  if (ctx->typeId()) result.default_type = type_id(ctx->typeId());
  return result;
}

DeclPtr Builder::namespaced(P::NamespaceDeclarationContext* ctx) {
  NamespaceDecl result;
  for (P::AnyNameContext* name : ctx->anyName())
    result.name += (result.name.empty() ? "" : "::") + name->getText();
  for (P::DeclarationContext* d : ctx->declaration())
    for (DeclPtr& member : declaration(d))
      result.members.push_back(std::move(member));
  return make_decl(std::move(result), start(ctx));
}

DeclPtr Builder::linkage(P::LinkageBlockContext* ctx) {
  NamespaceDecl result;
  for (P::DeclarationContext* d : ctx->declaration())
    for (DeclPtr& member : declaration(d))
      result.members.push_back(std::move(member));
  return make_decl(std::move(result), start(ctx));
}

DeclPtr Builder::using_(P::UsingDeclarationContext* ctx) {
  if (ctx->typeId())
    return make_decl(TypedefDecl{ctx->anyName()->getText(), type_id(ctx->typeId())},
                     start(ctx->anyName()));
  const std::string alias = ctx->anyName() ? ctx->anyName()->getText() : "";
  const bool is_namespace = ctx->Namespace() != nullptr;
  return make_decl(UsingDecl{qualified(ctx->qualifiedName()), is_namespace, alias},
                   start(ctx->qualifiedName()));
}

DeclPtr Builder::static_assert_(P::StaticAssertContext* ctx) {
  return make_decl(StaticAssertDecl{assignment(ctx->assignment())}, start(ctx));
}

// ---- structs and enums -------------------------------------------------------------------------

DeclPtr Builder::record(P::ClassSpecifierContext* ctx) {
  RecordDecl result{};
  result.kind = ctx->key->getType() == CudaLexer::Struct  ? RecordKind::struct_
                : ctx->key->getType() == CudaLexer::Class ? RecordKind::class_
                                                          : RecordKind::union_;
  if (ctx->typeName()) result.name = type_name(ctx->typeName());
  if (ctx->bases())
    for (P::BaseContext* base : ctx->bases()->base())
      result.bases.push_back(named(base->typeName()));
  for (P::MemberContext* member : ctx->member())
    if (member->declaration())
      for (DeclPtr& decl : declaration(member->declaration()))
        result.members.push_back(std::move(decl));
  result.is_packed = !ctx->Packed().empty();
  for (P::AlignmentContext* align : ctx->alignment())
    result.align = alignment(align);
  const Loc at = ctx->typeName() ? start(ctx->typeName()) : start(ctx);
  return make_decl(std::move(result), at);
}

DeclPtr Builder::enumeration(P::EnumSpecifierContext* ctx) {
  EnumDecl result;
  if (ctx->anyName()) result.name = ctx->anyName()->getText();
  result.scoped = ctx->Class() != nullptr || ctx->Struct() != nullptr;
  if (!ctx->typeSpecifier().empty()) result.underlying = type_specifiers(ctx->typeSpecifier());
  for (P::EnumeratorContext* item : ctx->enumerator())
    result.items.push_back({item->anyName()->getText(),
                            item->assignment() ? assignment(item->assignment()) : nullptr,
                            start(item)});
  return make_decl(std::move(result), start(ctx));
}

} // namespace heddle::cuda
