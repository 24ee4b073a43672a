// Arguments that are written alike, a.data() and a.data(), are one, whatever that is.
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// Does it lead to the same place each time it is asked? Not where it may make another one.
class Leads : public clang::RecursiveASTVisitor<Leads> {
public:
  bool VisitCXXNewExpr(clang::CXXNewExpr*) { return found = false; }
  // what is copied has in it what the other copy has
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* e) {
    return found = found && e->getConstructor()->isCopyConstructor();
  }
  bool VisitUnaryOperator(clang::UnaryOperator* e) {
    return found = found && !e->isIncrementDecrementOp();
  }
  bool VisitBinaryOperator(clang::BinaryOperator* e) {
    return found = found && !e->isAssignmentOp();
  }
  bool VisitCallExpr(clang::CallExpr* e) {
    if (llvm::isa<clang::CXXOperatorCallExpr>(e)) return true;
    const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(e);
    const bool asks = member ? member->getNumArgs() == 0 : takes_objects(*e);
    return found = found && asks;
  }
  bool found = true;

private:
  static bool takes_objects(const clang::CallExpr& e) {
    return e.getNumArgs() > 0 && std::ranges::all_of(e.arguments(), [](const clang::Expr* arg) {
             return arg->getType()->isPointerType() || arg->getType()->isRecordType();
           });
  }
};

} // namespace

// Of each argument the first one that it is written like: often itself.
std::vector<std::size_t> HostWalk::alike(const std::vector<const clang::Expr*>& args) const {
  std::vector<std::pair<llvm::FoldingSetNodeID, std::size_t>> before;
  std::vector<std::size_t> first(args.size());
  for (std::size_t i = 0; i < args.size(); ++i) {
    first[i] = i;
    const clang::Expr* arg = args[i]->IgnoreParenCasts(); // to const
    if (arg->containsErrors() || arg->isTypeDependent() || is_null(*args[i])) continue;
    Leads leads;
    leads.TraverseStmt(const_cast<clang::Expr*>(arg));
    if (!leads.found) continue;
    llvm::FoldingSetNodeID text;
    arg->Profile(text, ast_, true);
    const auto same =
        std::ranges::find(before, text, &std::pair<llvm::FoldingSetNodeID, std::size_t>::first);
    if (same == before.end())
      before.emplace_back(text, i);
    else
      first[i] = same->second;
  }
  return first;
}

// Of a launch: pointers.
void HostWalk::join_alike(const clang::CallExpr& e, std::vector<HostValue>& args) {
  const std::vector<const clang::Expr*> texts{e.arg_begin(), e.arg_end()};
  const std::vector<std::size_t> first = alike(texts);
  for (std::size_t i = 0; i < args.size() && i < first.size(); ++i) {
    if (first[i] == i || !texts[i]->getType()->isPointerType()) continue;
    HostValue& one = args[first[i]];
    if (!one.is_pointer()) one = fresh(texts[i]->getType(), "pointer", loc(texts[i]));
    args[i] = one;
  }
}

// A parameter whose argument is written like that of another one.
void HostWalk::bind_as(const clang::ParmVarDecl& param, const clang::ParmVarDecl& other) {
  const bool refers = other.getType()->isReferenceType();
  if (param.getType()->isReferenceType() != refers || state_.refs->contains(&param) ||
      state_.refs->contains(&other))
    return;
  const Place as{{&other, nullptr}, {}, other.getNameAsString()};
  if (refers) {
    state_.refs.edit()[&param] = as;
    return;
  }
  if (!ast_.hasSameUnqualifiedType(param.getType(), other.getType()) &&
      !(param.getType()->isPointerType() && other.getType()->isPointerType()))
    return;
  if (HostValue v = load(as, other.getType(), loc_); v.known())
    state_.set({&param, nullptr}, std::move(v));
}

} // namespace heddle::cuda
