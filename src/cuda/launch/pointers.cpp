#include "cuda/launch/pointers.hpp"

#include <algorithm>

namespace heddle::cuda {

bool is_kernel(const clang::Decl& d) {
  if (const auto* t = llvm::dyn_cast<clang::FunctionTemplateDecl>(&d))
    return t->getTemplatedDecl()->hasAttr<clang::CUDAGlobalAttr>();
  return d.hasAttr<clang::CUDAGlobalAttr>();
}

const clang::VarDecl* variable_of(const clang::Expr* e) {
  while (const auto* element = llvm::dyn_cast_or_null<clang::ArraySubscriptExpr>(e)) {
    e = element->getBase()->IgnoreParenImpCasts();
    if (!e->getType()->isArrayType()) return nullptr;
  }
  const auto* ref = llvm::dyn_cast_or_null<clang::DeclRefExpr>(e);
  return ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
}

const clang::Expr* named_by(const clang::Expr* e) {
  e = without_casts(e);
  if (const auto* u = llvm::dyn_cast_or_null<clang::UnaryOperator>(e);
      u && u->getOpcode() == clang::UO_AddrOf)
    e = without_casts(u->getSubExpr());
  return e;
}

namespace {

// A pointer, an array of them, or the function itself.
bool is_pointer(clang::QualType type) {
  if (type->isReferenceType()) return type->getPointeeType()->isFunctionType();
  while (const clang::ArrayType* array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  return type->isPointerType() && !type.isVolatileQualified();
}

bool is_nothing(const clang::Expr* e) {
  return llvm::isa_and_nonnull<clang::CXXNullPtrLiteralExpr, clang::GNUNullExpr,
                               clang::IntegerLiteral, clang::ImplicitValueInitExpr>(e);
}

} // namespace

PointerFlow::Node& PointerFlow::at(const clang::ValueDecl& d) {
  const clang::ValueDecl* key = &d;
  // of functions and parameters the definition's
  if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(&d); f && f->getDefinition())
    key = f->getDefinition();
  Node& node = nodes_[key];
  node.of = key;
  return node;
}

void PointerFlow::connect(Node& from, Node& to) {
  ++from.understood;
  from.to.insert(&to);
  to.from.insert(&from);
}

void PointerFlow::flow(Node& to, const clang::Expr* from) {
  if (const auto* list = llvm::dyn_cast_or_null<clang::InitListExpr>(from);
      list && list->getType()->isArrayType()) {
    for (const clang::Expr* element : list->inits())
      flow(to, element);
    return;
  }
  from = named_by(from);
  if (const auto* choice = llvm::dyn_cast_or_null<clang::ConditionalOperator>(from)) {
    flow(to, choice->getTrueExpr());
    return flow(to, choice->getFalseExpr());
  }
  const auto* ref = llvm::dyn_cast_or_null<clang::DeclRefExpr>(from);
  const auto* call = llvm::dyn_cast_or_null<clang::CallExpr>(from);
  const clang::FunctionDecl* called = call ? call->getDirectCallee() : nullptr;
  if (ref && llvm::isa<clang::FunctionDecl>(ref->getDecl()) && is_kernel(*ref->getDecl())) {
    to.given.push_back(ref);
    given_.insert(ref);
  } else if (const clang::VarDecl* v = variable_of(from); v && is_pointer(v->getType())) {
    connect(at(*v), to);
  } else if (called && file_.body(*called) && is_pointer(called->getReturnType())) {
    connect(at(*called), to);
  } else if (!is_nothing(from)) {
    to.open = true;
  }
}

void PointerFlow::launch(const clang::Expr& launch, const clang::Expr* callee) {
  callee = named_by(callee);
  if (const clang::VarDecl* v = variable_of(callee)) {
    ++at(*v).understood;
    at(*v).launches.push_back(&launch);
  } else if (llvm::isa_and_nonnull<clang::CallExpr, clang::ConditionalOperator>(callee)) {
    callees_.push_back(std::make_unique<Node>());
    callees_.back()->launches.push_back(&launch);
    flow(*callees_.back(), callee);
  }
}

// Is nothing else done with it?
bool PointerFlow::may_follow(const Node& node, const std::set<const clang::FunctionDecl*>& named) {
  if (node.open) return false;
  if (!node.of) return true;
  if (node.uses != node.understood || file_.is_named_in_lost(*node.of)) return false;
  if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(node.of))
    return is_pointer(f->getReturnType()) && !file_.is_torn(*f) && !has_other_callers(node, named);
  const auto& v = *llvm::cast<clang::VarDecl>(node.of);
  const auto* f = llvm::dyn_cast<clang::FunctionDecl>(v.getDeclContext());
  const auto* p = llvm::dyn_cast<clang::ParmVarDecl>(&v);
  if (p && (!f || !file_.body(*f) || file_.is_torn(*f) || p->hasDefaultArg())) return false;
  return v.hasLocalStorage() && is_pointer(v.getType());
}

// Of the function whose parameter or result it is.
bool PointerFlow::has_other_callers(const Node& node,
                                    const std::set<const clang::FunctionDecl*>& named) const {
  const auto* f = llvm::dyn_cast_or_null<clang::FunctionDecl>(node.of);
  if (const auto* p = llvm::dyn_cast_or_null<clang::ParmVarDecl>(node.of))
    f = llvm::dyn_cast<clang::FunctionDecl>(p->getDeclContext());
  if (!f) return false;
  if (all_called_otherwise_ && f != node.of) return true;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(f);
  // libraries may call operators, and pointers to functions what lambdas are converted to
  if (method && !method->getDeclName().isIdentifier() && !only_called_.contains(f) &&
      !file_.is_called_at_once(*f))
    return true;
  return named.contains(f->getCanonicalDecl()) ||
         called_otherwise_.contains(f->getCanonicalDecl()) || (method && method->isVirtual()) ||
         file_.is_called_elsewhere(*f);
}

// What any of those that are connected is used for.
void PointerFlow::settle() {
  std::vector<Node*> all;
  for (auto& [d, node] : nodes_)
    all.push_back(&node);
  for (const auto& node : callees_)
    all.push_back(node.get());
  for (bool changed = true; std::exchange(changed, false);)
    for (Node* node : all) {
      const bool stays = std::ranges::all_of(node->from, &Node::is_followed) &&
                         std::ranges::all_of(node->to, &Node::is_followed);
      if (node->is_followed && !stays) {
        node->is_followed = false;
        changed = true;
      }
    }
}

void PointerFlow::collect(const Node& node, std::set<const Node*>& seen, KernelPointer& to) {
  if (!seen.insert(&node).second) return;
  for (const clang::DeclRefExpr* e : node.given)
    to.kernels.push_back({llvm::cast<clang::FunctionDecl>(e->getDecl()), e->getExprLoc()});
  for (const Node* from : node.from)
    collect(*from, seen, to);
}

std::vector<KernelPointer> PointerFlow::finish(const std::set<const clang::FunctionDecl*>& named,
                                               std::vector<KernelUse>& lost) {
  std::vector<Node*> all;
  for (auto& [d, node] : nodes_)
    all.push_back(&node);
  for (const auto& node : callees_)
    all.push_back(node.get());
  for (Node* node : all)
    node->is_followed = may_follow(*node, named);
  settle();
  std::vector<KernelPointer> followed;
  for (const Node* node : all) {
    for (const clang::DeclRefExpr* e : node->given)
      if (!node->is_followed)
        lost.push_back({llvm::cast<clang::FunctionDecl>(e->getDecl()), e->getExprLoc()});
    if (!node->is_followed || node->launches.empty()) continue;
    KernelPointer pointer{{}, node->launches};
    std::set<const Node*> seen;
    collect(*node, seen, pointer);
    pointer.is_complete = std::ranges::none_of(
        seen, [&](const Node* from) { return has_other_callers(*from, named); });
    if (!pointer.kernels.empty()) followed.push_back(std::move(pointer));
  }
  return followed;
}

} // namespace heddle::cuda
