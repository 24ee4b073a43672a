#include "cuda/launch/addresses.hpp"

#include "cuda/launch/library.hpp"

#include <clang/AST/StmtCXX.h>

namespace heddle::cuda {

namespace {

class Names : public clang::RecursiveASTVisitor<Names> {
public:
  explicit Names(std::set<const clang::VarDecl*>& to) : to_(to) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) {
    if (const auto* v = llvm::dyn_cast<clang::VarDecl>(e->getDecl())) to_.insert(v);
    return true;
  }

private:
  std::set<const clang::VarDecl*>& to_;
};

// void* args[] = {&a, &b}, which only launches read: cudaLaunchKernel(k, grid, block, args, ..).
class ArgumentLists : public clang::RecursiveASTVisitor<ArgumentLists> {
public:
  explicit ArgumentLists(const HostFile& file) : file_(file) {}
  bool VisitVarDecl(clang::VarDecl* v) {
    if (v->hasLocalStorage() && v->getType()->isArrayType() && v->getInit())
      lists_[v] = llvm::dyn_cast<clang::InitListExpr>(v->getInit());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* e) {
    const clang::FunctionDecl* f = e->getDirectCallee();
    const auto form = f && file_.is_library(*f) ? launch_form(*f) : std::nullopt;
    if (!form || !form->arguments || e->getNumArgs() <= *form->arguments) return true;
    if (const auto* ref =
            llvm::dyn_cast<clang::DeclRefExpr>(without_casts(e->getArg(*form->arguments))))
      ++launched_[ref->getDecl()];
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) {
    ++used_[e->getDecl()];
    return true;
  }
  std::set<const clang::Stmt*> found() {
    std::set<const clang::Stmt*> lists;
    for (const auto& [v, list] : lists_)
      if (list && launched_[v] == used_[v])
        lists.insert({list, list->getSemanticForm(), list->getSyntacticForm()});
    lists.erase(nullptr);
    return lists;
  }

private:
  const HostFile& file_;
  std::map<const clang::ValueDecl*, const clang::InitListExpr*> lists_;
  std::map<const clang::ValueDecl*, unsigned> used_, launched_;
};

// Looks for what becomes of addresses.
class Addresses : public clang::RecursiveASTVisitor<Addresses> {
public:
  Addresses(std::set<const clang::Stmt*> argument_lists, std::set<const clang::VarDecl*>& kept)
      : argument_lists_(std::move(argument_lists)), kept_(kept) {}
  bool shouldVisitImplicitCode() const { return true; }
  bool dataTraverseStmtPre(clang::Stmt* s) {
    around_.push_back(s);
    return true;
  }
  bool dataTraverseStmtPost(clang::Stmt*) {
    around_.pop_back();
    return true;
  }

  bool VisitUnaryOperator(clang::UnaryOperator* e) {
    if (e->getOpcode() == clang::UO_AddrOf && !is_argument()) keep(e->getSubExpr());
    return true;
  }
  bool VisitCastExpr(clang::CastExpr* e) {
    if (e->getCastKind() == clang::CK_ArrayToPointerDecay && !is_argument() && !is_indexed())
      keep(e->getSubExpr());
    return true;
  }
  // A pointer that is a parameter may lead to a variable of the caller.
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) {
    const auto* param = llvm::dyn_cast<clang::ParmVarDecl>(e->getDecl());
    if (param && param->getType()->isPointerType() && !is_dereferenced()) kept_.insert(param);
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* v) {
    if (!v->getType()->isReferenceType() || !v->getInit()) return true;
    if (llvm::isa<clang::DecompositionDecl>(v) || !base_variable(v->getInit()))
      all_in(v->getInit());
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr* e) {
    const auto* call = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(parent());
    if (call && called_at_once(*call) == e) return true; // what its body does is seen
    for (const clang::LambdaCapture& capture : e->captures())
      if (capture.capturesVariable())
        if (const auto* v = llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar());
            v && (capture.getCaptureKind() == clang::LCK_ByRef || v->getType()->isReferenceType() ||
                  v->getType()->isPointerType()))
          kept_.insert(v);
    return true;
  }
  bool VisitReturnStmt(clang::ReturnStmt*) { return true; }
  bool VisitInitListExpr(clang::InitListExpr* e) {
    for (const clang::Expr* item : e->inits())
      if (item->isGLValue()) all_in(item);
    return true;
  }
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer* init) {
    if (init->isAnyMemberInitializer() && init->getAnyMember()->getType()->isReferenceType())
      all_in(init->getInit());
    return RecursiveASTVisitor::TraverseConstructorInitializer(init);
  }

private:
  // What stands around the statement that is visited.
  const clang::Stmt* parent() const {
    for (auto it = around_.rbegin() + 1; it < around_.rend(); ++it)
      if (!llvm::isa<clang::CastExpr>(*it) && !llvm::isa<clang::ParenExpr>(*it) &&
          !llvm::isa<clang::MaterializeTemporaryExpr>(*it) &&
          !llvm::isa<clang::ExprWithCleanups>(*it))
        return *it;
    return nullptr;
  }
  bool is_argument() const {
    const clang::Stmt* p = parent();
    if (argument_lists_.contains(p)) return true;
    return p && llvm::isa<clang::CallExpr>(p) && !llvm::isa<clang::CUDAKernelCallExpr>(p);
  }
  bool is_indexed() const {
    const clang::Stmt* p = parent();
    return p && llvm::isa<clang::ArraySubscriptExpr>(p);
  }
  bool is_dereferenced() const {
    const clang::Stmt* p = parent();
    if (!p) return false;
    if (const auto* u = llvm::dyn_cast<clang::UnaryOperator>(p))
      return u->getOpcode() == clang::UO_Deref || u->getOpcode() == clang::UO_LNot;
    return llvm::isa<clang::CallExpr>(p) || llvm::isa<clang::MemberExpr>(p) ||
           llvm::isa<clang::ArraySubscriptExpr>(p) || llvm::isa<clang::IfStmt>(p);
  }
  void keep(const clang::Expr* e) {
    if (const clang::VarDecl* v = base_variable(e))
      kept_.insert(v);
    else
      all_in(e);
  }
  void all_in(const clang::Expr* e) { Names(kept_).TraverseStmt(const_cast<clang::Expr*>(e)); }

  std::set<const clang::Stmt*> argument_lists_;
  std::set<const clang::VarDecl*>& kept_;
  std::vector<const clang::Stmt*> around_;
};

class Given : public clang::RecursiveASTVisitor<Given> {
public:
  Given(const HostFile& file, std::set<const clang::VarDecl*>& taken)
      : file_(file), taken_(taken) {}
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitCallExpr(clang::CallExpr* e) {
    const clang::FunctionDecl* f = e->getDirectCallee();
    if (const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(f);
        method && method->isTrivial()) // grid = dim3(n) copies bytes
      return true;
    const LibraryEffect effect = f ? file_.effect(*f) : LibraryEffect::unknown;
    if (effect == LibraryEffect::unknown || effect == LibraryEffect::keeps) give(e->arguments());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* e) {
    if (!e->getConstructor()->isCopyOrMoveConstructor()) give(e->arguments());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* v) {
    if (v->getType()->isReferenceType() && v->getInit()) take(v->getInit());
    return true;
  }

private:
  template <class Range> void give(Range args) {
    for (const clang::Expr* arg : args)
      take(arg);
  }
  void take(const clang::Expr* e) {
    const clang::Expr* plain = without_casts(e);
    if (const auto* u = llvm::dyn_cast<clang::UnaryOperator>(plain);
        u && u->getOpcode() == clang::UO_AddrOf)
      plain = u->getSubExpr();
    else if (!e->isGLValue() && !plain->getType()->isArrayType())
      return;
    if (const clang::VarDecl* v = base_variable(plain)) taken_.insert(v);
  }
  const HostFile& file_;
  std::set<const clang::VarDecl*>& taken_;
};

} // namespace

void add_kept(const clang::Stmt& s, const HostFile& file, std::set<const clang::VarDecl*>& to) {
  ArgumentLists lists(file);
  lists.TraverseStmt(const_cast<clang::Stmt*>(&s));
  Addresses(lists.found(), to).TraverseStmt(const_cast<clang::Stmt*>(&s));
}

void add_kept(const clang::CXXCtorInitializer& init, std::set<const clang::VarDecl*>& to) {
  Addresses({}, to).TraverseConstructorInitializer(const_cast<clang::CXXCtorInitializer*>(&init));
}

void add_given(const clang::Stmt& s, const HostFile& file, std::set<const clang::VarDecl*>& to) {
  Given(file, to).TraverseStmt(const_cast<clang::Stmt*>(&s));
}

} // namespace heddle::cuda
