// Looks for what was not understood in a function.
#pragma once
#include "cuda/parse/lost/taint.hpp"
#include "cuda/parse/precompiled.hpp"
#include "cuda/parse/unit.hpp"

#include <unordered_map>
#include <unordered_set>

namespace heddle::cuda {

// Classes that were not understood, or are made of such.
class TaintedClasses {
public:
  explicit TaintedClasses(const Taint& taint) : taint_(taint) {}
  const Taint& taint() const { return taint_; }
  // Why this class is one of them, or null.
  const std::string* why(const clang::CXXRecordDecl* record);

private:
  std::string find(const clang::CXXRecordDecl& record);

  const Taint& taint_;
  std::unordered_map<const clang::CXXRecordDecl*, std::string> known_; // empty: understood
};

class Search : public clang::RecursiveASTVisitor<Search> {
public:
  explicit Search(TaintedClasses& classes) : classes_(classes) {}
  bool shouldVisitImplicitCode() const { return true; }

  bool VisitExpr(clang::Expr* e);
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) { return refers(e->getDecl(), e->getLocation()); }
  bool VisitMemberExpr(clang::MemberExpr* e) {
    return refers(e->getMemberDecl(), e->getMemberLoc());
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* e) {
    return refers(e->getConstructor(), e->getLocation());
  }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr* e) { return TraverseStmt(e->getExpr()); }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr* e) { return TraverseStmt(e->getExpr()); }
  bool VisitBinaryOperator(clang::BinaryOperator* e) {
    return applies(e->getOperatorLoc(), {e->getLHS(), e->getRHS()});
  }
  bool VisitUnaryOperator(clang::UnaryOperator* e) {
    return applies(e->getOperatorLoc(), {e->getSubExpr()});
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* e) {
    return applies(e->getOperatorLoc(), {e->getArg(0)});
  }
  bool VisitTypeLoc(clang::TypeLoc type);
  bool VisitDecl(clang::Decl* d);

  clang::SourceLocation at;
  std::string what; // empty: all is understood

private:
  bool refers(const clang::ValueDecl* to, clang::SourceLocation where);
  bool is_named(const clang::NamedDecl& decl, clang::SourceLocation where);
  bool is_of(clang::QualType type, clang::SourceLocation where);
  bool applies(clang::SourceLocation where, std::initializer_list<const clang::Expr*> operands);
  bool found(clang::SourceLocation where, std::string text);

  TaintedClasses& classes_;
  std::unordered_set<const clang::Decl*> followed_;
};

} // namespace heddle::cuda
