#include "cuda/launch/axes.hpp"

#include "cuda/launch/captures.hpp"
#include "cuda/launch/library.hpp"

namespace heddle::cuda {

namespace {

constexpr unsigned max_followed = 64; // variables, of one launch

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
  followed_ = 0;
  if (const auto* kernel = llvm::dyn_cast<clang::CUDAKernelCallExpr>(&launch)) {
    const clang::CallExpr* config = kernel->getConfig();
    if (!config || config->getNumArgs() < 2) return all_axes;
    return {open_of(*config->getArg(0)), open_of(*config->getArg(1))};
  }
  const clang::FunctionDecl* f = library_callee(launch, file_);
  const auto form = f ? launch_form(*f) : std::nullopt;
  if (!form || form->config || launch.getNumArgs() < form->kernel + (form->six_numbers ? 7 : 3))
    return all_axes;
  if (!form->six_numbers)
    return {open_of(*launch.getArg(form->kernel + 1)), open_of(*launch.getArg(form->kernel + 2))};
  std::vector<const clang::Expr*> sizes;
  for (unsigned i = 1; i <= 6; ++i)
    sizes.push_back(launch.getArg(form->kernel + i));
  const llvm::ArrayRef<const clang::Expr*> all(sizes);
  return {open_of(all.take_front(3)), open_of(all.take_back(3))};
}

AxisSet Axes::open_of(const clang::Expr& size) {
  const clang::Expr* e = without_casts(&size);
  if (e->containsErrors()) return along_all;
  const clang::QualType type = e->getType(); // none of a list in brackets, in a template
  if (!type.isNull() && (type->isArithmeticType() || type->isEnumeralType()))
    return is_one(*e) ? 0 : along_x;
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(e))
    return open_of(llvm::ArrayRef<const clang::Expr*>(list->inits()));
  if (const auto* list = llvm::dyn_cast<clang::ParenListExpr>(e)) {
    std::vector<const clang::Expr*> items;
    for (unsigned i = 0; i < list->getNumExprs(); ++i)
      items.push_back(list->getExpr(i));
    return open_of(llvm::ArrayRef<const clang::Expr*>(items));
  }
  if (const auto* made = llvm::dyn_cast<clang::CXXUnresolvedConstructExpr>(e)) {
    const std::vector<const clang::Expr*> items(made->arg_begin(), made->arg_end());
    return open_of(llvm::ArrayRef<const clang::Expr*>(items));
  }
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(e)) {
    if (!file_.is_library(*made->getConstructor())) return along_all;
    return open_of(llvm::ArrayRef<const clang::Expr*>(made->getArgs(), made->getNumArgs()));
  }
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(e))
    return open_of(*choice->getTrueExpr()) | open_of(*choice->getFalseExpr());
  const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(e);
  const auto* v = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  return v ? open_of(*v) : along_all;
}

// dim3(n), dim3(g) and dim3(n, 1, 1)
AxisSet Axes::open_of(llvm::ArrayRef<const clang::Expr*> made_of) {
  if (made_of.size() == 1) return open_of(*made_of[0]);
  AxisSet open = 0;
  for (std::size_t i = 0; i < made_of.size(); ++i)
    if (!is_one(*made_of[i])) open |= i < 3 ? static_cast<AxisSet>(1U << i) : along_all;
  return open;
}

bool Axes::is_one(const clang::Expr& e) {
  clang::Expr::EvalResult result;
  if (!e.isValueDependent() && e.EvaluateAsInt(result, *file_.unit.ast))
    return result.Val.getInt() == 1;
  const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(without_casts(&e));
  const auto* v = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  const clang::Expr* init = v ? init_of(*v) : nullptr;
  return init && is_one(*init);
}

// A variable that nothing changes is what it is made of. How many blocks callers elsewhere ask for
// along x nobody knows.
AxisSet Axes::open_of(const clang::VarDecl& v) {
  if (!keeps_value(v)) return along_all;
  if (const auto* p = llvm::dyn_cast<clang::ParmVarDecl>(&v))
    return v.getType()->isDependentType() || !is_of_callers_elsewhere(*p) ? along_all : along_x;
  const clang::Expr* init = v.getType()->isReferenceType() ? nullptr : init_of(v);
  return init ? open_of(*init) : along_all;
}

// What it has, where it keeps that. It may be made of itself.
const clang::Expr* Axes::init_of(const clang::VarDecl& v) {
  const bool is_known = !llvm::isa<clang::ParmVarDecl>(v) && keeps_value(v);
  return is_known && ++followed_ < max_followed ? v.getInit() : nullptr;
}

bool Axes::keeps_value(const clang::VarDecl& v) {
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
