#include "cuda/parse/constants.hpp"

#include "cuda/parse/precompiled.hpp"

#include <clang/Lex/LiteralSupport.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>

namespace heddle::cuda {

namespace {

Constant make(const llvm::APSInt& value, clang::QualType type, const clang::ASTContext& ast) {
  const auto width = static_cast<unsigned>(std::min<std::uint64_t>(ast.getTypeSize(type), 64));
  if (type->isBooleanType()) return {value.getBoolValue(), Type::boolean()};
  const llvm::APSInt bits = value.extOrTrunc(64);
  return {bits.isSigned() ? bits.getSExtValue() : static_cast<std::int64_t>(bits.getZExtValue()),
          Type::integer(width, type->isSignedIntegerOrEnumerationType())};
}

std::optional<Constant> constant_of(const clang::NamedDecl* decl, const clang::ASTContext& ast) {
  if (const auto* e = llvm::dyn_cast<clang::EnumConstantDecl>(decl))
    return make(e->getInitVal(), e->getType(), ast);
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
  if (!variable || !variable->getType()->isIntegralOrEnumerationType() ||
      !variable->getType().isConstQualified() || !variable->hasInit() || variable->isInvalidDecl())
    return std::nullopt;
  const clang::APValue* value = variable->evaluateValue();
  if (!value || !value->isInt()) return std::nullopt;
  return make(value->getInt(), variable->getType(), ast);
}

// A macro that stands for one number, perhaps in parentheses.
std::optional<Constant> macro(const Unit& unit, const std::string& name, unsigned depth) {
  clang::Preprocessor& preprocessor = unit.sema->getPreprocessor();
  const clang::MacroInfo* info = preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(name));
  if (!info || info->isFunctionLike() || depth > 8) return std::nullopt;
  std::vector<clang::Token> tokens(info->tokens_begin(), info->tokens_end());
  while (tokens.size() > 2 && tokens.front().is(clang::tok::l_paren) &&
         tokens.back().is(clang::tok::r_paren))
    tokens = {tokens.begin() + 1, tokens.end() - 1};
  if (tokens.size() == 1 && tokens[0].is(clang::tok::identifier))
    return macro(unit, tokens[0].getIdentifierInfo()->getName().str(), depth + 1);
  if (tokens.size() != 1 || tokens[0].isNot(clang::tok::numeric_constant)) return std::nullopt;
  llvm::SmallString<32> spelling;
  spelling.resize(tokens[0].getLength() + 1);
  const llvm::StringRef text = preprocessor.getSpelling(tokens[0], spelling);
  clang::NumericLiteralParser number(text, tokens[0].getLocation(), preprocessor.getSourceManager(),
                                     preprocessor.getLangOpts(), preprocessor.getTargetInfo(),
                                     preprocessor.getDiagnostics());
  llvm::APInt value(64, 0);
  if (number.hadError || !number.isIntegerLiteral() || number.GetIntegerValue(value))
    return std::nullopt;
  const bool wide =
      number.isLong || number.isLongLong || value.getActiveBits() > (number.isUnsigned ? 32u : 31u);
  return Constant{static_cast<std::int64_t>(value.getZExtValue()),
                  Type::integer(wide ? 64 : 32, !number.isUnsigned)};
}

} // namespace

std::optional<Constant> constant(const Unit& unit, const std::string& name) {
  const clang::DeclContext* scope = unit.ast->getTranslationUnitDecl();
  std::size_t from = 0;
  for (std::size_t at; (at = name.find("::", from)) != std::string::npos; from = at + 2) {
    if (at == from) continue;
    const auto found = scope->lookup(&unit.ast->Idents.get(name.substr(from, at - from)));
    const clang::DeclContext* inner = nullptr;
    for (const clang::NamedDecl* decl : found)
      if (const auto* context = llvm::dyn_cast<clang::DeclContext>(decl)) inner = context;
    if (!inner) return std::nullopt;
    scope = inner;
  }
  for (const clang::NamedDecl* decl : scope->lookup(&unit.ast->Idents.get(name.substr(from))))
    if (const auto value = constant_of(decl, *unit.ast)) return value;
  return from == 0 ? macro(unit, name, 0) : std::nullopt;
}

} // namespace heddle::cuda
