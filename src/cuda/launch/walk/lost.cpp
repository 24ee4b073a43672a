// What is not in the tree: whatever it names may be changed, and control may leave there.
#include "cuda/launch/captures.hpp"
#include "cuda/launch/walk/holds.hpp"
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

std::set<Root> HostWalk::roots_named(const std::set<std::string>& names) {
  std::set<Root> roots;
  for (const Frame& frame : frames_) {
    for (const clang::VarDecl* v : file_.variables(*frame.function)) {
      if (is_named(*v, names)) roots.insert(root_of(*v));
    }
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(frame.function);
    if (frame.self && method && names_member(names, *method->getParent()))
      roots.insert(frame.self->root);
  }
  return roots;
}

void HostWalk::lose(const LostText& text) {
  if (state_.dead) return;
  find_lost_calls(text);
  forget_all(roots_named(text.names));
  havoc_reachable();
  // a loop around it may end here as well, and so may the function
  Frame& frame = frames_.back();
  frame.breaks.push_back(state_);
  frame.continues.push_back(state_);
  if (text.leaves) frame.returns.emplace_back(state_, HostValue{});
}

// A call that does not compile passes one pointer twice where it names fewer than are taken.
void HostWalk::find_lost_calls(const LostText& text) {
  const auto pointers = [](const auto& variables) {
    return std::ranges::count_if(
        variables, [](const auto* v) { return has_pointer(v->getType().getNonReferenceType()); });
  };
  std::vector<const clang::VarDecl*> named;
  for (const Root& root : roots_named(text.names))
    if (const auto* v = llvm::dyn_cast_or_null<clang::VarDecl>(root.decl)) named.push_back(v);
  for (const clang::FunctionDecl* f : leading)
    if (f->getDeclName().isIdentifier() && text.names.contains(f->getNameAsString()) &&
        pointers(named) < pointers(f->parameters()))
      lost_calls.insert(f);
}

// Whoever calls it may pass one pointer for all of its parameters.
bool HostWalk::run_lost_call(const clang::FunctionDecl& f) {
  begin(f);
  for (const clang::ParmVarDecl* p : frames_.back().function->parameters())
    if (p->getType()->isPointerType())
      state_.set({p, nullptr}, anything(fresh(p->getType(), p->getNameAsString(), loc_)));
  exec(file_.body(f));
  return steps_ <= max_steps;
}

void HostWalk::lose_in(const clang::CompoundStmt& s, std::size_t at) {
  const auto* texts = file_.lost_in(s);
  if (!texts) return;
  if (const auto it = texts->find(at); it != texts->end()) lose(it->second);
}

namespace {

// What an expression is made of that is a number, or one of several, and changes nothing.
class Plain : public clang::RecursiveASTVisitor<Plain> {
public:
  explicit Plain(HostFile& f) : file(f) {}
  bool VisitExpr(clang::Expr* e) {
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(e))
      return is_plain = file.is_library(*made->getConstructor());
    if (const auto* u = llvm::dyn_cast<clang::UnaryOperator>(e))
      return is_plain = u->isArithmeticOp();
    if (const auto* b = llvm::dyn_cast<clang::BinaryOperator>(e))
      return is_plain = !b->isAssignmentOp();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(e))
      return is_plain = !member->isArrow();
    return is_plain =
               llvm::isa<clang::CastExpr, clang::ParenExpr, clang::IntegerLiteral,
                         clang::FloatingLiteral, clang::CharacterLiteral, clang::CXXBoolLiteralExpr,
                         clang::UnaryExprOrTypeTraitExpr, clang::ConditionalOperator,
                         clang::ExprWithCleanups, clang::MaterializeTemporaryExpr,
                         clang::CXXDefaultArgExpr, clang::ConstantExpr, clang::InitListExpr,
                         clang::SubstNonTypeTemplateParmExpr, clang::DeclRefExpr>(e);
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) {
    names.push_back(llvm::dyn_cast<clang::VarDecl>(e->getDecl()));
    return true;
  }
  HostFile& file;
  bool is_plain = true;
  std::vector<const clang::VarDecl*> names; // null: something else
};

// Variables of a function that are what their declarations say wherever control is.
class Fixed {
public:
  explicit Fixed(HostFile& file) : file_(file) {}
  // Those that the expression names, each behind those that it is made of.
  void add(const clang::Expr& e) {
    struct Search : clang::RecursiveASTVisitor<Search> {
      bool VisitDeclRefExpr(clang::DeclRefExpr* ref) {
        if (const auto* v = llvm::dyn_cast<clang::VarDecl>(ref->getDecl())) names.push_back(v);
        return true;
      }
      std::vector<const clang::VarDecl*> names;
    } search;
    search.TraverseStmt(const_cast<clang::Expr*>(&e));
    for (const clang::VarDecl* v : search.names)
      is_fixed(*v);
  }
  std::vector<const clang::VarDecl*> in_order;

private:
  bool is_fixed(const clang::VarDecl& v) {
    const auto [it, is_new] = known_.try_emplace(&v, false);
    if (!is_new) return it->second;
    if (v.isInvalidDecl() || v.getType()->isReferenceType() || v.getType().isVolatileQualified())
      return false;
    if (v.hasGlobalStorage()) return v.isConstexpr();
    if (!is_only_read(v, file_)) return false;
    if (llvm::isa<clang::ParmVarDecl>(v)) return known_[&v] = true;
    if (!v.getInit() || v.getInit()->containsErrors()) return false;
    Plain made_of(file_);
    made_of.TraverseStmt(const_cast<clang::Expr*>(v.getInit()));
    const bool plain =
        made_of.is_plain && std::ranges::all_of(made_of.names, [&](const clang::VarDecl* part) {
          return part && is_fixed(*part);
        });
    if (plain) in_order.push_back(&v);
    return known_[&v] = plain;
  }

  HostFile& file_;
  std::map<const clang::VarDecl*, bool> known_;
};

} // namespace

// A launch in a function of which nothing else is known.
void HostWalk::run_alone(const clang::FunctionDecl& f, const clang::Expr& launch) {
  begin(f);
  Fixed fixed(file_);
  fixed.add(launch);
  if (const auto* kernel = llvm::dyn_cast<clang::CUDAKernelCallExpr>(&launch))
    if (kernel->getConfig()) fixed.add(*kernel->getConfig());
  for (const clang::VarDecl* v : fixed.in_order)
    exec_decl(*v);
  eval(&launch);
}

} // namespace heddle::cuda
