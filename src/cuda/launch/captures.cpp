#include "cuda/launch/captures.hpp"

#include "cuda/launch/addresses.hpp"
#include "cuda/launch/library.hpp"

#include <clang/AST/StmtCXX.h>

#include <algorithm>

namespace heddle::cuda {

namespace {

enum class Use : std::uint8_t { read, changed, given };

bool is_const_pointee(clang::QualType type) {
  const clang::QualType pointee = type->getPointeeType();
  return !pointee.isNull() && pointee.isConstQualified();
}

// Follows what an object that is named is used for. What is not known to be harmless gives it away.
class Judge {
public:
  Judge(const PathInCode& path, const HostFile& file,
        const std::set<const clang::Stmt*>& argument_lists)
      : path_(path), file_(file), argument_lists_(argument_lists) {}

  Use run() {
    for (std::size_t i = path_.size() - 1; i-- > 0;) {
      const InCode &at = path_[i], &child = path_[i + 1];
      if (at.decl) return Use::given; // another name, also one that promises not to change it
      if (const Answer answer = step(*at.stmt, child.stmt)) return *answer;
    }
    return Use::given;
  }

private:
  using Answer = std::optional<Use>; // none: it goes on

  Answer step(const clang::Stmt& at, const clang::Stmt* child) {
    const auto* e = llvm::dyn_cast<clang::Expr>(&at);
    if (!e || !child) return Use::given;
    if (llvm::isa<clang::ParenExpr, clang::FullExpr, clang::MaterializeTemporaryExpr,
                  clang::CXXBindTemporaryExpr, clang::SubstNonTypeTemplateParmExpr>(e))
      return {};
    if (llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr, clang::LambdaExpr>(e))
      return Use::read; // what the lambda's body does is looked at by itself
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(e)) return converted(*cast);
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(e)) return selected(*member);
    if (llvm::isa<clang::ArraySubscriptExpr>(e)) return leads_on(std::exchange(pointer_, false));
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(e)) return operated(*unary);
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(e))
      return operated(*binary, child);
    if (llvm::isa<clang::InitListExpr>(e))
      return argument_lists_.contains(e) ? Use::read : Use::given;
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(e))
      return constructed(*made, child);
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(e)) return called(*call, child);
    return Use::given;
  }

  static Answer leads_on(bool does) { return does ? Answer() : Use::given; }

  Answer converted(const clang::CastExpr& cast) {
    switch (cast.getCastKind()) {
    case clang::CK_LValueToRValue:
    case clang::CK_ToVoid:
    case clang::CK_PointerToBoolean:
      return Use::read;
    case clang::CK_ArrayToPointerDecay:
      pointer_ = true;
      return {};
    case clang::CK_NoOp:
      return leads_on(llvm::isa<clang::ImplicitCastExpr>(cast));
    case clang::CK_BitCast: // (void**)&p
      return leads_on(pointer_);
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
      return {};
    default:
      return Use::given;
    }
  }

  Answer selected(const clang::MemberExpr& e) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(e.getMemberDecl());
    if (!field || field->getType()->isReferenceType() || e.isArrow() != pointer_) return Use::given;
    pointer_ = false;
    return {};
  }

  Answer operated(const clang::UnaryOperator& e) {
    switch (e.getOpcode()) {
    case clang::UO_AddrOf:
      return leads_on(!std::exchange(pointer_, true));
    case clang::UO_Deref:
      return leads_on(std::exchange(pointer_, false));
    case clang::UO_PreInc:
    case clang::UO_PreDec:
    case clang::UO_PostInc:
    case clang::UO_PostDec:
      return pointer_ ? Use::given : Use::changed;
    default:
      return Use::given;
    }
  }
  Answer operated(const clang::BinaryOperator& e, const clang::Stmt* child) const {
    if (e.isAssignmentOp() && child == e.getLHS() && !pointer_) return Use::changed;
    return e.isComparisonOp() ? Use::read : Use::given;
  }

  // What is bound to a reference or pointer to what is constant is not changed that way.
  Use bound(clang::QualType param, LibraryEffect effect) const {
    if (!pointer_ && !param->isReferenceType()) return Use::read;
    if (pointer_ ? param->isPointerType() && is_const_pointee(param)
                 : param->isReferenceType() && is_const_pointee(param))
      return Use::read;
    const bool at_once = effect == LibraryEffect::arguments || effect == LibraryEffect::nothing ||
                         effect == LibraryEffect::ends;
    return at_once ? Use::changed : Use::given;
  }
  Answer constructed(const clang::CXXConstructExpr& e, const clang::Stmt* child) const {
    const clang::CXXConstructorDecl& f = *e.getConstructor();
    for (unsigned i = 0; i < e.getNumArgs() && i < f.getNumParams(); ++i)
      if (e.getArg(i) == child) return bound(f.getParamDecl(i)->getType(), LibraryEffect::unknown);
    return Use::given;
  }
  Answer called(const clang::CallExpr& e, const clang::Stmt* child) const {
    const clang::FunctionDecl* f = e.getDirectCallee();
    if (!f || llvm::isa<clang::CUDAKernelCallExpr>(e)) return Use::given;
    const bool is_library = file_.is_library(*f);
    if (is_library && launch_form(*f)) return Use::read;
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(f);
    const unsigned first = llvm::isa<clang::CXXOperatorCallExpr>(e) && method ? 1 : 0;
    if (first == 1 && child == e.getArg(0)) {
      const bool assigns = method->isTrivial() && (method->isCopyAssignmentOperator() ||
                                                   method->isMoveAssignmentOperator());
      return assigns && !pointer_ ? Use::changed : Use::given;
    }
    const bool reads_in = is_library && f->getOverloadedOperator() == clang::OO_GreaterGreater;
    LibraryEffect effect = reads_in ? LibraryEffect::arguments : file_.effect(*f);
    if (f->getDeclName().isIdentifier() && f->getName().starts_with("cudaHost") &&
        f->getName() != "cudaHostAlloc") // kernels may write there from then on
      effect = LibraryEffect::unknown;
    for (unsigned i = first; i < e.getNumArgs(); ++i) {
      if (e.getArg(i) != child) continue;
      if (i - first < f->getNumParams())
        return bound(f->getParamDecl(i - first)->getType(), effect);
      return bound(e.getArg(i)->getType(), effect); // of an ellipsis
    }
    return Use::given;
  }

  const PathInCode& path_;
  const HostFile& file_;
  const std::set<const clang::Stmt*>& argument_lists_;
  bool pointer_ = false; // what it is at is a pointer to the object
};

// Where variables are declared and named, and lambdas written.
class Paths : public PathVisitor<Paths> {
public:
  void name(const clang::VarDecl& v) { named[v.getCanonicalDecl()].push_back(around()); }
  bool VisitVarDecl(clang::VarDecl* v) {
    declared.emplace(v->getCanonicalDecl(), around());
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr* e) {
    lambdas.emplace(e, around());
    return true;
  }

  std::map<const clang::VarDecl*, std::vector<PathInCode>> named;
  std::map<const clang::VarDecl*, PathInCode> declared;
  std::map<const clang::LambdaExpr*, PathInCode> lambdas;
};

// Until when somebody has a lambda.
class Lives {
public:
  Lives(HostFile& file, const Paths& paths) : file_(file), paths_(paths) {}

  const clang::Stmt* of(const PathInCode& lambda) {
    std::size_t end = 0;
    switch (fate(lambda, end)) {
    case Fate::called: { // until the end of the expression that it stands in
      while (end > 0 && path_expression(lambda[end - 1]))
        --end;
      return lambda[end].stmt;
    }
    case Fate::named: { // until the end of the block that the variable is declared in
      const auto* v = llvm::dyn_cast_or_null<clang::VarDecl>(lambda[end].decl);
      const bool is_own = v && v->hasLocalStorage() && !v->getType()->isReferenceType() &&
                          is_lambda(v->getType()) && !v->isInitCapture();
      return is_own && end >= 2 && !file_.is_named_in_lost(*v) &&
                     is_only_called(paths_, *v->getCanonicalDecl())
                 ? lambda[end - 2].stmt
                 : nullptr;
    }
    case Fate::unknown:
      return nullptr;
    }
    return nullptr;
  }

private:
  enum class Fate : std::uint8_t { called, named, unknown };

  static const clang::Expr* path_expression(const InCode& at) {
    return llvm::dyn_cast_or_null<clang::Expr>(at.stmt);
  }
  static bool is_lambda(clang::QualType type) {
    const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
    return record && record->isLambda();
  }

  // What becomes of an object that is written, or named, there; `end`: where that is seen.
  Fate fate(const PathInCode& path, std::size_t& end) {
    for (end = path.size() - 1; end-- > 0;) {
      if (path[end].decl) return Fate::named;
      const clang::Stmt* child = path[end + 1].stmt;
      const clang::Expr* e = path_expression(path[end]);
      if (!e) return Fate::unknown;
      if (const auto* call = llvm::dyn_cast<clang::CallExpr>(e)) {
        if (passed_on(call) != call) continue;
        return calls(*call, child) ? Fate::called : Fate::unknown;
      }
      const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(e);
      const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(e);
      const bool stays =
          (made && made->getConstructor()->isCopyOrMoveConstructor() && is_lambda(e->getType())) ||
          (cast && cast->getCastKind() == clang::CK_NoOp) ||
          llvm::isa<clang::ParenExpr, clang::FullExpr, clang::MaterializeTemporaryExpr,
                    clang::CXXBindTemporaryExpr>(e);
      if (!stays) return Fate::unknown;
    }
    return Fate::unknown;
  }

  // Is it called, or given to a function that does nothing else with it?
  bool calls(const clang::CallExpr& e, const clang::Stmt* child) {
    const clang::FunctionDecl* f = e.getDirectCallee();
    if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&e))
      return call->getOperator() == clang::OO_Call && call->getArg(0) == child && f &&
             is_lambda(llvm::cast<clang::Expr>(child)->getType());
    const clang::FunctionDecl* g = f ? f->getDefinition() : nullptr;
    if (!g || file_.is_library(*g) || file_.is_torn(*g) || g->isDependentContext() ||
        !llvm::isa_and_nonnull<clang::CompoundStmt>(g->getBody()))
      return false;
    for (unsigned i = 0; i < e.getNumArgs() && i < g->getNumParams(); ++i)
      if (e.getArg(i) == child) {
        const clang::ParmVarDecl& p = *g->getParamDecl(i);
        if (!is_lambda(p.getType().getNonReferenceType()) || !entered_.insert(&p).second)
          return false;
        Paths within;
        within.TraverseStmt(g->getBody());
        const bool only = is_only_called(within, *p.getCanonicalDecl());
        entered_.erase(&p);
        return only;
      }
    return false;
  }
  bool is_only_called(const Paths& paths, const clang::VarDecl& v) {
    const auto it = paths.named.find(&v);
    return it == paths.named.end() || std::ranges::all_of(it->second, [&](const PathInCode& path) {
             std::size_t end = 0;
             return fate(path, end) == Fate::called;
           });
  }

  HostFile& file_;
  const Paths& paths_;
  std::set<const clang::VarDecl*> entered_;
};

bool is_loop(const InCode& at) {
  return llvm::isa_and_nonnull<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                               clang::CXXForRangeStmt>(at.stmt);
}
bool is_lambda(const InCode& at) { return llvm::isa_and_nonnull<clang::LambdaExpr>(at.stmt); }

// Is it in what a loop executes each time: the body, or the variable of a range?
bool is_of_turn(const InCode& loop, const InCode& child) {
  if (const auto* s = llvm::dyn_cast<clang::ForStmt>(loop.stmt)) return child.stmt == s->getBody();
  if (const auto* s = llvm::dyn_cast<clang::WhileStmt>(loop.stmt))
    return child.stmt == s->getBody();
  if (const auto* s = llvm::dyn_cast<clang::DoStmt>(loop.stmt)) return child.stmt == s->getBody();
  const auto* s = llvm::dyn_cast<clang::CXXForRangeStmt>(loop.stmt);
  return s && (child.stmt == s->getBody() || child.stmt == s->getLoopVarStmt());
}

// Of two parts of one statement: is the first over, or left out, when control comes to the second?
bool is_over(const InCode& whole, const InCode& first, const InCode& second) {
  const auto comes_first = [&](const auto& parts) {
    for (const auto* part : parts) {
      if (first.stmt == static_cast<const void*>(part) ||
          first.decl == static_cast<const void*>(part))
        return true;
      if (second.stmt == static_cast<const void*>(part) ||
          second.decl == static_cast<const void*>(part))
        return false;
    }
    return false;
  };
  if (const auto* s = llvm::dyn_cast_or_null<clang::CompoundStmt>(whole.stmt))
    return comes_first(s->body());
  if (const auto* s = llvm::dyn_cast_or_null<clang::DeclStmt>(whole.stmt))
    return comes_first(s->decls());
  if (const auto* s = llvm::dyn_cast_or_null<clang::IfStmt>(whole.stmt))
    return second.stmt == s->getThen() || second.stmt == s->getElse();
  if (const auto* s = llvm::dyn_cast_or_null<clang::SwitchStmt>(whole.stmt))
    return second.stmt == s->getBody();
  if (const auto* s = llvm::dyn_cast_or_null<clang::ForStmt>(whole.stmt))
    return first.stmt == s->getInit();
  return false;
}

} // namespace

Captures::Captures(const clang::FunctionDecl& f, HostFile& file)
    : has_order_(!file.has_labels(f) && !llvm::isa<clang::CXXConstructorDecl>(f)) {
  Paths paths;
  auto* body = const_cast<clang::Stmt*>(file.body(f));
  paths.TraverseStmt(body);
  const std::set<const clang::Stmt*> lists = argument_lists(*body, file);
  for (const auto& [v, named] : paths.named)
    for (const PathInCode& path : named) {
      const Use use = Judge(path, file, lists).run();
      if (use == Use::given || file.is_named_in_lost(*v)) uses_[v].is_given_away = true;
      if (use == Use::changed) uses_[v].changes.push_back(path);
    }
  for (const auto& [lambda, path] : paths.lambdas)
    lives_[lambda] = Lives(file, paths).of(path);
  declared_ = std::move(paths.declared);
  lambdas_ = std::move(paths.lambdas);
}

// May the change be made behind the place where the lambda is written, and before its last call?
bool Captures::may_come_later(const clang::VarDecl& v, const PathInCode& change,
                              const clang::LambdaExpr& lambda) const {
  const PathInCode& written = lambdas_.at(&lambda);
  const clang::Stmt* life = lives_.at(&lambda);
  const auto declared = declared_.find(&v);
  const PathInCode nowhere;
  const PathInCode& origin = declared == declared_.end() ? nowhere : declared->second;
  const std::size_t shared =
      static_cast<std::size_t>(std::ranges::mismatch(change, written).in1 - change.begin());
  if (shared == 0 || shared == change.size() || shared == written.size()) return true;
  // what lambdas do is done whenever they are called
  if (std::ranges::any_of(change.begin() + static_cast<std::ptrdiff_t>(shared), change.end(),
                          is_lambda))
    return true;
  const auto lives_in = std::ranges::find(written, InCode{life, nullptr});
  const auto from = life ? static_cast<std::size_t>(lives_in - written.begin()) : 0;
  bool again = false; // it may be made once more, of a later turn or call
  for (std::size_t i = 0; i + 1 < shared; ++i) {
    const bool repeats = is_lambda(written[i]) || (is_loop(written[i]) && i >= from);
    const bool anew = i + 1 < origin.size() && origin[i] == written[i] &&
                      (is_lambda(written[i]) || is_of_turn(written[i], origin[i + 1]));
    again = again || (repeats && !anew);
  }
  if (again) return true;
  if (life && from >= shared) return false; // outside: it was made before, or nobody has the lambda
  const InCode& whole = written[shared - 1];
  if (is_loop(whole) && !llvm::isa<clang::ForStmt>(whole.stmt)) return true;
  return !is_over(whole, change[shared], written[shared]);
}

namespace {

// May it change although it is constant, or nobody is seen to change it?
bool may_change_anyway(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return type.isVolatileQualified() ||
         (record && record->hasDefinition() && record->hasMutableFields());
}

} // namespace

bool Captures::is_changed_in_lambdas(const clang::VarDecl& v) const {
  const auto uses = uses_.find(v.getCanonicalDecl());
  if (may_change_anyway(v.getType().getNonReferenceType())) return true;
  return uses != uses_.end() &&
         (uses->second.is_given_away ||
          std::ranges::any_of(uses->second.changes, [](const PathInCode& change) {
            return std::ranges::any_of(change, is_lambda);
          }));
}

bool Captures::is_fixed(const clang::VarDecl& v, const clang::LambdaExpr& lambda) const {
  const clang::QualType type = v.getType();
  if (!v.hasLocalStorage() || type->isReferenceType() || may_change_anyway(type)) return false;
  if (type.isConstQualified()) return true;
  if (!has_order_ || !lambdas_.contains(&lambda)) return false;
  const auto uses = uses_.find(&v);
  if (uses == uses_.end()) return true;
  return !uses->second.is_given_away &&
         std::ranges::none_of(uses->second.changes, [&](const PathInCode& change) {
           return may_come_later(v, change, lambda);
         });
}

bool is_only_read(const clang::VarDecl& v, HostFile& file) {
  const auto* f = llvm::dyn_cast<clang::FunctionDecl>(v.getDeclContext());
  const clang::Stmt* body = f ? file.body(*f) : nullptr;
  if (!body || !v.hasLocalStorage() || file.is_torn(*f) || is_named(v, file.lost(*f).names))
    return false;
  Paths paths;
  paths.TraverseStmt(const_cast<clang::Stmt*>(body));
  const std::set<const clang::Stmt*> lists = argument_lists(*body, file);
  return std::ranges::all_of(paths.named[v.getCanonicalDecl()], [&](const PathInCode& path) {
    return Judge(path, file, lists).run() == Use::read;
  });
}

} // namespace heddle::cuda
