#include "cuda/launch/axes.hpp"

#include "cuda/launch/captures.hpp"
#include "cuda/launch/library.hpp"

namespace heddle::cuda {

namespace {

// Names of functions, wherever they stand for one.
class Names : public clang::RecursiveASTVisitor<Names> {
public:
  explicit Names(std::set<std::string>& to) : to_(to) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) { return add(e->getDecl()->getDeclName()); }
  bool VisitMemberExpr(clang::MemberExpr* e) { return add(e->getMemberDecl()->getDeclName()); }
  bool VisitOverloadExpr(clang::OverloadExpr* e) { return add(e->getName()); }
  bool VisitDependentScopeDeclRefExpr(clang::DependentScopeDeclRefExpr* e) {
    return add(e->getDeclName());
  }
  bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr* e) {
    return add(e->getMember());
  }

private:
  bool add(clang::DeclarationName name) {
    if (name.isIdentifier() && !name.isEmpty()) to_.insert(name.getAsString());
    return true;
  }
  std::set<std::string>& to_;
};

} // namespace

const clang::FunctionDecl* library_callee(const clang::CallExpr& e, const HostFile& file) {
  const clang::FunctionDecl* f = e.getDirectCallee();
  const clang::Expr* callee = e.getCallee()->IgnoreParenImpCasts();
  if (const auto* overloads = f ? nullptr : llvm::dyn_cast<clang::OverloadExpr>(callee))
    for (const clang::NamedDecl* d : overloads->decls()) {
      d = d->getUnderlyingDecl();
      const auto* t = llvm::dyn_cast<clang::FunctionTemplateDecl>(d);
      f = t ? t->getTemplatedDecl() : llvm::dyn_cast<clang::FunctionDecl>(d);
      if (f && file.is_library(*f)) break;
    }
  return f && file.is_library(*f) ? f : nullptr;
}

OpenAxes Axes::of(const clang::CallExpr& launch) {
  if (const auto* kernel = llvm::dyn_cast<clang::CUDAKernelCallExpr>(&launch)) {
    const clang::CallExpr* config = kernel->getConfig();
    if (!config || config->getNumArgs() < 2) return {true, true, true};
    return of(*config->getArg(0), *config->getArg(1));
  }
  const clang::FunctionDecl* f = library_callee(launch, file_);
  const auto form = f ? launch_form(*f) : std::nullopt;
  if (!form || form->config || launch.getNumArgs() < form->kernel + 3) return {true, true, true};
  return of(*launch.getArg(form->kernel + 1), *launch.getArg(form->kernel + 2));
}

bool Axes::is_open(const clang::Expr& size) {
  const clang::Expr* e = without_casts(&size);
  if (e->containsErrors()) return true;
  if (e->getType()->isArithmeticType() || e->getType()->isEnumeralType()) return false;
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(e))
    return any_is_open(llvm::ArrayRef<const clang::Expr*>(list->inits()));
  if (const auto* list = llvm::dyn_cast<clang::ParenListExpr>(e)) {
    std::vector<const clang::Expr*> items;
    for (unsigned i = 0; i < list->getNumExprs(); ++i)
      items.push_back(list->getExpr(i));
    return any_is_open(items);
  }
  if (const auto* made = llvm::dyn_cast<clang::CXXUnresolvedConstructExpr>(e))
    return any_is_open({made->arg_begin(), made->arg_end()});
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(e))
    return !file_.is_library(*made->getConstructor()) ||
           any_is_open({made->getArgs(), made->getArgs() + made->getNumArgs()});
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(e))
    return is_open(*choice->getTrueExpr()) || is_open(*choice->getFalseExpr());
  const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(e);
  const auto* v = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  return !v || is_open(*v);
}

// Blocks along x. How many callers elsewhere ask for nobody knows.
bool Axes::may_be_several(const clang::Expr& grid) {
  const clang::Expr* e = without_casts(&grid);
  if (e->containsErrors()) return true;
  if (e->getType()->isArithmeticType() || e->getType()->isEnumeralType()) {
    if (is_one(*e)) return false;
  } else if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(e)) {
    return list->getNumInits() > 0 && may_be_several(*list->getInit(0));
  } else if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(e)) {
    return !file_.is_library(*made->getConstructor()) ||
           (made->getNumArgs() > 0 && may_be_several(*made->getArg(0)));
  } else if (llvm::isa<clang::CXXDefaultArgExpr>(e)) {
    return false; // of dim3
  }
  const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(e);
  const auto* v = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  return !v || llvm::isa<clang::ParmVarDecl>(v) || !keeps_value(*v) || !v->getInit() ||
         may_be_several(*v->getInit());
}

// dim3(n), dim3(g) and dim3(n, 1, 1)
bool Axes::any_is_open(llvm::ArrayRef<const clang::Expr*> made_of) {
  if (made_of.size() == 1) return is_open(*made_of[0]);
  for (std::size_t i = 1; i < made_of.size(); ++i)
    if (!is_one(*made_of[i])) return true;
  return false;
}

bool Axes::is_one(const clang::Expr& e) const {
  clang::Expr::EvalResult result;
  return !e.isValueDependent() && e.EvaluateAsInt(result, *file_.unit.ast) &&
         result.Val.getInt() == 1;
}

// A variable that nothing changes is what it is made of.
bool Axes::is_open(const clang::VarDecl& v) {
  if (const auto* p = llvm::dyn_cast<clang::ParmVarDecl>(&v))
    return v.getType()->isDependentType() || !keeps_value(v) || !is_of_callers_elsewhere(*p);
  return v.getType()->isReferenceType() || !v.getInit() || !keeps_value(v) || is_open(*v.getInit());
}

bool Axes::keeps_value(const clang::VarDecl& v) const {
  return !v.isInvalidDecl() && !v.getType().isVolatileQualified() &&
         (v.getType().isConstQualified() || is_only_read(v, file_));
}

// Of a function that nothing in the file calls.
bool Axes::is_of_callers_elsewhere(const clang::ParmVarDecl& p) {
  const auto* f = llvm::dyn_cast<clang::FunctionDecl>(p.getDeclContext());
  if (!f || !f->getDeclName().isIdentifier() || p.hasDefaultArg() ||
      llvm::isa<clang::CXXConstructorDecl>(f))
    return false;
  if (!named_) {
    named_.emplace();
    Names(*named_).TraverseAST(*file_.unit.ast);
  }
  return !named_->contains(f->getNameAsString()) && !file_.is_named_in_lost(*f);
}

} // namespace heddle::cuda
