// Specifiers, declarators and names.
#include "cuda/syntax/parse_build.hpp"
#include "cuda/syntax/type_words.hpp"

#include "CudaLexer.h"

#include <algorithm>

namespace heddle::cuda {

using grammar::CudaLexer;

namespace {

template <typename Node> TypePtr make_type(Node node, Loc at) {
  return std::make_shared<TypeNode>(TypeNode{std::move(node), false, false, at});
}

TypePtr qualified_copy(const TypePtr& type, bool is_const, bool is_volatile) {
  if (!is_const && !is_volatile) return type;
  TypeNode copy = *type;
  copy.is_const = copy.is_const || is_const;
  copy.is_volatile = copy.is_volatile || is_volatile;
  return std::make_shared<TypeNode>(std::move(copy));
}

} // namespace

Builder::Specifiers Builder::specifiers(const std::vector<P::SpecifierContext*>& all) {
  Specifiers result;
  TypeWords words;
  for (P::SpecifierContext* ctx : all)
    specifier(ctx, result, words);
  if (!all.empty()) result.type = type_of(words, all[0]);
  return result;
}

void Builder::specifier(P::SpecifierContext* ctx, Specifiers& into, TypeWords& words) {
  Attributes& a = into.attributes;
  if (ctx->typeSpecifier()) return type_specifier(ctx->typeSpecifier(), into, words);
  if (ctx->alignment()) {
    a.align = alignment(ctx->alignment());
    return;
  }
  if (ctx->bounds) {
    const std::size_t which = ctx->bounds->getType();
    auto& list = which == CudaLexer::LaunchBounds  ? a.launch_bounds
                 : which == CudaLexer::ClusterDims ? a.cluster_dims
                                                   : a.block_size;
    list = arguments(ctx->arguments());
    return;
  }
  switch (ctx->getStart()->getType()) {
  case CudaLexer::Extern:
    a.extern_ = true;
    return;
  case CudaLexer::Static:
    a.static_ = true;
    return;
  case CudaLexer::Inline:
    a.inline_ = true;
    return;
  case CudaLexer::Typedef:
    a.typedef_ = true;
    return;
  case CudaLexer::Constexpr:
    a.constexpr_ = true;
    return;
  case CudaLexer::Explicit:
    into.is_explicit = true;
    return;
  case CudaLexer::Mutable:
    a.mutable_ = true;
    return;
  case CudaLexer::Friend:
    into.is_friend = true;
    return;
  case CudaLexer::Global:
    a.global = true;
    return;
  case CudaLexer::Device:
    a.device = true;
    return;
  case CudaLexer::Host:
    a.host = true;
    return;
  case CudaLexer::Shared:
    a.shared = true;
    return;
  case CudaLexer::Constant:
    a.constant = true;
    return;
  case CudaLexer::Managed:
    a.managed = true;
    return;
  default:
    return; // register, virtual, thread_local, packing
  }
}

void Builder::type_specifier(P::TypeSpecifierContext* ctx, Specifiers& into, TypeWords& words) {
  const Loc at = start(ctx);
  const auto set = [&](TypePtr type) {
    if (words.type || words.any()) fail(ctx, "two types in one declaration");
    words.type = std::move(type);
  };
  if (ctx->cv) {
    words.is_const = words.is_const || ctx->cv->getType() == CudaLexer::Const;
    words.is_volatile = words.is_volatile || ctx->cv->getType() == CudaLexer::Volatile;
    into.attributes.volatile_ = into.attributes.volatile_ || words.is_volatile;
  } else if (ctx->builtin()) {
    if (words.type) fail(ctx, "two types in one declaration");
    words.add(ctx->getText());
  } else if (ctx->typeName()) {
    set(named(ctx->typeName()));
  } else if (ctx->classSpecifier()) {
    P::ClassSpecifierContext* c = ctx->classSpecifier();
    if (c->body) {
      DeclPtr decl = record(c);
      into.defined.push_back(decl);
      set(make_type(InlineType{decl}, at));
    } else if (c->typeName()) {
      set(named(c->typeName()));
    } else {
      fail(ctx, "a struct without name or body");
    }
  } else if (ctx->enumSpecifier()) {
    P::EnumSpecifierContext* e = ctx->enumSpecifier();
    if (e->body) {
      DeclPtr decl = enumeration(e);
      into.defined.push_back(decl);
      set(make_type(InlineType{decl}, at));
    } else if (e->anyName()) {
      set(make_type(NamedType{{false, {{e->anyName()->getText(), std::nullopt}}}}, at));
    } else {
      fail(ctx, "an enum without name or body");
    }
  } else if (ctx->Decltype()) {
    if (ctx->typeId())
      set(type_id(ctx->typeId()));
    else
      set(make_type(
          DecltypeType{expression(ctx->expression()),
                       ctx->expression()->getStart()->getType() == CudaLexer::LeftParen &&
                           ctx->expression()->getStop()->getType() == CudaLexer::RightParen},
          at));
  } else {
    set(make_type(AutoType{}, at));
  }
}

TypePtr Builder::type_of(const TypeWords& words, Context* at) const {
  TypePtr type = words.type;
  if (!type && words.any()) {
    const std::optional<std::string> spelling = words.canonical();
    if (!spelling) fail(at, "these words do not make a type");
    type = make_type(BuiltinType{*spelling}, start(at));
  }
  return type ? qualified_copy(type, words.is_const, words.is_volatile) : nullptr;
}

TypePtr Builder::type_specifiers(const std::vector<P::TypeSpecifierContext*>& all) {
  Specifiers ignored;
  TypeWords words;
  for (P::TypeSpecifierContext* ctx : all)
    type_specifier(ctx, ignored, words);
  TypePtr type = all.empty() ? nullptr : type_of(words, all[0]);
  if (!type && !all.empty()) fail(all[0], "a type is missing");
  return type;
}

TypePtr Builder::pointers(TypePtr to, const std::vector<P::PointerContext*>& all) {
  for (P::PointerContext* ctx : all) {
    if (ctx->TypeScope()) fail(ctx, "pointers to members are not supported");
    if (!to) fail(ctx, "a pointer is declared without a type");
    bool is_const = false, is_volatile = false, is_restrict = false;
    for (P::PointerQualifierContext* q : ctx->pointerQualifier()) {
      is_const = is_const || q->Const();
      is_volatile = is_volatile || q->Volatile();
      is_restrict = is_restrict || q->Restrict();
    }
    to = ctx->op->getType() == CudaLexer::Star
             ? make_type(PointerType{std::move(to), is_restrict}, start(ctx))
             : make_type(ReferenceType{std::move(to), ctx->op->getType() != CudaLexer::Amp},
                         start(ctx));
    to = qualified_copy(to, is_const, is_volatile);
  }
  return to;
}

Builder::Declared Builder::declarator(TypePtr base, P::DeclaratorContext* ctx) {
  Declared result;
  result.loc = start(ctx);
  TypePtr type = pointers(std::move(base), ctx->pointer());
  Declared* owner = ctx->nestedDeclarator() ? nullptr : &result;
  result.type = suffixes(std::move(type), ctx->declaratorSuffix(), owner);
  if (ctx->nestedDeclarator())
    nested(ctx->nestedDeclarator(), result);
  else
    declarator_name(ctx->declaratorName(), result);
  return result;
}

// `(*name)[4]`: what stands inside the parentheses applies to the type built outside.
void Builder::nested(P::NestedDeclaratorContext* ctx, Declared& into) {
  into.type = pointers(std::move(into.type), ctx->pointer());
  // `(name)(int)`: a function with its name in parentheses
  const bool inner = ctx->nestedDeclarator() != nullptr;
  Declared* owner = inner || !ctx->pointer().empty() ? nullptr : &into;
  into.type = suffixes(std::move(into.type), ctx->declaratorSuffix(), owner);
  if (ctx->declaratorName()) declarator_name(ctx->declaratorName(), into);
  if (inner) nested(ctx->nestedDeclarator(), into);
}

void Builder::declarator_name(P::DeclaratorNameContext* ctx, Declared& into) {
  into.is_pack = ctx->pack != nullptr;
  if (ctx->CtorName()) {
    into.name.parts.push_back({ctx->CtorName()->getText(), std::nullopt});
    into.loc = loc(ctx->CtorName()->getSymbol());
    return;
  }
  P::QualifiedDeclaratorContext* q = ctx->qualifiedDeclarator();
  into.name.global = q->getStart()->getType() == CudaLexer::ColonColon;
  for (P::ScopeNameContext* scope : q->scopeName())
    into.name.parts.push_back(
        name_part(scope->getStart()->getText(), scope->templateArgumentsOf()));
  into.loc = loc(q->getStop());
  if (q->anyName()) {
    into.loc = start(q->anyName());
    into.name.parts.push_back(name_part(q->anyName()->getText(), q->templateArgumentsOf()));
  } else if (q->CtorName()) {
    into.name.parts.push_back({q->CtorName()->getText(), std::nullopt});
  } else if (q->operatorName()) {
    into.loc = start(q->operatorName());
    into.name.parts.push_back({operator_name(q->operatorName()), std::nullopt});
  } else {
    into.name.parts.push_back({"~" + q->anyOrCtor()->getText(), std::nullopt});
  }
}

TypePtr Builder::suffixes(TypePtr type, const std::vector<P::DeclaratorSuffixContext*>& all,
                          Declared* owner) {
  for (std::size_t n = all.size(); n-- > 0;) {
    P::DeclaratorSuffixContext* ctx = all[n];
    const bool is_function = ctx->LeftParen() != nullptr;
    if (!is_function) {
      if (!type) fail(ctx, "an array is declared without a type");
      ExprPtr extent = ctx->expression() ? expression(ctx->expression()) : nullptr;
      type = make_type(ArrayType{std::move(type), std::move(extent)}, start(ctx));
    } else if (n == 0 && owner) {
      owner->function = ctx;
    } else {
      type = function_type(std::move(type), ctx);
    }
  }
  return type;
}

TypePtr Builder::function_type(TypePtr result, P::DeclaratorSuffixContext* ctx) {
  if (TypePtr trailing = trailing_result(ctx)) result = std::move(trailing);
  FunctionType type{std::move(result), {}};
  bool variadic = false;
  if (ctx->parameters())
    for (const DeclPtr& p : parameters(ctx->parameters(), variadic))
      type.params.push_back(std::get<VarDecl>(p->node).type);
  return make_type(std::move(type), start(ctx));
}

TypePtr Builder::trailing_result(P::DeclaratorSuffixContext* ctx) {
  for (P::FunctionQualifierContext* q : ctx->functionQualifier())
    if (q->Arrow()) return type_id(q->typeId(0));
  return nullptr;
}

TypePtr Builder::type_id(P::TypeIdContext* ctx) {
  const Specifiers all = specifiers(ctx->specifier());
  if (!all.type) fail(ctx, "a type is missing");
  return ctx->abstractDeclarator() ? abstract(all.type, ctx->abstractDeclarator()) : all.type;
}

TypePtr Builder::abstract(TypePtr base, P::AbstractDeclaratorContext* ctx) {
  Declared result;
  result.type = pointers(std::move(base), ctx->pointer());
  result.type = suffixes(std::move(result.type), ctx->declaratorSuffix(), nullptr);
  if (ctx->nestedDeclarator()) nested(ctx->nestedDeclarator(), result);
  return result.type;
}

TypePtr Builder::cast_type(P::CastTypeContext* ctx) {
  std::vector<P::TypeSpecifierContext*> words;
  for (P::CastSpecifierContext* s : ctx->castSpecifier())
    words.push_back(s->typeSpecifier());
  Declared result;
  result.type = pointers(type_specifiers(words), ctx->pointer());
  if (!ctx->LeftBracket().empty()) fail(ctx, "a cast to an array type");
  result.type = suffixes(std::move(result.type), ctx->declaratorSuffix(), nullptr);
  if (ctx->nestedDeclarator()) nested(ctx->nestedDeclarator(), result);
  return result.type;
}

TypePtr Builder::named(P::TypeNameContext* ctx) {
  return make_type(NamedType{type_name(ctx)}, start(ctx));
}

TypePtr Builder::functional(P::FunctionalTypeContext* ctx) {
  if (ctx->typeName()) return named(ctx->typeName());
  TypeWords words;
  for (P::BuiltinContext* b : ctx->builtin())
    words.add(b->getText());
  if (!words.any()) return make_type(AutoType{}, start(ctx));
  return type_of(words, ctx);
}

// ---- names -------------------------------------------------------------------------------------

NamePart Builder::name_part(const std::string& identifier, P::TemplateArgumentsOfContext* args) {
  return {identifier, template_arguments(args)};
}

std::optional<std::vector<TemplateArg>>
Builder::template_arguments(P::TemplateArgumentsOfContext* ctx) {
  if (!ctx) return std::nullopt;
  std::vector<TemplateArg> result;
  if (ctx->templateArguments())
    for (P::TemplateArgumentContext* a : ctx->templateArguments()->templateArgument())
      result.push_back(template_argument(a));
  return result;
}

TemplateArg Builder::template_argument(P::TemplateArgumentContext* ctx) {
  TemplateArg result;
  result.pack_expansion = ctx->pack != nullptr;
  if (ctx->typeId()) {
    result.type = type_id(ctx->typeId());
    return result;
  }
  result.expr = ctx->assignment() ? assignment(ctx->assignment()) : braced(ctx->bracedInit());
  // a bare name that nothing is known of may be either
  if (const auto* name = std::get_if<NameExpr>(&result.expr->node))
    result.type = make_type(NamedType{name->name}, result.expr->begin);
  return result;
}

QualifiedName Builder::type_name(P::TypeNameContext* ctx) {
  QualifiedName name;
  name.global = ctx->getStart()->getType() == CudaLexer::ColonColon;
  for (antlr4::tree::ParseTree* child : ctx->children) {
    if (auto* terminal = dynamic_cast<antlr4::tree::TerminalNode*>(child)) {
      if (terminal->getSymbol()->getType() == CudaLexer::ColonColon) continue;
      name.parts.push_back({terminal->getText(), std::nullopt});
    } else if (auto* args = dynamic_cast<P::TemplateArgumentsOfContext*>(child)) {
      name.parts.back().args = template_arguments(args);
    }
  }
  return name;
}

QualifiedName Builder::qualified(P::QualifiedNameContext* ctx) {
  QualifiedName name;
  name.global = ctx->getStart()->getType() == CudaLexer::ColonColon;
  for (P::ScopeNameContext* scope : ctx->scopeName())
    name.parts.push_back(name_part(scope->getStart()->getText(), scope->templateArgumentsOf()));
  if (ctx->operatorName()) {
    name.parts.push_back({operator_name(ctx->operatorName()), std::nullopt});
  } else {
    const std::string text = ctx->anyName()->getText();
    name.parts.push_back(name_part(ctx->Tilde() ? "~" + text : text, ctx->templateArgumentsOf()));
  }
  return name;
}

std::string Builder::operator_name(P::OperatorNameContext* ctx) {
  if (ctx->symbol) return "operator" + ctx->symbol->getText();
  if (ctx->typeSpecifier().empty()) {
    std::string text = source_text(ctx);
    std::erase(text, ' ');
    return text;
  }
  // a conversion is named by its type
  std::string text;
  for (auto* child : ctx->children) {
    const bool word = dynamic_cast<P::TypeSpecifierContext*>(child) || text.empty();
    text += (word && !text.empty() ? " " : "") + child->getText();
  }
  return text;
}

ExprPtr Builder::alignment(P::AlignmentContext* ctx) {
  if (ctx->assignment()) return assignment(ctx->assignment());
  return make(SizeofExpr{type_id(ctx->typeId()), nullptr, true}, start(ctx), start(ctx));
}

} // namespace heddle::cuda
