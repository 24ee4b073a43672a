#include "cuda/launch/handles.hpp"

#include "cuda/launch/library.hpp"

namespace heddle::cuda {

namespace {

// The handle of &handle.
const clang::ValueDecl* handle_at(const clang::Expr* e) {
  const auto* u = llvm::dyn_cast<clang::UnaryOperator>(without_casts(e));
  return u && u->getOpcode() == clang::UO_AddrOf ? handle_named_by(*u->getSubExpr()) : nullptr;
}

bool starts_empty(const clang::Expr* init) {
  init = init ? without_casts(init) : nullptr;
  const auto* list = llvm::dyn_cast_or_null<clang::InitListExpr>(init);
  return !init || (list && list->getNumInits() == 0) ||
         llvm::isa<clang::CXXNullPtrLiteralExpr, clang::GNUNullExpr, clang::IntegerLiteral,
                   clang::ImplicitValueInitExpr>(init);
}

} // namespace

bool is_handle(clang::QualType type) {
  const clang::QualType to = type.isNull() ? type : type->getPointeeType();
  const auto* record = to.isNull() ? nullptr : to->getAsCXXRecordDecl();
  return record && record->getDeclName().isIdentifier() &&
         (record->getName() == "CUfunc_st" || record->getName() == "CUkern_st");
}

const clang::ValueDecl* handle_named_by(const clang::Expr& e) {
  const clang::Expr* plain = without_casts(&e);
  const clang::ValueDecl* d = nullptr;
  if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(plain)) d = ref->getDecl();
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(plain)) d = member->getMemberDecl();
  if (!llvm::isa_and_nonnull<clang::VarDecl, clang::FieldDecl>(d) || !is_handle(d->getType()))
    return nullptr;
  return llvm::cast<clang::ValueDecl>(d->getCanonicalDecl());
}

// Under which name C++ has it is not computed: that of the function is part of it.
bool may_be_called(const clang::FunctionDecl& kernel, llvm::StringRef name) {
  if (!kernel.getDeclName().isIdentifier()) return true;
  const std::string own = kernel.getName().str();
  return name == own || (name.starts_with("_Z") && name.contains(std::to_string(own.size()) + own));
}

std::optional<GivenHandle> given_handle(const clang::CallExpr& e, const HostFile& file) {
  const clang::FunctionDecl* f = e.getDirectCallee();
  if (!f || !file.is_library(*f) || !gives_handle(*f) || e.getNumArgs() != 3) return std::nullopt;
  GivenHandle given{e.getArg(0)};
  const auto* text = llvm::dyn_cast<clang::StringLiteral>(without_casts(e.getArg(2)));
  if (text && text->getCharByteWidth() == 1) given.name = text->getString().str();
  return given;
}

void Handles::find() {
  struct Search : clang::RecursiveASTVisitor<Search> {
    Search(const HostFile& f, std::map<const clang::ValueDecl*, Use>& t) : file(f), to(t) {}
    bool shouldVisitTemplateInstantiations() const { return true; }
    bool shouldVisitImplicitCode() const { return true; }
    bool VisitDeclRefExpr(clang::DeclRefExpr* e) { return use(*e); }
    bool VisitMemberExpr(clang::MemberExpr* e) { return use(*e); }
    bool use(const clang::Expr& e) {
      if (const clang::ValueDecl* d = handle_named_by(e)) ++to[d].all;
      return true;
    }
    bool VisitImplicitCastExpr(clang::ImplicitCastExpr* e) { // what is done with its value
      if (e->getCastKind() == clang::CK_LValueToRValue)
        if (const clang::ValueDecl* d = handle_named_by(*e->getSubExpr()->IgnoreParens()))
          ++to[d].understood;
      return true;
    }
    bool VisitCallExpr(clang::CallExpr* e) {
      const auto given = given_handle(*e, file);
      const clang::ValueDecl* d = given && given->name ? handle_at(given->to) : nullptr;
      if (!d) return true;
      ++to[d].understood;
      to[d].names.insert(*given->name);
      return true;
    }
    // What a list or a constructor puts into a member does not name it.
    bool VisitInitListExpr(clang::InitListExpr* e) {
      const auto* record = e->getType().isNull() ? nullptr : e->getType()->getAsCXXRecordDecl();
      if (!record || !record->hasDefinition()) return true;
      unsigned i = record->getNumBases();
      for (const clang::FieldDecl* field : record->fields()) {
        if (is_handle(field->getType()) && i < e->getNumInits() && !starts_empty(e->getInit(i)))
          ++to[llvm::cast<clang::ValueDecl>(field->getCanonicalDecl())].all;
        ++i;
      }
      return true;
    }
    bool VisitCXXConstructorDecl(clang::CXXConstructorDecl* f) {
      for (const clang::CXXCtorInitializer* init : f->inits())
        if (init->isMemberInitializer() && is_handle(init->getMember()->getType()) &&
            !f->isImplicit() && !starts_empty(init->getInit()))
          ++to[llvm::cast<clang::ValueDecl>(init->getMember()->getCanonicalDecl())].all;
      return true;
    }
    const HostFile& file;
    std::map<const clang::ValueDecl*, Use>& to;
  } search(file_, uses_.emplace());
  search.TraverseDecl(file_.unit.ast->getTranslationUnitDecl());
  for (const auto& [f, lost] : file_.unit.lost_bodies)
    search.TraverseStmt(const_cast<clang::Stmt*>(lost));
}

// Can no other file put something there?
bool Handles::is_seen_whole(const clang::ValueDecl& d) const {
  if (d.isInvalidDecl() || file_.is_named_in_lost(d)) return false;
  if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(&d)) {
    const clang::SourceManager& sources = file_.unit.ast->getSourceManager();
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(field->getParent());
    return record && !record->isUnion() &&
           sources.isInMainFile(sources.getExpansionLoc(field->getLocation())) &&
           (!field->hasInClassInitializer() || starts_empty(field->getInClassInitializer()));
  }
  const auto* v = llvm::dyn_cast<clang::VarDecl>(&d);
  return v && !llvm::isa<clang::ParmVarDecl>(v) &&
         (v->hasLocalStorage() || !v->isExternallyVisible()) &&
         starts_empty(v->getAnyInitializer());
}

std::optional<std::set<std::string>> Handles::names_of(const clang::ValueDecl& d) {
  if (!uses_) find();
  if (!is_seen_whole(d)) return std::nullopt;
  const Use& use = (*uses_)[llvm::cast<clang::ValueDecl>(d.getCanonicalDecl())];
  return use.all == use.understood ? std::optional(use.names) : std::nullopt;
}

} // namespace heddle::cuda
