// Null pointers that launches get: written at the launch, or at a call that passes them on by a
// parameter which nothing changes.
#include "cuda/launch/walk/walk.hpp"

namespace heddle::cuda {

namespace {

// Variables whose value is read, and which are named otherwise: assigned, referred to, captured.
class Named : public clang::RecursiveASTVisitor<Named> {
public:
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitCastExpr(clang::CastExpr* e) {
    if (e->getCastKind() != clang::CK_LValueToRValue) return true;
    if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(e->getSubExpr()->IgnoreParens()))
      read_.insert(ref);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) {
    all_.insert(e);
    return true;
  }
  bool is_only_read(const clang::VarDecl& v) const {
    return std::ranges::all_of(
        all_, [&](const auto* e) { return e->getDecl() != &v || read_.contains(e); });
  }

private:
  std::set<const clang::DeclRefExpr*> all_, read_;
};

} // namespace

bool HostWalk::is_null(const clang::Expr& e) const {
  const clang::QualType type = e.getType();
  if (!type->isPointerType() && !type->isNullPtrType()) return false;
  const clang::Expr* plain = without_casts(&e);
  if (const auto* given = llvm::dyn_cast<clang::CXXDefaultArgExpr>(plain))
    plain = without_casts(given->getExpr());
  if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(plain))
    if (const auto* param = llvm::dyn_cast<clang::ParmVarDecl>(ref->getDecl()))
      return frames_.back().nulls.contains(param);
  return !plain->isValueDependent() &&
         plain->isNullPointerConstant(ast_, clang::Expr::NPC_NeverValueDependent) !=
             clang::Expr::NPCK_NotNull;
}

// Of a call with these arguments.
std::set<const clang::ParmVarDecl*>
HostWalk::nulls_of(const clang::FunctionDecl& f,
                   const std::vector<const clang::Expr*>& args) const {
  std::set<const clang::ParmVarDecl*> nulls;
  for (std::size_t i = 0; i < args.size() && i < f.getNumParams(); ++i)
    if (const auto* param = f.getParamDecl(static_cast<unsigned>(i));
        param->getType()->isPointerType() && is_null(*args[i]))
      nulls.insert(param);
  if (nulls.empty()) return nulls;
  Named named;
  named.TraverseDecl(const_cast<clang::FunctionDecl*>(&f));
  std::erase_if(nulls, [&](const auto* param) { return !named.is_only_read(*param); });
  return nulls;
}

} // namespace heddle::cuda
