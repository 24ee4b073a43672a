#include "cuda/parse/broken.hpp"

#include "cuda/parse/precompiled.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// Looks for what Clang did not understand in a body.
class Search : public clang::RecursiveASTVisitor<Search> {
public:
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitExpr(clang::Expr* e) {
    if (e->containsErrors()) found(e->getBeginLoc(), "an expression that does not compile");
    return !at.isValid();
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) { return refers(e->getDecl(), e->getLocation()); }
  bool VisitMemberExpr(clang::MemberExpr* e) { return refers(e->getMemberDecl(), e->getMemberLoc()); }
  bool VisitDecl(clang::Decl* d) {
    if (d->isInvalidDecl()) found(d->getLocation(), "a declaration that does not compile");
    return !at.isValid();
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* e) {
    return refers(e->getConstructor(), e->getLocation());
  }

  clang::SourceLocation at;
  std::string what;

private:
  bool refers(const clang::ValueDecl* to, clang::SourceLocation where) {
    const auto* type = to->getType()->getAsCXXRecordDecl();
    if (to->isInvalidDecl() || (type && type->isInvalidDecl()))
      found(where, "'" + to->getNameAsString() + "', whose declaration does not compile");
    return !at.isValid();
  }
  void found(clang::SourceLocation where, std::string text) {
    at = where;
    what = std::move(text);
  }
};

struct Range {
  std::pair<clang::FileID, unsigned> begin, end;
};

Range range_of(const clang::FunctionDecl& f, const clang::SourceManager& sources) {
  const auto range = sources.getExpansionRange(f.getSourceRange());
  return {sources.getDecomposedLoc(range.getBegin()), sources.getDecomposedLoc(range.getEnd())};
}

// The function that is not whole because of an error in an instance of a template: the innermost
// one that was being made.
const clang::FunctionDecl* instance_of(const ClangError& error) {
  for (const clang::Decl* d : error.within)
    if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(d)) return f;
  return nullptr;
}

bool covers(const Range& range, clang::SourceLocation at, const clang::SourceManager& sources) {
  if (at.isInvalid()) return false;
  const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(at));
  return file == range.begin.first && offset >= range.begin.second && offset <= range.end.second;
}

} // namespace

Broken find_broken(const std::vector<clang::FunctionDecl*>& functions,
                   const std::vector<ClangError>& errors, const Unit& unit) {
  Broken broken;
  if (errors.empty()) return broken;
  const clang::SourceManager& sources = unit.ast->getSourceManager();
  for (const ClangError& error : errors)
    if (const clang::FunctionDecl* f = instance_of(error))
      broken.try_emplace(f->getCanonicalDecl(), error.message, unit.loc(error.at));
  for (clang::FunctionDecl* f : functions) {
    const Range range = range_of(*f, sources);
    for (const ClangError& error : errors) {
      if (instance_of(error)) continue;
      if (!covers(range, error.within.empty() ? error.at : error.asked_from, sources)) continue;
      broken.try_emplace(f->getCanonicalDecl(), error.message, unit.loc(error.at));
      break;
    }
    if (broken.contains(f->getCanonicalDecl())) continue;
    Search search;
    search.TraverseDecl(f);
    if (search.at.isValid() || !search.what.empty())
      broken.try_emplace(f->getCanonicalDecl(), search.what, unit.loc(search.at));
  }
  return broken;
}

} // namespace heddle::cuda
