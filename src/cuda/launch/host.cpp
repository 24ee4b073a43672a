#include "cuda/launch/host.hpp"

#include "cuda/launch/addresses.hpp"
#include "cuda/launch/captures.hpp"
#include "cuda/launch/library.hpp"
#include "cuda/launch/members.hpp"
#include "cuda/parse/text.hpp"

#include <clang/Basic/Builtins.h>

#include <algorithm>

namespace heddle::cuda {

const clang::Expr* without_casts(const clang::Expr* e) {
  return e ? e->IgnoreParenCasts()->IgnoreImplicit()->IgnoreParenCasts() : nullptr;
}

std::vector<clang::CXXMethodDecl*> call_operators(const clang::LambdaExpr& lambda) {
  std::vector<clang::CXXMethodDecl*> all{lambda.getCallOperator()};
  if (const clang::FunctionTemplateDecl* t = lambda.getDependentCallOperator())
    for (clang::FunctionDecl* f : t->specializations())
      all.push_back(llvm::cast<clang::CXXMethodDecl>(f->getDefinition() ? f->getDefinition() : f));
  return all;
}

const clang::Expr* passed_on(const clang::Expr* e) {
  for (e = e->IgnoreParens();;) {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(e);
    const clang::FunctionDecl* f = call ? call->getDirectCallee() : nullptr;
    switch (f && call->getNumArgs() == 1 ? f->getBuiltinID() : 0U) {
    case clang::Builtin::BIas_const:
    case clang::Builtin::BIforward:
    case clang::Builtin::BImove:
    case clang::Builtin::BImove_if_noexcept:
      e = call->getArg(0)->IgnoreParens();
      break;
    default:
      return e;
    }
  }
}

bool captures_references(const clang::CXXRecordDecl& lambda) {
  return std::ranges::all_of(lambda.captures(), [](const clang::LambdaCapture& c) {
    return c.capturesVariable() && c.getCaptureKind() == clang::LCK_ByRef &&
           !c.getCapturedVar()->isInitCapture();
  });
}

const clang::LambdaExpr* called_at_once(const clang::CallExpr& e) {
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&e);
  if (!call || call->getOperator() != clang::OO_Call) return nullptr;
  const clang::Expr* object = without_casts(call->getArg(0));
  if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(object))
    object = without_casts(temporary->getSubExpr());
  const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(object);
  return lambda && captures_references(*lambda->getLambdaClass()) ? lambda : nullptr;
}

std::optional<std::vector<const clang::Expr*>> called_by_pointer(const clang::CallExpr& e,
                                                                 const HostFile& file) {
  if (llvm::isa<clang::CUDAKernelCallExpr>(e) || e.isTypeDependent()) return std::nullopt;
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(e.getDirectCallee());
  const bool is_object = llvm::isa<clang::CXXOperatorCallExpr>(e) && method &&
                         method->getOverloadedOperator() == clang::OO_Call &&
                         file.is_library(*method);
  const auto* callee = e.getCallee();
  if (!is_object && (e.getDirectCallee() || !callee || !callee->getType()->isPointerType()))
    return std::nullopt;
  return std::vector<const clang::Expr*>(e.arg_begin() + (is_object ? 1 : 0), e.arg_end());
}

const clang::VarDecl* base_variable(const clang::Expr* e) {
  for (e = without_casts(e); e; e = without_casts(e)) {
    if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(e))
      return llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(e);
    const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(e);
    if (member && !member->isArrow() && !member->getMemberDecl()->getType()->isReferenceType())
      e = member->getBase();
    else if (element && without_casts(element->getBase())->getType()->isArrayType())
      e = element->getBase();
    else
      return nullptr;
  }
  return nullptr;
}

const clang::Expr* base_pointer(const clang::Expr* e) {
  for (e = without_casts(e); e; e = without_casts(e)) {
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(e);
    const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(e);
    const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(e);
    if (member && member->isArrow()) return member->getBase();
    if (unary && unary->getOpcode() == clang::UO_Deref) return unary->getSubExpr();
    if (element && !without_casts(element->getBase())->getType()->isArrayType())
      return element->getBase();
    if (!member && !element) return nullptr;
    e = member ? member->getBase() : element->getBase();
  }
  return nullptr;
}

bool is_only_base(const clang::CastExpr& cast) {
  clang::QualType type = cast.getSubExpr()->getType();
  if (type->isPointerType()) type = type->getPointeeType();
  const clang::CXXRecordDecl* derived = type->getAsCXXRecordDecl();
  for (const clang::CXXBaseSpecifier* base : cast.path()) {
    if (!derived || !derived->hasDefinition() || derived->getNumBases() != 1 || base->isVirtual())
      return false;
    derived = base->getType()->getAsCXXRecordDecl();
  }
  return true;
}

namespace {

class Labels : public clang::RecursiveASTVisitor<Labels> {
public:
  bool VisitLabelStmt(clang::LabelStmt*) { return !(found = true); }
  // labels within other statements of the switch
  bool VisitSwitchStmt(clang::SwitchStmt* s) {
    unsigned all = 0, own = 0;
    for (const clang::SwitchCase* c = s->getSwitchCaseList(); c; c = c->getNextSwitchCase())
      ++all;
    if (const auto* body = llvm::dyn_cast<clang::CompoundStmt>(s->getBody()))
      for (const clang::Stmt* item : body->body())
        for (; llvm::isa<clang::SwitchCase>(item); ++own)
          item = llvm::cast<clang::SwitchCase>(item)->getSubStmt();
    found = found || all != own;
    return !found;
  }
  bool found = false;
};

class HostFunctions : public clang::RecursiveASTVisitor<HostFunctions> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitLambdaBody() const { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl* f) {
    all.push_back(f);
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr* e) {
    for (clang::CXXMethodDecl* f : call_operators(*e)) {
      all.push_back(f);
      if (f != e->getCallOperator()) TraverseStmt(f->getBody());
    }
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* e) {
    if (const clang::LambdaExpr* lambda = called_at_once(*e))
      at_once.insert(lambda->getCallOperator());
    return true;
  }
  std::vector<clang::FunctionDecl*> all;
  std::set<const clang::FunctionDecl*> at_once;
};

// What is initialised where no function is executed: variables of the file and of classes, members
// and arguments that are left out.
class Initialised : public clang::RecursiveASTVisitor<Initialised> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitVarDecl(clang::VarDecl* v) {
    const auto* param = llvm::dyn_cast<clang::ParmVarDecl>(v);
    const bool is_set = param ? param->hasDefaultArg() : v->hasGlobalStorage() && v->hasInit();
    if (is_set && !v->getDeclContext()->isDependentContext()) all.push_back(v);
    return true;
  }
  bool VisitFieldDecl(clang::FieldDecl* f) {
    if (f->hasInClassInitializer() && !f->getParent()->isDependentContext()) all.push_back(f);
    return true;
  }
  std::vector<const clang::DeclaratorDecl*> all;
};

// Does it hold for the class of such an object, or for one of an element, a member or a base?
template <class Holds> bool any_class(clang::QualType type, const Holds& holds) {
  while (const clang::ArrayType* array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isDependentType()) return false;
  record = record->getDefinition();
  return holds(*record) ||
         std::ranges::any_of(record->bases(),
                             [&](const auto& b) { return any_class(b.getType(), holds); }) ||
         std::ranges::any_of(record->fields(),
                             [&](const auto* f) { return any_class(f->getType(), holds); });
}

} // namespace

HostFile::HostFile(Unit& u) : unit(u), file_variables_(u) {
  find_functions();
  find_lost_texts();
  find_addressed();
}

HostFile::~HostFile() = default;

void HostFile::find_functions() {
  HostFunctions all;
  all.TraverseDecl(unit.ast->getTranslationUnitDecl());
  for (const auto& [f, lost] : unit.lost_bodies) // the tree does not lead to what stands in them
    all.TraverseStmt(const_cast<clang::Stmt*>(lost));
  at_once_ = std::move(all.at_once);
  std::set<const clang::FunctionDecl*> seen;
  for (clang::FunctionDecl* f : all.all) {
    if (f->isDependentContext()) {
      if (body(*f) && seen.insert(f).second && !is_library(*f) &&
          !f->hasAttr<clang::CUDAGlobalAttr>())
        patterns.push_back(f);
      continue;
    }
    if (f->hasAttr<clang::CUDAGlobalAttr>() && f == f->getCanonicalDecl() && !body(*f))
      declared_kernels.push_back(f);
    if (!has_body(*f) || !seen.insert(f).second) continue;
    if (f->isMain()) has_main = true;
    if (is_library(*f) || f->hasAttr<clang::CUDAGlobalAttr>()) continue;
    functions.push_back(f);
  }
}

void HostFile::find_addressed() {
  const auto add = [&](Addressed&& found, const clang::DeclContext* in) {
    taken_.merge(found.variables);
    taken_.merge(found.captured);
    for (; found.self && in; in = in->getParent()) // lambdas have the `this` of the method
      if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(in))
        given_.insert(record->getDefinition());
  };
  for (const clang::FunctionDecl* f : functions) {
    Addressed found;
    add_whole(*f, found);
    add_lost(*f, found);
    add(std::move(found), f->getDeclContext());
  }
  Initialised initialised;
  initialised.TraverseDecl(unit.ast->getTranslationUnitDecl());
  for (const clang::DeclaratorDecl* d : initialised.all) {
    if (is_library(*d)) continue;
    Addressed found;
    add_addressed(*d, *this, Calls::unknown, found);
    add(std::move(found), d->getDeclContext());
  }
}

void HostFile::add_whole(const clang::FunctionDecl& f, Addressed& to) const {
  add_addressed(*body(f), *this, Calls::unknown, to);
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructorDecl>(&f))
    for (const clang::CXXCtorInitializer* init : made->inits())
      add_addressed(*init, *this, Calls::unknown, to);
}

const clang::Stmt* HostFile::body(const clang::FunctionDecl& f) const {
  const clang::FunctionDecl* definition = nullptr;
  if (f.hasBody(definition)) return definition->getBody();
  const auto it = unit.lost_bodies.find(f.getCanonicalDecl());
  return it == unit.lost_bodies.end() ? nullptr : it->second;
}

bool HostFile::has_body(const clang::FunctionDecl& f) const {
  const clang::FunctionDecl* definition = nullptr;
  return f.hasBody(definition) ? definition == &f : f.isCanonicalDecl() && body(f);
}

bool HostFile::is_library(const clang::Decl& d) const {
  return is_foreign(d.getLocation(), unit.ast->getSourceManager());
}

LibraryEffect HostFile::effect(const clang::FunctionDecl& f) const {
  return is_library(f) ? library_effect(f) : LibraryEffect::unknown;
}

const Addressed& HostFile::addressed(const clang::FunctionDecl& f) {
  const auto [it, is_new] = kept_.try_emplace(&f);
  if (!is_new) return it->second;
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructorDecl>(&f)) {
    for (const clang::CXXCtorInitializer* init : made->inits())
      add_addressed(*init, *this, Calls::followed, it->second);
    it->second.variables.merge(std::exchange(it->second.captured, {}));
    it->second.captured_in.clear();
  }
  if (const clang::Stmt* s = body(f)) add_addressed(*s, *this, Calls::followed, it->second);
  add_lost(f, it->second);
  const auto is_only_read = [&](const clang::VarDecl* v) { return !is_changed_in_lambdas(*v); };
  std::erase_if(it->second.captured, is_only_read);
  for (auto& [s, variables] : it->second.captured_in)
    std::erase_if(variables, is_only_read);
  return it->second;
}

const std::set<const clang::VarDecl*>& HostFile::captured_in(const clang::FunctionDecl& f,
                                                             const clang::Stmt& s) {
  static const std::set<const clang::VarDecl*> nothing;
  const auto& all = addressed(f).captured_in;
  const auto it = all.find(&s);
  return it == all.end() ? nothing : it->second;
}

bool HostFile::keeps_itself(clang::QualType type) {
  return any_class(type, [&](const clang::CXXRecordDecl& record) {
    if (is_library(record)) return false;
    const auto [it, is_new] = keep_themselves_.try_emplace(&record, false);
    if (!is_new) return it->second;
    Addressed found;
    for (const clang::FieldDecl* field : record.fields())
      if (field->hasInClassInitializer()) add_addressed(*field, *this, Calls::followed, found);
    for (const clang::CXXConstructorDecl* made : record.ctors())
      if (const clang::FunctionDecl* f = made->getDefinition())
        found.self = found.self || addressed(*f).self;
    return keep_themselves_[&record] = found.self;
  });
}

bool HostFile::has_labels(const clang::FunctionDecl& f) {
  const auto [it, is_new] = labels_.try_emplace(&f, false);
  if (!is_new) return it->second;
  Labels search;
  if (const clang::Stmt* s = body(f)) search.TraverseStmt(const_cast<clang::Stmt*>(s));
  return it->second = search.found;
}

namespace {

// Of lambdas in lambdas what is around the outermost.
const clang::DeclContext* outermost(const clang::DeclContext* in) {
  for (; in; in = in->getParent()->getParent()) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(in);
    if (!method || !method->getParent()->isLambda()) break;
  }
  return in;
}

// What a lambda is written in.
const clang::DeclContext* around(const clang::LambdaExpr& lambda) {
  return outermost(lambda.getLambdaClass()->getDeclContext());
}

bool is_within(const clang::VarDecl& v, const clang::LambdaExpr& lambda) {
  const clang::DeclContext* end = around(lambda);
  const clang::DeclContext* in = lambda.getLambdaClass()->getDeclContext();
  while (in && in != v.getDeclContext() && in != end)
    in = in->getParent()->getParent();
  return in && in == v.getDeclContext();
}

} // namespace

const Captures* HostFile::captures_in(const clang::DeclContext* outermost) {
  const auto* f = llvm::dyn_cast_or_null<clang::FunctionDecl>(outermost);
  if (!f || !body(*f) || is_torn(*f)) return nullptr;
  auto& known = captures_[f];
  if (!known) known = std::make_unique<Captures>(*f, *this);
  return known.get();
}

bool HostFile::is_fixed(const clang::VarDecl& v, const clang::LambdaExpr& lambda) {
  const Captures* known = is_within(v, lambda) ? captures_in(around(lambda)) : nullptr;
  return known && known->is_fixed(v, lambda);
}

bool HostFile::is_changed_in_lambdas(const clang::VarDecl& v) {
  const Captures* known = captures_in(outermost(v.getDeclContext()));
  return !known || known->is_changed_in_lambdas(v);
}

bool HostFile::is_only_called(const clang::LambdaExpr& lambda) {
  const Captures* known = captures_in(around(lambda));
  return known && known->is_only_called(lambda);
}

const std::vector<const clang::VarDecl*>& HostFile::locals(const clang::Stmt& s) {
  struct Search : clang::RecursiveASTVisitor<Search> {
    explicit Search(std::vector<const clang::VarDecl*>& to) : list(to) {}
    bool VisitVarDecl(clang::VarDecl* v) {
      if (v->hasLocalStorage()) list.push_back(v);
      return true;
    }
    std::vector<const clang::VarDecl*>& list;
  };
  const auto [it, is_new] = locals_.try_emplace(&s);
  if (is_new) Search(it->second).TraverseStmt(const_cast<clang::Stmt*>(&s));
  return it->second;
}

bool HostFile::is_called_elsewhere(const clang::FunctionDecl& f) const {
  if (!f.isExternallyVisible()) return false;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&f);
      method && is_called_here_alone(*method, *this))
    return false;
  if (!has_main) return true;
  // each file that calls such a function has it itself
  if (f.isInlined() || f.getTemplateSpecializationKind() == clang::TSK_ImplicitInstantiation)
    return false;
  if (f.isOverloadedOperator()) return true; // nobody needs its name
  return std::ranges::any_of(unit.ctx.options.named_elsewhere, [&](const NamedElsewhere& name) {
    return name.function == f.getNameAsString() &&
           (!name.arguments || (*name.arguments <= f.getNumParams() &&
                                *name.arguments >= f.getMinRequiredArguments()));
  });
}

// Of a program other files may change what they declare.
bool HostFile::is_of_this_file(const clang::VarDecl& v) const {
  if (!v.isExternallyVisible()) return true;
  return has_main &&
         std::ranges::find(unit.ctx.options.named_elsewhere, v.getNameAsString(),
                           &NamedElsewhere::function) == unit.ctx.options.named_elsewhere.end();
}

bool HostFile::is_address_taken(const clang::VarDecl& v) const {
  return taken_.contains(v.getCanonicalDecl()) || is_named_in_lost(v) || !is_of_this_file(v) ||
         any_class(v.getType(), [&](const auto& record) { return given_.contains(&record); });
}

bool HostFile::is_never_changed(const clang::VarDecl& v) const {
  return file_variables_.is_only_read(v) && is_of_this_file(v) && !is_named_in_lost(v);
}

bool HostFile::is_always_one(const clang::VarDecl& v, const clang::FieldDecl& member) const {
  return file_variables_.is_always_one(v, member) && is_of_this_file(v) && !is_named_in_lost(v);
}

} // namespace heddle::cuda
