// Objects of the standard library that hold others: smart pointers, vectors.
#include "cuda/launch/walk/holds.hpp"
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>
#include <array>

namespace heddle::cuda {

// Of *p, p.operator->() and p.get() the p, a smart pointer of the library; null: it is none of
// these.
const clang::Expr* HostWalk::owner_of(const clang::Expr& e) const {
  const clang::Expr* plain = e.IgnoreParenImpCasts();
  const clang::Expr* object = nullptr;
  const clang::FunctionDecl* f = nullptr;
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(plain)) {
    const auto op = call->getOperator();
    if (call->getNumArgs() != 1 || (op != clang::OO_Arrow && op != clang::OO_Star)) return nullptr;
    object = call->getArg(0);
    f = call->getDirectCallee();
  } else if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(plain)) {
    f = member->getDirectCallee();
    if (!f || !f->getDeclName().isIdentifier() || f->getName() != "get") return nullptr;
    object = member->getImplicitObjectArgument();
  }
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(f);
  if (!method || !object || !method->getParent()->isInStdNamespace() ||
      !file_.is_library(*method->getParent()) || has_effects(*object))
    return nullptr;
  return is_owner(*method->getParent()) ? object : nullptr;
}

bool HostWalk::is_owner(const clang::CXXRecordDecl& record) const {
  if (!record.getDeclName().isIdentifier() || !record.isInStdNamespace() ||
      !file_.is_library(record))
    return false;
  const llvm::StringRef name = record.getName();
  return name == "unique_ptr" || name == "shared_ptr" || name == "__shared_ptr" ||
         name == "__shared_ptr_access";
}

// A copy of a smart pointer, or what it is moved to, leads where it leads.
HostValue HostWalk::copied_owner(const clang::Expr& from) {
  const clang::Expr* plain = passed_on(&from)->IgnoreParenImpCasts();
  const auto* of = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      from.getType().getNonReferenceType()->getAsCXXRecordDecl());
  if (!of || of->getTemplateArgs().size() == 0 ||
      of->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type || has_effects(*plain) ||
      !plain->isGLValue())
    return {};
  const clang::QualType element = of->getTemplateArgs()[0].getAsType();
  const HostValue to = owned(*plain, ast_.getPointerType(element));
  if (!to.known()) return {};
  HostValue v{HostValue::Kind::record};
  v.members[{nullptr, -1}] = to;
  return v;
}

namespace {

constexpr std::uint64_t some_elements = 4; // of a container: those that any may be, for all we know

} // namespace

// What a container of the library has, where that holds pointers, and is copied as it is.
clang::QualType HostWalk::held_by(clang::QualType container) const {
  const auto* of = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      container.getNonReferenceType()->getAsCXXRecordDecl());
  if (!of || !of->isInStdNamespace() || !file_.is_library(*of) ||
      (of->getName() != "vector" && of->getName() != "deque") ||
      of->getTemplateArgs().size() == 0 ||
      of->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type)
    return {};
  const clang::QualType element = of->getTemplateArgs()[0].getAsType();
  return holds_pointer(element) ? element : clang::QualType();
}

std::optional<HostWalk::Element> HostWalk::element_of(const clang::Expr& e) const {
  const clang::Expr* plain = e.IgnoreParenImpCasts();
  const clang::Expr* index = nullptr;
  Element found;
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(plain)) {
    if (call->getOperator() != clang::OO_Subscript || call->getNumArgs() != 2) return std::nullopt;
    found.container = call->getArg(0);
    index = call->getArg(1);
  } else if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(plain)) {
    const auto* method = member->getMethodDecl();
    if (!method || !method->getDeclName().isIdentifier()) return std::nullopt;
    const llvm::StringRef name = method->getName();
    found.container = member->getImplicitObjectArgument();
    if (name == "front") found.index = 0;
    if (name == "at" && member->getNumArgs() == 1) index = member->getArg(0);
    if (!index && name != "front" && name != "back") return std::nullopt;
  }
  if (!found.container || found.container->getType()->isPointerType()) return std::nullopt;
  found.type = held_by(found.container->getType());
  if (found.type.isNull() || has_effects(*found.container)) return std::nullopt;
  if (!index) return found;
  clang::Expr::EvalResult at; // where it is not a constant, two of them may be two elements
  if (index->HasSideEffects(ast_) || index->isValueDependent() || !index->EvaluateAsInt(at, ast_) ||
      !at.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  found.index = at.Val.getInt().getExtValue();
  return found;
}

std::optional<Place> HostWalk::place_in(const Element& e) {
  auto container = place(e.container);
  if (!container) return std::nullopt;
  if (!e.index) return any_of_container(*container, e.type);
  if (*e.index < 0) return std::nullopt;
  Place element = container->element(static_cast<std::uint64_t>(*e.index));
  element.name += "[" + std::to_string(*e.index) + "]";
  return element;
}

// One of the elements, nobody knows which.
std::optional<Place> HostWalk::any_of_container(const Place& container, clang::QualType element) {
  return any_of_first(container, element, some_elements);
}

// What a smart pointer holds, as long as nothing changes it.
HostValue HostWalk::owned(const clang::Expr& owner, clang::QualType pointer) {
  std::optional<Place> holder;
  if (owner.getType()->isPointerType())
    holder = object_behind(eval(&owner), owner.getType());
  else
    holder = place(owner.IgnoreParenImpCasts());
  if (!holder) return {};
  holder->path.push_back({nullptr, -1});
  if (const HostValue* known = state_.find(holder->root, holder->path); known && known->known())
    return *known;
  return initial(*holder, pointer, loc(&owner));
}

// p = q, p.reset(..): what a smart pointer has held may be destroyed, by code of the file.
HostValue HostWalk::change_owner(const clang::CXXMethodDecl& f, const clang::Expr& e,
                                 const Place& self, const std::vector<const clang::Expr*>& args) {
  const bool assigns =
      args.size() == 1 && (f.isCopyAssignmentOperator() || f.isMoveAssignmentOperator());
  HostValue copy = assigns ? copied_owner(*args[0]) : HostValue{};
  const HostValue v = call_library(f, e, args, LibraryEffect::arguments);
  store(self, {});
  if (copy.known()) store(self, std::move(copy));
  havoc_reachable();
  return v;
}

// Methods of containers behind which an element is another one, or may be changed by others.
bool HostWalk::moves_elements(const clang::CXXMethodDecl& method) const {
  static constexpr std::array<llvm::StringRef, 11> stay{
      "at",       "back",      "capacity", "emplace_back",  "empty", "front",
      "max_size", "push_back", "reserve",  "shrink_to_fit", "size"};
  if (method.isConst() || held_by(ast_.getRecordType(method.getParent())).isNull() ||
      llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(method))
    return false;
  if (method.getOverloadedOperator() == clang::OO_Subscript) return false;
  return !method.getDeclName().isIdentifier() ||
         std::ranges::find(stay, method.getName()) == stay.end();
}

// v.assign(..), v.push_back(..): it knows nothing of the objects around the container. What that
// points to may be what it was.
HostValue HostWalk::change_container(const clang::FunctionDecl& f, const clang::Expr& e,
                                     const Place& self,
                                     const std::vector<const clang::Expr*>& args) {
  const HostValue v = call_library(f, e, args, LibraryEffect::nothing);
  const HostValue* known = state_.find(self.root, self.path);
  const HostValue before = known ? perhaps(*known, holders_in(*state_.vars), false) : HostValue{};
  store(self, {});
  if (before.known()) store(self, before);
  return v;
}

bool HostWalk::changes_container(const clang::CXXMethodDecl* method) const {
  static constexpr std::array<llvm::StringRef, 6> names{"assign",    "clear",   "pop_back",
                                                        "push_back", "reserve", "resize"};
  return method && method->getDeclName().isIdentifier() &&
         std::ranges::find(names, method->getName()) != names.end() &&
         is_container_of_values(method);
}

// A method of a container of the standard library that runs no code but the library's: what it has
// in memory of its own are numbers and pointers.
bool HostWalk::is_container_of_values(const clang::CXXMethodDecl* method) const {
  const auto* of = method
                       ? llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(method->getParent())
                       : nullptr;
  if (!of || !of->isInStdNamespace() || !file_.is_library(*of)) return false;
  static constexpr std::array<llvm::StringRef, 4> names{"vector", "deque", "list", "basic_string"};
  if (std::ranges::find(names, of->getName()) == names.end()) return false;
  const clang::TemplateArgumentList& args = of->getTemplateArgs();
  if (args.size() < 2 || !args[0].getAsType()->isScalarType()) return false;
  const auto* allocator = args[args.size() - 1].getAsType()->getAsCXXRecordDecl();
  return allocator && allocator->isInStdNamespace();
}

} // namespace heddle::cuda
