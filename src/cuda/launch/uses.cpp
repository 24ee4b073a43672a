#include "cuda/launch/uses.hpp"

#include "cuda/launch/library.hpp"
#include "cuda/parse/text.hpp"

#include <algorithm>

namespace heddle::cuda {

const clang::Decl* pattern_of(const clang::FunctionDecl& f) {
  if (const clang::FunctionTemplateDecl* t = f.getPrimaryTemplate()) return t->getCanonicalDecl();
  if (const clang::FunctionTemplateDecl* t = f.getDescribedFunctionTemplate())
    return t->getCanonicalDecl();
  return f.getCanonicalDecl();
}

namespace {

// Of a launch that the tree does not hold, in that function: variables of it are what their types
// say, whatever they are worth.
OpenAxes lost_axes(HostFile& file, const clang::FunctionDecl* in, clang::SourceLocation at) {
  const auto is_integer = [&](const std::string& name) {
    const clang::VarDecl* found = nullptr;
    if (!in || file.is_torn(*in)) return false;
    for (const clang::VarDecl* v : file.variables(*in)) {
      if (v->getName() != name) continue;
      if (found || v->isInvalidDecl()) return false;
      found = v;
    }
    return found && !file.is_hidden(*found, at) &&
           found->getType().getNonReferenceType()->isIntegerType();
  };
  return read_axes(at, file.unit, is_integer);
}

class Uses : public clang::RecursiveASTVisitor<Uses> {
public:
  Uses(HostFile& file, PointerFlow& flow, HostUses& to, const clang::FunctionDecl* in,
       bool dependent)
      : file_(file), axes_(file), flow_(flow), to_(to), in_(in), dependent_(dependent) {}
  bool shouldVisitImplicitCode() const { return true; }
  bool TraverseLambdaExpr(clang::LambdaExpr* e) { // its body is a function of its own
    for (clang::Expr* init : e->capture_inits())
      TraverseStmt(init);
    for (const clang::CXXMethodDecl* f : call_operators(*e))
      if (in_ && !dependent_ && !f->isDependentContext() && file_.body(*f) &&
          e->getLambdaClass()->getDeclContext() == in_) {
        to_.calls[in_].insert(f);
        if (is_called(*e, *f)) {
          to_.called.insert(f);
          flow_.add_called(*f);
        } else {
          to_.written.insert(f);
        }
      }
    return true;
  }

  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr* e) {
    if (in_ && !dependent_) to_.launches[in_].push_back(e);
    if (!dependent_ && e->getDirectCallee()) understood_.insert(without_casts(e->getCallee()));
    if (dependent_) launch_in_pattern(*e, e->getCallee());
    if (is_executed()) flow_.launch(*e, e->getCallee());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* v) {
    if (v->getInit() && is_executed()) flow_.assign(*v, v->getInit());
    return true;
  }
  bool VisitReturnStmt(clang::ReturnStmt* s) {
    if (s->getRetValue() && is_executed()) flow_.assign(*in_, s->getRetValue());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* e) {
    if (e->getOpcode() == clang::BO_Assign && is_executed())
      if (const auto* v = variable_of(e->getLHS()->IgnoreParens())) {
        flow_.ask(*v);
        flow_.assign(*v, e->getRHS());
      }
    if (e->isEqualityOp())
      for (const clang::Expr* side : {e->getLHS(), e->getRHS()})
        ask(side);
    return true;
  }
  bool VisitCastExpr(clang::CastExpr* e) { // if (pointer)
    if (e->getCastKind() == clang::CK_PointerToBoolean && is_executed()) ask(e->getSubExpr());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* e) {
    if (dependent_) call_in_pattern(*e);
    const clang::FunctionDecl* f = e->getDirectCallee();
    if (is_executed() && called_by_pointer(*e, file_)) to_.calling_pointers.insert(in_);
    if (!f || f->hasAttr<clang::CUDAGlobalAttr>()) return true;
    understood_.insert(without_casts(e->getCallee()));
    call(*f);
    const bool is_method = llvm::isa<clang::CXXMethodDecl>(f);
    const unsigned first = llvm::isa<clang::CXXOperatorCallExpr>(e) && is_method ? 1 : 0;
    for (unsigned i = first; i < e->getNumArgs() && i - first < f->getNumParams(); ++i)
      pass(*f, i - first, e->getArg(i));
    if (!file_.is_library(*f)) return true;
    launch_otherwise(*e, *f);
    const auto form = launch_form(*f);
    if (form && form->kernel < e->getNumArgs())
      launch_by_handle(*e, *f, e->getArg(form->kernel), axes_.of(*e));
    if (form && form->kernel < e->getNumArgs() && in_ && !dependent_) {
      to_.launches[in_].push_back(e);
      const clang::Expr* callee = named_by(e->getArg(form->kernel));
      if (const auto* ref = llvm::dyn_cast_or_null<clang::DeclRefExpr>(callee);
          ref && llvm::isa<clang::FunctionDecl>(ref->getDecl()))
        understood_.insert(ref);
      flow_.launch(*e, e->getArg(form->kernel));
    }
    if (only_asks(*f))
      for (const clang::Expr* arg : e->arguments())
        ask(arg);
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* e) {
    call(*e->getConstructor());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) {
    if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(e->getDecl())) {
      names_.emplace_back(e, f);
      if (in_) to_.naming[in_].insert(f->getDefinition() ? f->getDefinition() : f);
    }
    if (const auto* v = llvm::dyn_cast<clang::VarDecl>(e->getDecl())) flow_.use(*v);
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr* e) {
    if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(e->getMemberDecl()))
      names_.emplace_back(e, f);
    return true;
  }
  // Of a class that depends on a template's arguments: whatever has the name.
  bool VisitDependentScopeDeclRefExpr(clang::DependentScopeDeclRefExpr* e) {
    return add_kernels(*e, e->getDeclName());
  }
  bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr* e) {
    return add_kernels(*e, e->getMember());
  }
  bool VisitOverloadExpr(clang::OverloadExpr* e) {
    for (const clang::NamedDecl* d : e->decls())
      unresolved_.emplace_back(e, d->getUnderlyingDecl());
    return true;
  }

  void finish() {
    for (const clang::Expr* name : launched_)
      if (!names_kernel(name)) to_.open |= sizes_[name];
    for (const auto& [e, f] : names_) {
      if (is_kernel(*f)) to_.kernel_names.insert(e->getExprLoc());
      if (understood_.contains(e) || flow_.is_given(e)) continue;
      if (is_kernel(*f))
        use(*f, *e);
      else
        to_.named.insert(f->getCanonicalDecl());
    }
    for (const auto& [e, d] : unresolved_) {
      if (is_kernel(*d)) {
        to_.kernel_names.insert(e->getExprLoc());
        if (!understood_.contains(e)) use(*d, *e);
      } else if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(d)) {
        to_.named.insert(f->getCanonicalDecl());
      } else if (const auto* t = llvm::dyn_cast<clang::FunctionTemplateDecl>(d)) {
        if (!dependent_)
          for (const clang::FunctionDecl* instance : t->specializations())
            to_.named.insert(instance->getCanonicalDecl());
      }
    }
  }

private:
  bool is_executed() const { return in_ && !dependent_; }

  void launch_by_handle(const clang::CallExpr& e, const clang::FunctionDecl& f,
                        const clang::Expr* kernel, OpenAxes open) {
    kernel = kernel ? without_casts(kernel) : nullptr;
    const bool is_driver = !f.getName().starts_with("cuda");
    if (is_driver || (kernel && is_handle(kernel->getType())))
      to_.by_handle.push_back(
          {&e, e.getExprLoc(), kernel ? handle_named_by(*kernel) : nullptr, open});
  }
  void launch_otherwise(const clang::CallExpr& e, const clang::FunctionDecl& f) {
    if (!launches_otherwise(f)) return;
    to_.open = all_axes;
    launch_by_handle(e, f, e.getNumArgs() > 0 ? e.getArg(0) : nullptr, all_axes);
  }

  // Is the lambda only called, so that calls say what its parameters are?
  bool is_called(const clang::LambdaExpr& e, const clang::FunctionDecl& f) {
    return f.getNumParams() > 0 && captures_references(*e.getLambdaClass()) &&
           file_.is_only_called(e);
  }

  void use(const clang::NamedDecl& kernel, const clang::Expr& name) {
    const clang::SourceLocation at = name.getExprLoc();
    if (const auto sizes = sizes_.find(&name); sizes != sizes_.end())
      to_.kernels.push_back({&kernel, at, sizes->second});
    else if (file_.unit.error_places.empty())
      to_.kernels.push_back({&kernel, at});
    else // perhaps of a launch of which the tree has no more
      to_.kernels.push_back(
          {&kernel, at, lost_axes(file_, in_, at), read_arguments(at, file_.unit)});
  }
  // Nobody walks there: what it launches has the sizes that it spells out.
  void launch_in_pattern(const clang::CallExpr& launch, const clang::Expr* callee) {
    const clang::Expr* name = named_by(callee);
    sizes_[name] |= axes_.of(launch);
    launched_.push_back(name);
  }
  void call_in_pattern(const clang::CallExpr& e) {
    const clang::FunctionDecl* f = library_callee(e, file_);
    if (!f && !llvm::isa<clang::CUDAKernelCallExpr>(e) &&
        std::ranges::any_of(e.arguments(), [](const auto* arg) { return is_kernel_name(arg); }))
      flow_.add_callers();
    if (!f) return;
    const auto form = launch_form(*f);
    if (form && form->kernel < e.getNumArgs()) launch_in_pattern(e, e.getArg(form->kernel));
    if (form && form->kernel < e.getNumArgs() && !e.getDirectCallee())
      launch_by_handle(e, *f, e.getArg(form->kernel), axes_.of(e));
    if (!e.getDirectCallee()) launch_otherwise(e, *f);
    if (!e.getDirectCallee() && only_asks(*f))
      for (const clang::Expr* arg : e.arguments())
        ask(arg);
  }
  // The kernel that is named, or pointed to, is not launched here.
  void ask(const clang::Expr* e) {
    const clang::Expr* name = named_by(e);
    if (!name) return;
    understood_.insert(name);
    if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(name))
      if (const auto* v = llvm::dyn_cast<clang::VarDecl>(ref->getDecl())) flow_.ask(*v);
  }
  static bool is_kernel_name(const clang::Expr* e) {
    e = named_by(e);
    if (const auto* ref = llvm::dyn_cast_or_null<clang::DeclRefExpr>(e))
      return is_kernel(*ref->getDecl());
    const auto* names = llvm::dyn_cast_or_null<clang::OverloadExpr>(e);
    return names && std::ranges::any_of(names->decls(), [](const clang::NamedDecl* d) {
             return is_kernel(*d->getUnderlyingDecl());
           });
  }
  bool add_kernels(const clang::Expr& e, clang::DeclarationName name) {
    for (const KernelCode& kernel : file_.unit.kernels)
      if (kernel.decl && kernel.decl->getDeclName() == name)
        unresolved_.emplace_back(&e, kernel.decl);
    return true;
  }
  bool names_kernel(const clang::Expr* e) const {
    const auto is_it = [&](const auto& named) { return named.first == e; };
    const auto* ref = llvm::dyn_cast_or_null<clang::DeclRefExpr>(e);
    return (ref && llvm::isa<clang::FunctionDecl>(ref->getDecl())) ||
           llvm::isa_and_nonnull<clang::OverloadExpr>(e) || std::ranges::any_of(unresolved_, is_it);
  }
  void call(const clang::FunctionDecl& f) {
    if (!file_.body(f)) return;
    flow_.use(f);
    if (dependent_) flow_.add_callers(f);
    if (in_)
      to_.calls[in_].insert(f.getDefinition() ? f.getDefinition() : &f);
    else // where no function is executed: nobody looks what it gets
      to_.named.insert(f.getCanonicalDecl());
  }

  // Kernels go to the parameter. A function may be given to one that does nothing but call it.
  void pass(const clang::FunctionDecl& f, unsigned i, const clang::Expr* arg) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&f);
    const bool is_virtual = method && method->isVirtual(); // another one may get it
    if (is_executed() && f.getDefinition() && !file_.is_library(f) && !is_virtual)
      flow_.assign(*f.getDefinition()->getParamDecl(i), arg);
    const auto* ref = llvm::dyn_cast_or_null<clang::DeclRefExpr>(named_by(arg));
    const auto* passed = ref ? llvm::dyn_cast<clang::FunctionDecl>(ref->getDecl()) : nullptr;
    const clang::FunctionDecl* g = f.getDefinition();
    if (!passed || !g || is_kernel(*passed) || file_.is_torn(*g)) return;
    struct Search : clang::RecursiveASTVisitor<Search> {
      bool VisitCallExpr(clang::CallExpr* e) {
        calls += is_it(without_casts(e->getCallee()));
        return true;
      }
      bool VisitDeclRefExpr(clang::DeclRefExpr* e) {
        uses += is_it(e);
        return true;
      }
      bool is_it(const clang::Expr* e) const {
        const auto* name = llvm::dyn_cast_or_null<clang::DeclRefExpr>(e);
        return name && name->getDecl() == param;
      }
      const clang::ParmVarDecl* param = nullptr;
      unsigned calls = 0, uses = 0;
    } search;
    search.param = g->getParamDecl(i);
    search.TraverseStmt(const_cast<clang::Stmt*>(file_.body(*g)));
    if (search.uses != search.calls || is_named(*search.param, file_.lost(*g).names)) return;
    understood_.insert(ref);
    flow_.add_callers(*passed);
    if (in_ && file_.body(*passed))
      to_.calls[g].insert(passed->getDefinition() ? passed->getDefinition() : passed);
  }

  HostFile& file_;
  Axes axes_;
  PointerFlow& flow_;
  HostUses& to_;
  const clang::FunctionDecl* in_;
  bool dependent_; // in a template, of which instances say more
  std::set<const clang::Expr*> understood_;
  std::vector<const clang::Expr*> launched_;     // in a pattern
  std::map<const clang::Expr*, OpenAxes> sizes_; // of these
  std::vector<std::pair<const clang::Expr*, const clang::FunctionDecl*>> names_;
  std::vector<std::pair<const clang::Expr*, const clang::NamedDecl*>> unresolved_;
};

// Functions and initializers of variables, in templates and in instances.
class Bodies : public clang::RecursiveASTVisitor<Bodies> {
public:
  Bodies(HostFile& file, PointerFlow& flow, HostUses& to) : file_(file), flow_(flow), to_(to) {
    for (const clang::FunctionDecl* f : file.functions)
      if (const clang::FunctionDecl* pattern = f->getTemplateInstantiationPattern())
        instantiated_.insert(pattern->getCanonicalDecl());
  }
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitLambdaExpr(clang::LambdaExpr* e) {
    for (clang::CXXMethodDecl* f : call_operators(*e)) {
      add(f);
      if (f != e->getCallOperator()) TraverseStmt(f->getBody());
    }
    return true;
  }
  bool VisitFunctionDecl(clang::FunctionDecl* f) { return add(f); }
  // What no instance has: branches that `if constexpr` leaves out.
  void add_left_out() {
    HostUses all;
    for (const clang::FunctionDecl* f : patterns_)
      add(*f, all);
    for (KernelUse& use : all.kernels)
      if (!to_.kernel_names.contains(use.at)) to_.left_out.push_back(use);
    for (KernelUse& use : to_.left_out)
      use.open |= all.open;
  }
  bool VisitVarDecl(clang::VarDecl* v) {
    const auto* p = llvm::dyn_cast<clang::ParmVarDecl>(v);
    if (p ? p->hasDefaultArg() && !p->hasUnparsedDefaultArg() && !p->hasUninstantiatedDefaultArg()
          : v->hasGlobalStorage() && v->getInit())
      add_initial(*v, const_cast<clang::Expr*>(p ? p->getDefaultArg() : v->getInit()));
    return true;
  }
  bool VisitFieldDecl(clang::FieldDecl* f) {
    if (f->hasInClassInitializer() && f->getInClassInitializer())
      add_initial(*f, f->getInClassInitializer());
    return true;
  }

private:
  // Where no function is executed.
  void add_initial(const clang::DeclaratorDecl& d, clang::Expr* init) {
    if (file_.is_library(d)) return;
    Uses uses(file_, flow_, to_, nullptr, d.getDeclContext()->isDependentContext());
    uses.TraverseStmt(init);
    uses.finish();
  }
  bool add(clang::FunctionDecl* f) {
    if (!file_.has_body(*f)) return true;
    if (!done_.insert(f).second || file_.is_library(*f)) return true;
    if (f->isDependentContext() && instantiated_.contains(f->getCanonicalDecl()) &&
        !file_.is_named_in_lost(*f)) // else there may be instances that the tree does not hold
      patterns_.push_back(f);
    else
      add(*f, to_);
    return true;
  }
  void add(const clang::FunctionDecl& f, HostUses& to) {
    Uses uses(file_, flow_, to, &f, f.isDependentContext());
    uses.TraverseStmt(const_cast<clang::Stmt*>(file_.body(f)));
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructorDecl>(&f))
      for (clang::CXXCtorInitializer* init : made->inits())
        uses.TraverseStmt(init->getInit());
    uses.finish();
  }

  HostFile& file_;
  PointerFlow& flow_;
  HostUses& to_;
  std::set<const clang::FunctionDecl*> done_, instantiated_;
  std::vector<const clang::FunctionDecl*> patterns_; // of which there are instances
};

// Names of kernels in text that the tree does not hold.
class LostKernels {
public:
  LostKernels(HostFile& file, HostUses& to) : file_(file), to_(to) {}
  void run() {
    Kernels kernels;
    for (const KernelCode& k : file_.unit.kernels)
      if (k.decl) kernels.emplace(k.decl->getNameAsString(), k.decl);
    for (const clang::FunctionDecl* f : file_.declared_kernels)
      kernels.emplace(f->getNameAsString(), f);
    for (const auto* all : {&file_.functions, &file_.patterns})
      for (const clang::FunctionDecl* f : *all)
        scan(*f, kernels);
    add_functions();
  }

private:
  using Kernels = std::map<std::string, const clang::FunctionDecl*>;

  void scan(const clang::FunctionDecl& f, const Kernels& kernels) {
    const LostTexts& lost = file_.lost(f);
    if (lost.is_torn) return scan(range_of(f, *file_.body(f), *file_.unit.ast), kernels, nullptr);
    for (const auto& [block, texts] : lost.in_blocks)
      for (const auto& [at, text] : texts)
        scan(text.range, kernels, &f);
    for (const auto& [statement, text] : lost.instead)
      scan(text.range, kernels, &f);
    for (const LostText& text : lost.parts)
      scan(text.range, kernels, &f);
  }
  void scan(clang::SourceRange range, const Kernels& kernels, const clang::FunctionDecl* in) {
    for_each_word(range, *file_.unit.ast, [&](llvm::StringRef word, clang::SourceLocation at) {
      if (word.starts_with("cuLaunch")) to_.by_handle.push_back({nullptr, at});
      const auto it = kernels.find(word.str());
      if (it != kernels.end() && !to_.kernel_names.contains(at))
        to_.kernels.push_back(
            {it->second, at, lost_axes(file_, in, at), read_arguments(at, file_.unit)});
    });
  }
  // Such a text may call what it names, and operators.
  void add_functions() {
    const bool any = std::ranges::any_of(file_.functions, [&](const clang::FunctionDecl* f) {
      return !file_.lost(*f).names.empty();
    });
    for (const clang::FunctionDecl* f : file_.functions)
      if (any && (!f->getDeclName().isIdentifier() || file_.is_named_in_lost(*f)))
        to_.named.insert(f->getCanonicalDecl());
  }

  HostFile& file_;
  HostUses& to_;
};

} // namespace

HostUses find_uses(HostFile& file) {
  HostUses uses;
  PointerFlow flow(file);
  Bodies bodies(file, flow, uses);
  bodies.TraverseDecl(file.unit.ast->getTranslationUnitDecl());
  for (const auto& [f, lost] : file.unit.lost_bodies) // lambdas in them
    bodies.TraverseStmt(const_cast<clang::Stmt*>(lost));
  bodies.add_left_out();
  LostKernels(file, uses).run();
  uses.pointers = flow.finish(uses.named, uses.kernels);
  return uses;
}

} // namespace heddle::cuda
