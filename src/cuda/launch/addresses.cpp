#include "cuda/launch/addresses.hpp"

#include "cuda/launch/library.hpp"
#include "cuda/launch/paths.hpp"

#include <clang/AST/StmtCXX.h>

namespace heddle::cuda {

namespace {

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

// An object that is named, or a pointer to it, and what is done with it from there on.
struct Way {
  bool is_object = true; // else: a pointer
  bool carries = false;  // what the object holds may lead to objects of callers
  bool is_self = false;  // *this
};

// What becomes of an object: a lambda may have a reference to it, and nobody else.
enum class Given : std::uint8_t { no, captured, away };

// this->config.attrs
bool is_part_of_self(const clang::Expr* e) {
  for (e = without_casts(e); e; e = without_casts(e)) {
    if (llvm::isa<clang::CXXThisExpr>(e)) return true;
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(e);
    if (!member) return false;
    e = member->getBase();
  }
  return false;
}

bool is_changeable(clang::QualType param) {
  return param->isReferenceType() && !param.getNonReferenceType().isConstQualified();
}

// A pointer, or an object of one of the file's own classes, which may hold some.
bool holds_pointers(clang::QualType type, const HostFile& file) {
  type = type.getNonReferenceType();
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return type->isPointerType() || (record && !file.is_library(*record));
}

// Looks where the address of an object, or a reference to it, goes. Reads, writes, members and
// elements, what a pointer that is made on the spot leads to, references that the walk binds and
// arguments of calls that it follows are no news; whatever else there is gives the object away.
class Addresses : public PathVisitor<Addresses> {
public:
  Addresses(const HostFile& file, std::set<const clang::Stmt*> argument_lists, Calls calls,
            Addressed& to)
      : file_(file), argument_lists_(std::move(argument_lists)), calls_(calls), to_(to) {}

  void name(const clang::VarDecl& named) {
    const clang::VarDecl& v = *named.getCanonicalDecl();
    const bool of_caller = llvm::isa<clang::ParmVarDecl>(v) && holds_pointers(v.getType(), file_);
    if (to_.variables.contains(&v)) return;
    switch (given({true, of_caller})) {
    case Given::no:
      break;
    case Given::captured:
      capture(v);
      break;
    case Given::away:
      to_.variables.insert(&v);
      break;
    }
  }
  bool VisitMemberExpr(clang::MemberExpr* e) {
    if (const auto* v = llvm::dyn_cast<clang::VarDecl>(e->getMemberDecl())) name(*v);
    return true;
  }
  bool VisitCXXThisExpr(clang::CXXThisExpr*) {
    to_.self = to_.self || given({false, false, true}) != Given::no;
    return true;
  }

private:
  using Answer = std::optional<bool>; // none: it goes on

  // The lambda is made in all statements that it stands in, but not before them; in blocks it is in
  // one of theirs.
  void capture(const clang::VarDecl& v) {
    to_.captured.insert(&v);
    bool is_behind = false;
    for (auto at = around().rbegin(); at != around().rend(); ++at) {
      const bool is_lambda = llvm::isa_and_nonnull<clang::LambdaExpr>(at->stmt);
      if (is_lambda && is_behind) return;
      is_behind = is_behind || is_lambda;
      if (at->stmt && !llvm::isa<clang::CompoundStmt>(at->stmt))
        to_.captured_in[at->stmt].insert(&v);
    }
  }

  Given given(Way way) const {
    const clang::Stmt* child = around().back().stmt;
    for (std::size_t i = around().size() - 1; i-- > 0;) {
      const InCode& at = around()[i];
      const Answer answer = at.decl ? declared(way, *at.decl) : step(way, *at.stmt, *child, i);
      if (answer && *answer && at.stmt && llvm::isa<clang::LambdaExpr>(at.stmt) && !way.carries)
        return Given::captured;
      if (answer) return *answer ? Given::away : Given::no;
      child = at.stmt;
    }
    return Given::away;
  }

  Answer step(Way& way, const clang::Stmt& at, const clang::Stmt& child, std::size_t i) const {
    if (argument_lists_.contains(&at)) return false;
    const auto* e = llvm::dyn_cast<clang::Expr>(&at);
    if (!e) return in_statement(way, at, i);
    if (llvm::isa<clang::ParenExpr, clang::FullExpr, clang::MaterializeTemporaryExpr,
                  clang::CXXBindTemporaryExpr, clang::SubstNonTypeTemplateParmExpr,
                  clang::CXXDefaultArgExpr, clang::CXXDefaultInitExpr,
                  clang::CXXRewrittenBinaryOperator>(e))
      return {};
    if (llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr,
                  clang::ArrayInitLoopExpr>(e))
      return false;
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(e)) return converted(way, *cast);
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(e)) return selected(way, *member);
    if (llvm::isa<clang::ArraySubscriptExpr>(e)) {
      way.is_object = true;
      return {};
    }
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(e)) return operated(way, *unary);
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(e)) {
      const bool is_statement = i == 0 || !llvm::isa_and_nonnull<clang::Expr>(around()[i - 1].stmt);
      // an object that points into itself: the walk follows what it holds
      if (way.is_self && is_statement && binary->getOpcode() == clang::BO_Assign &&
          is_part_of_self(binary->getLHS()))
        return false;
      return operated(way, *binary, child);
    }
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(e)) {
      if (&child == choice->getCond()) return false;
      return way.is_object ? Answer() : true;
    }
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(e)) return !is_called(*lambda, i);
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(e)) return called(way, *call, child);
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(e))
      return constructed(way, *made, child);
    return true;
  }

  Answer in_statement(const Way& way, const clang::Stmt& at, std::size_t i) const {
    if (llvm::isa<clang::ReturnStmt>(at)) // the caller names the object, but not one of the file
      return (!way.is_object && !way.is_self) || calls_ == Calls::unknown;
    if (llvm::isa<clang::AsmStmt, clang::CoreturnStmt>(at)) return true;
    const bool is_value =
        i > 0 && around()[i - 1].stmt && llvm::isa<clang::StmtExpr>(around()[i - 1].stmt);
    return !way.is_object && is_value;
  }

  // A reference is bound where it is declared, and the walk follows it there.
  Answer declared(const Way& way, const clang::Decl& d) const {
    const auto* v = llvm::dyn_cast<clang::VarDecl>(&d);
    if (!v) return true;
    const bool is_plain = v->hasLocalStorage() && !v->isInitCapture() &&
                          !llvm::isa<clang::DecompositionDecl, clang::ParmVarDecl>(v);
    return !(is_plain && way.is_object && v->getType()->isReferenceType() &&
             calls_ == Calls::followed);
  }

  static Answer converted(Way& way, const clang::CastExpr& cast) {
    switch (cast.getCastKind()) {
    case clang::CK_LValueToRValue:
      if (!way.carries || !cast.getType()->isPointerType()) return false;
      way.is_object = false;
      return {};
    case clang::CK_ArrayToPointerDecay:
      way.is_object = false;
      return {};
    case clang::CK_ToVoid:
    case clang::CK_PointerToBoolean:
    case clang::CK_LValueToRValueBitCast:
      return false;
    case clang::CK_NoOp:
    case clang::CK_BitCast:
    case clang::CK_LValueBitCast:
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
    case clang::CK_BaseToDerived:
    case clang::CK_ConstructorConversion:
    case clang::CK_UserDefinedConversion:
      return {};
    default:
      return true;
    }
  }

  static Answer selected(Way& way, const clang::MemberExpr& e) {
    if (llvm::isa<clang::VarDecl>(e.getMemberDecl())) return false; // of all objects
    way.is_object = true;
    if (e.getMemberDecl()->getType()->isReferenceType()) return false; // it leads elsewhere
    return {};
  }

  static Answer operated(Way& way, const clang::UnaryOperator& e) {
    switch (e.getOpcode()) {
    case clang::UO_AddrOf:
      way.is_object = false;
      return {};
    case clang::UO_Deref:
      way.is_object = true;
      return {};
    case clang::UO_PreInc:
    case clang::UO_PreDec:
    case clang::UO_Real:
    case clang::UO_Imag:
    case clang::UO_Extension:
      return {};
    default:
      return false;
    }
  }
  static Answer operated(const Way& way, const clang::BinaryOperator& e, const clang::Stmt& child) {
    if (e.isAssignmentOp() && !way.is_object) return true;
    if (e.isCommaOp() && &child == e.getLHS()) return false;
    if (e.isComparisonOp() || e.isLogicalOp() || !(e.isGLValue() || e.getType()->isPointerType()))
      return false;
    return {};
  }

  // [&n] { .. }(): what its body does is seen.
  bool is_called(const clang::LambdaExpr& lambda, std::size_t i) const {
    while (i-- > 0 && around()[i].stmt) {
      const clang::Stmt* at = around()[i].stmt;
      if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(at))
        return called_at_once(*call) == &lambda;
      if (!llvm::isa<clang::CastExpr, clang::ParenExpr, clang::MaterializeTemporaryExpr,
                     clang::ExprWithCleanups, clang::CXXBindTemporaryExpr>(at))
        return false;
    }
    return false;
  }

  // What a reference that it returns leads to may be what it was given.
  static Answer returned(Way& way, const clang::CallExpr& e) {
    if (!e.isGLValue()) return false;
    way.is_object = true;
    return {};
  }
  Answer called(Way& way, const clang::CallExpr& e, const clang::Stmt& child) const {
    if (llvm::isa<clang::CUDAKernelCallExpr>(e)) return true;
    const clang::FunctionDecl* f = e.getDirectCallee();
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(f);
    const bool is_operator = llvm::isa<clang::CXXOperatorCallExpr>(e) && method;
    const bool is_self = (&child == e.getCallee()) || (is_operator && &child == e.getArg(0));
    if (is_self || (method && method->isTrivial())) return returned(way, e);
    const LibraryEffect effect = f ? file_.effect(*f) : LibraryEffect::unknown;
    const bool is_library = f && file_.is_library(*f);
    if (is_library && launch_form(*f)) return false;
    if (calls_ == Calls::unknown &&
        (effect == LibraryEffect::unknown || effect == LibraryEffect::keeps))
      return true;
    if (is_library && effect == LibraryEffect::unknown &&
        keeps(way, *f, e, child, is_operator ? 1 : 0))
      return true;
    if (is_library && !way.is_object && e.getType()->isPointerType()) return {};
    return returned(way, e);
  }
  Answer constructed(const Way& way, const clang::CXXConstructExpr& e,
                     const clang::Stmt& child) const {
    const clang::CXXConstructorDecl& f = *e.getConstructor();
    if (f.isCopyOrMoveConstructor()) return false;
    if (!file_.is_library(f)) return calls_ == Calls::unknown;
    return keeps(way, f, e, child, 0);
  }
  // May a function of a library that is not known keep the argument? Pointers it is given by value
  // or as what it puts into a container; references to what it does not change it has no use for
  // later. A stream reads into what stands behind >> at once.
  template <class Call>
  bool keeps(const Way& way, const clang::FunctionDecl& f, const Call& e, const clang::Stmt& child,
             unsigned first) const {
    if (!way.is_object) return true;
    if (way.carries && holds_pointers(llvm::cast<clang::Expr>(child).getType(), file_)) return true;
    if (f.getOverloadedOperator() == clang::OO_GreaterGreater) return false;
    for (unsigned i = first; i < e.getNumArgs() && i - first < f.getNumParams(); ++i)
      if (e.getArg(i) == &child) return is_changeable(f.getParamDecl(i - first)->getType());
    return false;
  }

  const HostFile& file_;
  std::set<const clang::Stmt*> argument_lists_;
  Calls calls_;
  Addressed& to_;
};

} // namespace

std::set<const clang::Stmt*> argument_lists(const clang::Stmt& s, const HostFile& file) {
  ArgumentLists lists(file);
  lists.TraverseStmt(const_cast<clang::Stmt*>(&s));
  return lists.found();
}

void add_addressed(const clang::Stmt& s, const HostFile& file, Calls calls, Addressed& to) {
  Addresses(file, argument_lists(s, file), calls, to).TraverseStmt(const_cast<clang::Stmt*>(&s));
}

void add_addressed(const clang::CXXCtorInitializer& init, const HostFile& file, Calls calls,
                   Addressed& to) {
  Addresses(file, {}, calls, to)
      .TraverseConstructorInitializer(const_cast<clang::CXXCtorInitializer*>(&init));
}

void add_addressed(const clang::Decl& d, const HostFile& file, Calls calls, Addressed& to) {
  Addresses(file, {}, calls, to).TraverseDecl(const_cast<clang::Decl*>(&d));
}

} // namespace heddle::cuda
