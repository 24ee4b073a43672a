// The way to each place in code.
#pragma once
#include "cuda/parse/precompiled.hpp"

#include <vector>

namespace heddle::cuda {

// What stands around a name, a declaration or a lambda, and that itself: one of both.
struct InCode {
  const clang::Stmt* stmt = nullptr;
  const clang::Decl* decl = nullptr;
  bool operator==(const InCode&) const = default;
};
using PathInCode = std::vector<InCode>; // from the outermost statement on

// Visits code and tells `Visitor::name(v)` of each name of a variable, or of a binding of one.
template <class Visitor> class PathVisitor : public clang::RecursiveASTVisitor<Visitor> {
  using Base = clang::RecursiveASTVisitor<Visitor>;

public:
  bool shouldVisitImplicitCode() const { return true; }
  bool dataTraverseStmtPre(clang::Stmt* s) {
    around_.push_back({s, nullptr});
    return true;
  }
  bool dataTraverseStmtPost(clang::Stmt*) {
    around_.pop_back();
    return true;
  }
  bool TraverseDecl(clang::Decl* d) {
    around_.push_back({nullptr, d});
    const bool result = Base::TraverseDecl(d);
    around_.pop_back();
    return result;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) {
    const auto* binding = llvm::dyn_cast<clang::BindingDecl>(e->getDecl());
    const auto* v = llvm::dyn_cast_or_null<clang::VarDecl>(binding ? binding->getDecomposedDecl()
                                                                   : e->getDecl());
    if (v) this->getDerived().name(*v);
    return true;
  }

protected:
  const PathInCode& around() const { return around_; } // with what is visited

private:
  PathInCode around_;
};

} // namespace heddle::cuda
