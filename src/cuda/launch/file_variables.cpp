#include "cuda/launch/file_variables.hpp"

#include "cuda/launch/paths.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

bool is_dim3(clang::QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  return record && record->getName() == "dim3";
}

// Reads, members of the object itself, and assignments are known; whatever else there is may change
// it anywhere.
class Visitor : public PathVisitor<Visitor> {
public:
  explicit Visitor(std::map<const clang::VarDecl*, FileVariables::Uses>& to) : to_(to) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  void name(const clang::VarDecl& v) {
    if (!v.isFileVarDecl()) return;
    FileVariables::Uses& uses = to_[v.getCanonicalDecl()];
    const clang::FieldDecl* member = nullptr;
    const clang::Stmt* child = around().back().stmt;
    for (std::size_t i = around().size() - 1; i-- > 0;) {
      const clang::Stmt* at = around()[i].stmt;
      if (!at) break;
      if (llvm::isa<clang::ParenExpr>(at) || is_as_constant(*at)) {
        child = at;
        continue;
      }
      if (const auto* e = llvm::dyn_cast<clang::MemberExpr>(at); e && !member && !e->isArrow()) {
        member = llvm::dyn_cast<clang::FieldDecl>(e->getMemberDecl());
        if (!member) break;
        child = at;
        continue;
      }
      if (is_read(*at)) return;
      const clang::Expr* value = assigned(*at, *child);
      if (!value || !is_statement(i)) break; // (n = 3)++
      if (member)
        uses.written.insert(member);
      else
        uses.values.push_back(value);
      return;
    }
    uses.is_lost = true;
  }
  bool VisitMemberExpr(clang::MemberExpr* e) { // of a class: static
    if (const auto* v = llvm::dyn_cast<clang::VarDecl>(e->getMemberDecl()))
      to_[v->getCanonicalDecl()].is_lost = true;
    return true;
  }

private:
  bool is_statement(std::size_t i) const {
    while (i > 0 && llvm::isa_and_nonnull<clang::FullExpr>(around()[i - 1].stmt))
      --i;
    return i > 0 && !llvm::isa_and_nonnull<clang::Expr>(around()[i - 1].stmt);
  }
  static bool is_as_constant(const clang::Stmt& s) {
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&s);
    return cast && cast->getCastKind() == clang::CK_NoOp;
  }
  static bool is_read(const clang::Stmt& s) {
    if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&s))
      return cast->getCastKind() == clang::CK_LValueToRValue;
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(&s))
      return made->getConstructor()->isCopyOrMoveConstructor() &&
             made->getConstructor()->isTrivial();
    return llvm::isa<clang::UnaryExprOrTypeTraitExpr>(s);
  }
  // What the object gets there; null: that is no assignment of another value.
  static const clang::Expr* assigned(const clang::Stmt& s, const clang::Stmt& to) {
    if (const auto* e = llvm::dyn_cast<clang::BinaryOperator>(&s))
      return e->isAssignmentOp() && e->getLHS() == &to ? e->getRHS() : nullptr;
    const auto* e = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&s);
    const auto* f =
        e ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(e->getDirectCallee()) : nullptr;
    const bool is_plain =
        f && f->isTrivial() && (f->isCopyAssignmentOperator() || f->isMoveAssignmentOperator());
    return is_plain && e->getArg(0) == &to ? e->getArg(1) : nullptr;
  }

  std::map<const clang::VarDecl*, FileVariables::Uses>& to_;
};

// Does a dim3 that is made so have 1 there?
bool gives_one(const clang::Expr* e, unsigned axis) {
  e = e->IgnoreImplicit();
  while (const auto* cast = llvm::dyn_cast<clang::CastExpr>(e))
    e = cast->getSubExpr()->IgnoreImplicit();
  const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(e);
  if (!made || !is_dim3(made->getType())) return false;
  if (made->getNumArgs() == 1 && is_dim3(made->getArg(0)->getType()))
    return gives_one(made->getArg(0), axis);
  return made->getNumArgs() <= axis ||
         llvm::isa<clang::CXXDefaultArgExpr>(made->getArg(axis)->IgnoreImplicit());
}

// Memory of the device is changed by copies as well.
bool is_of_host(const clang::VarDecl& v) {
  return v.isFileVarDecl() && !v.getType().isVolatileQualified() &&
         !v.hasAttr<clang::CUDADeviceAttr>() && !v.hasAttr<clang::CUDAConstantAttr>() &&
         !v.hasAttr<clang::HIPManagedAttr>();
}

} // namespace

FileVariables::FileVariables(const Unit& unit) {
  Visitor visitor(uses_);
  visitor.TraverseDecl(unit.ast->getTranslationUnitDecl());
  for (const auto& [f, lost] : unit.lost_bodies) // the tree does not lead to what stands in them
    visitor.TraverseStmt(const_cast<clang::Stmt*>(lost));
}

const FileVariables::Uses* FileVariables::uses_of(const clang::VarDecl& v) const {
  const auto it = uses_.find(v.getCanonicalDecl());
  return it == uses_.end() ? nullptr : &it->second;
}

bool FileVariables::is_only_read(const clang::VarDecl& v) const {
  const Uses* uses = uses_of(v);
  return is_of_host(v) && v.getAnyInitializer() &&
         (!uses || (!uses->is_lost && uses->values.empty() && uses->written.empty()));
}

bool FileVariables::is_always_one(const clang::VarDecl& v, const clang::FieldDecl& member) const {
  const clang::VarDecl* definition = v.getDefinition();
  const Uses* uses = uses_of(v);
  if (!is_of_host(v) || !is_dim3(v.getType()) || !definition || !definition->getInit() ||
      (uses && (uses->is_lost || uses->written.contains(&member))))
    return false;
  const unsigned axis = member.getFieldIndex();
  return gives_one(definition->getInit(), axis) &&
         (!uses || std::ranges::all_of(uses->values,
                                       [&](const clang::Expr* e) { return gives_one(e, axis); }));
}

} // namespace heddle::cuda
