#include "cuda/parse/host_arrays.hpp"

#include "cuda/parse/precompiled.hpp"

#include <set>

namespace heddle::cuda {

namespace {

const clang::Expr& bare(const clang::Expr& e) { return *e.IgnoreUnlessSpelledInSource(); }

const clang::VarDecl* named(const clang::Expr& e) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(&bare(e));
  return name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

std::optional<std::int64_t> constant(const clang::Expr& e, const clang::ASTContext& ast) {
  clang::Expr::EvalResult value;
  if (e.isValueDependent() || !e.EvaluateAsInt(value, ast) ||
      !value.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return value.Val.getInt().getExtValue();
}

// Assignments to elements of one array, and what else is done with it.
class Uses : public clang::RecursiveASTVisitor<Uses> {
public:
  explicit Uses(const clang::VarDecl& array) : array_(array) {}

  bool VisitDeclRefExpr(clang::DeclRefExpr* name) {
    uses += name->getDecl() == &array_;
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* e) {
    if (e->isAssignmentOp() && of(*e->getLHS())) assignments.insert(e);
    return true;
  }
  // an element as a value
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr* e) {
    if (e->getCastKind() == clang::CK_LValueToRValue && of(*e->getSubExpr())) ++harmless;
    return true;
  }
  // a pointer through which nothing is written
  bool VisitVarDecl(clang::VarDecl* v) {
    const clang::QualType to = v->getType()->getPointeeType();
    if (v->getInit() && !to.isNull() && to.isConstQualified() &&
        local_array(*v->getInit()) == &array_)
      ++harmless;
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* call) {
    for (unsigned i = 0; i < call->getNumArgs(); ++i) {
      const clang::QualType to = call->getArg(i)->getType()->getPointeeType();
      if (!to.isNull() && to.isConstQualified() && named(*call->getArg(i)) == &array_) ++harmless;
    }
    return true;
  }

  // a[i]
  const clang::ArraySubscriptExpr* of(const clang::Expr& e) const {
    const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(&bare(e));
    return element && named(*element->getBase()) == &array_ ? element : nullptr;
  }

  std::size_t uses = 0, harmless = 0;
  std::set<const clang::BinaryOperator*> assignments;

private:
  const clang::VarDecl& array_;
};

class Elements {
public:
  Elements(const clang::VarDecl& array, const clang::Expr& use, const clang::ASTContext& ast)
      : array_(array), use_(use), ast_(ast), uses_(array) {}

  std::optional<std::map<std::int64_t, const clang::Expr*>>
  run(const clang::FunctionDecl& function) {
    const auto* list = llvm::dyn_cast_or_null<clang::InitListExpr>(array_.getInit());
    clang::Stmt* body = function.getBody();
    if (!list || !body) return std::nullopt;
    for (unsigned i = 0; i < list->getNumInits(); ++i)
      found_[i] = list->getInit(i);
    uses_.TraverseStmt(body);
    const std::size_t known = uses_.assignments.size() + uses_.harmless;
    if (uses_.uses != known) return std::nullopt;
    visit(*body);
    return uses_.assignments.empty() ? std::optional(found_) : std::nullopt;
  }

private:
  // Statements that are always run, in order; assignments that are met are taken off the list.
  void visit(const clang::Stmt& s) {
    if (const auto* list = llvm::dyn_cast<clang::CompoundStmt>(&s)) {
      for (const clang::Stmt* part : list->body())
        visit(*part);
    } else if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(&s)) {
      if (!branch->isConstexpr() || branch->getCond()->isValueDependent()) return;
      const auto taken = constant(*branch->getCond(), ast_);
      const clang::Stmt* part = !taken ? nullptr : *taken ? branch->getThen() : branch->getElse();
      if (part) visit(*part);
    } else if (const auto* e = llvm::dyn_cast<clang::Expr>(&s)) {
      const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(&bare(*e));
      if (!assignment || assignment->getOpcode() != clang::BO_Assign) return;
      const auto* element = uses_.of(*assignment->getLHS());
      const auto index = element ? constant(*element->getIdx(), ast_) : std::nullopt;
      if (!index || !ast_.getSourceManager().isBeforeInTranslationUnit(assignment->getBeginLoc(),
                                                                       use_.getBeginLoc()))
        return;
      uses_.assignments.erase(assignment);
      found_[*index] = assignment->getRHS();
    }
  }

  const clang::VarDecl& array_;
  const clang::Expr& use_;
  const clang::ASTContext& ast_;
  Uses uses_;
  std::map<std::int64_t, const clang::Expr*> found_;
};

} // namespace

const clang::VarDecl* local_array(const clang::Expr& e) {
  const clang::Expr* at = &bare(e);
  if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(at);
      address && address->getOpcode() == clang::UO_AddrOf) {
    const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(&bare(*address->getSubExpr()));
    const auto* zero =
        element ? llvm::dyn_cast<clang::IntegerLiteral>(&bare(*element->getIdx())) : nullptr;
    if (!zero || zero->getValue() != 0) return nullptr;
    at = &bare(*element->getBase());
  }
  const clang::VarDecl* v = named(*at);
  if (!v || !v->isLocalVarDecl()) return nullptr;
  if (v->getType()->isArrayType()) return v;
  const bool points = v->getType()->isPointerType() && v->getInit() &&
                      v->getType()->getPointeeType().isConstQualified();
  return points ? local_array(*v->getInit()) : nullptr;
}

std::optional<std::map<std::int64_t, const clang::Expr*>>
elements_of(const clang::VarDecl& array, const clang::FunctionDecl& function,
            const clang::Expr& use, const clang::ASTContext& ast) {
  return Elements(array, use, ast).run(function);
}

} // namespace heddle::cuda
