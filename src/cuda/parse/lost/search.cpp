#include "cuda/parse/lost/search.hpp"

namespace heddle::cuda {

namespace {

std::string not_declared(const std::string& name, const NotUnderstood& why) {
  return "'" + name + "', of which a declaration may be missing: " + why.reason;
}

} // namespace

const std::string* TaintedClasses::why(const clang::CXXRecordDecl* record) {
  record = record->getCanonicalDecl();
  const auto [it, is_new] = known_.try_emplace(record);
  if (is_new) {
    std::string found = find(*record); // may look at further classes
    known_[record] = std::move(found);
  }
  const std::string& text = known_[record];
  return text.empty() ? nullptr : &text;
}

std::string TaintedClasses::find(const clang::CXXRecordDecl& record) {
  if (const auto it = taint_.classes.find(&record); it != taint_.classes.end())
    return "'" + record.getNameAsString() + "', which does not compile: " + it->second.reason;
  if (const auto it = taint_.names.find(record.getNameAsString()); it != taint_.names.end())
    return not_declared(it->first, it->second);
  const clang::CXXRecordDecl* whole = record.getDefinition();
  if (record.isInvalidDecl() || (whole && whole->isInvalidDecl()))
    return "'" + record.getNameAsString() + "', whose declaration does not compile";
  if (!whole) return "";
  for (const clang::CXXBaseSpecifier& base : whole->bases())
    if (const auto* of = base.getType()->getAsCXXRecordDecl())
      if (const std::string* text = why(of)) return *text;
  for (const clang::FieldDecl* field : whole->fields()) {
    if (field->isInvalidDecl())
      return "'" + record.getNameAsString() + "', a member of which does not compile";
    const clang::Type* type = field->getType()->getBaseElementTypeUnsafe();
    if (const auto* of = type->getAsCXXRecordDecl())
      if (const std::string* text = why(of)) return *text;
  }
  return "";
}

bool Search::found(clang::SourceLocation where, std::string text) {
  if (what.empty()) {
    at = where;
    what = std::move(text);
  }
  return false;
}

bool Search::is_of(clang::QualType type, clang::SourceLocation where) {
  if (type.isNull()) return true;
  if (const clang::CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl())
    if (const std::string* why = classes_.why(record)) return found(where, *why);
  return true;
}

bool Search::is_named(const clang::NamedDecl& decl, clang::SourceLocation where) {
  const auto& names = classes_.taint().names;
  if (names.empty() || !decl.getDeclName().isIdentifier()) return true;
  // what a function declares hides the others; a field is looked for in its class alone
  if (decl.getParentFunctionOrMethod() || llvm::isa<clang::FieldDecl>(decl)) return true;
  const auto it = names.find(decl.getNameAsString());
  return it == names.end() || found(where, not_declared(it->first, it->second));
}

bool Search::VisitExpr(clang::Expr* e) {
  if (e->containsErrors()) return found(e->getBeginLoc(), "an expression that does not compile");
  return is_of(e->getType(), e->getBeginLoc());
}

bool Search::VisitDecl(clang::Decl* d) {
  if (d->isInvalidDecl()) return found(d->getLocation(), "a declaration that does not compile");
  const auto* value = llvm::dyn_cast<clang::ValueDecl>(d);
  // one of a name that is tainted may be another than it seems
  if (llvm::isa<clang::FunctionDecl>(d) && !is_named(*value, d->getLocation())) return false;
  return !value || is_of(value->getType(), d->getLocation());
}

bool Search::VisitTypeLoc(clang::TypeLoc type) {
  const clang::SourceLocation where = type.getBeginLoc();
  if (const auto name = type.getAs<clang::TypedefTypeLoc>()) {
    clang::TypedefNameDecl* decl = name.getTypedefNameDecl();
    if (decl->isInvalidDecl())
      return found(where, "'" + decl->getNameAsString() + "', whose declaration does not compile");
    if (!is_named(*decl, where)) return false;
    if (!followed_.insert(decl).second || !decl->getTypeSourceInfo()) return true;
    return TraverseTypeLoc(decl->getTypeSourceInfo()->getTypeLoc());
  }
  if (const auto name = type.getAs<clang::TagTypeLoc>()) {
    if (name.getDecl()->isInvalidDecl())
      return found(where, "'" + name.getDecl()->getNameAsString() +
                              "', whose declaration does not compile");
    return is_named(*name.getDecl(), where) && is_of(type.getType(), where);
  }
  if (const auto name = type.getAs<clang::TemplateSpecializationTypeLoc>())
    if (const clang::TemplateDecl* decl = name.getTypePtr()->getTemplateName().getAsTemplateDecl())
      return is_named(*decl, where);
  return true;
}

bool Search::refers(const clang::ValueDecl* to, clang::SourceLocation where) {
  if (to->isInvalidDecl())
    return found(where, "'" + to->getNameAsString() + "', whose declaration does not compile");
  if (!is_of(to->getType(), where) || !is_named(*to, where)) return false;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(to))
    if (const std::string* why = classes_.why(method->getParent())) return found(where, *why);
  if (const auto* enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(to))
    if (const auto* list = llvm::dyn_cast<clang::EnumDecl>(enumerator->getDeclContext()))
      return !list->isInvalidDecl() && is_named(*list, where);
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(to);
  if (!variable || variable->isLocalVarDeclOrParm() || !followed_.insert(variable).second)
    return true;
  const clang::Expr* value = variable->getAnyInitializer();
  return !value || TraverseStmt(const_cast<clang::Expr*>(value));
}

// A built-in operator, or another one, may stand where the one is missing that was meant.
bool Search::applies(clang::SourceLocation where,
                     std::initializer_list<const clang::Expr*> operands) {
  const auto& operators = classes_.taint().operators;
  if (!operators) return true;
  for (const clang::Expr* e : operands) {
    const clang::QualType type = e->IgnoreImplicit()->getType();
    if (type->isRecordType() || type->isEnumeralType())
      return found(where,
                   "an operator, of which a declaration may be missing: " + operators->reason);
  }
  return true;
}

} // namespace heddle::cuda
