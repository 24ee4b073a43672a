#include "cuda/parse/typenames.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

namespace heddle::cuda {

namespace {

ArgumentPlace place_of(clang::SourceLocation at, const clang::SourceManager& sources) {
  if (at.isInvalid() || at.isMacroID()) return {};
  const auto [file, offset] = sources.getDecomposedLoc(at);
  const auto entry = sources.getFileEntryRefForID(file);
  return entry ? ArgumentPlace{entry->getName().str(), offset} : ArgumentPlace{};
}

class Arguments : public clang::RecursiveASTVisitor<Arguments> {
  using Base = clang::RecursiveASTVisitor<Arguments>;

public:
  Arguments(const TypeArguments& types, clang::ASTContext& ast) : types_(types), ast_(ast) {}

  // The visitor hands out the arguments as they lie in the expression.
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc& argument) {
    if (argument.getArgument().getKind() == clang::TemplateArgument::Expression)
      if (const auto* name =
              llvm::dyn_cast<clang::DependentScopeDeclRefExpr>(argument.getSourceExpression()))
        if (is_type(*name)) const_cast<clang::TemplateArgumentLoc&>(argument) = type_of(*name);
    return Base::TraverseTemplateArgumentLoc(argument);
  }

private:
  bool is_type(const clang::DependentScopeDeclRefExpr& name) const {
    return !name.hasExplicitTemplateArgs() && name.getDeclName().getAsIdentifierInfo() &&
           types_.contains(place_of(name.getBeginLoc(), ast_.getSourceManager()));
  }

  clang::TemplateArgumentLoc type_of(const clang::DependentScopeDeclRefExpr& name) const {
    const clang::QualType type =
        ast_.getDependentNameType(clang::ElaboratedTypeKeyword::Typename, name.getQualifier(),
                                  name.getDeclName().getAsIdentifierInfo());
    clang::TypeSourceInfo* written = ast_.CreateTypeSourceInfo(type);
    auto parts = written->getTypeLoc().castAs<clang::DependentNameTypeLoc>();
    parts.setElaboratedKeywordLoc(name.getBeginLoc());
    parts.setQualifierLoc(name.getQualifierLoc());
    parts.setNameLoc(name.getLocation());
    return {clang::TemplateArgument(type), written};
  }

  const TypeArguments& types_;
  clang::ASTContext& ast_;
};

} // namespace

void note_missing_typename(const clang::Diagnostic& diagnostic, TypeArguments& to) {
  const ArgumentPlace place = place_of(diagnostic.getLocation(), diagnostic.getSourceManager());
  if (!place.file.empty()) to.insert(place);
}

void take_as_types(const TypeArguments& types, clang::DeclGroupRef group, clang::ASTContext& ast) {
  if (types.empty()) return;
  Arguments arguments(types, ast);
  for (clang::Decl* d : group)
    arguments.TraverseDecl(d);
}

} // namespace heddle::cuda
