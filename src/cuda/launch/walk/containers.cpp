// Objects of the standard library that hold others: smart pointers, vectors.
#include "cuda/launch/walk/holds.hpp"
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>
#include <array>

#include <llvm/Support/xxhash.h>

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
  v.members[{nullptr, owned_step}] = to;
  return v;
}

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
  return has_pointer(element) ? element : clang::QualType();
}

namespace {

// std::get<1>(e): e and 1.
std::pair<const clang::Expr*, std::int64_t> got(const clang::CallExpr& e) {
  const clang::FunctionDecl* f = e.getDirectCallee();
  const auto* args = f ? f->getTemplateSpecializationArgs() : nullptr;
  if (!args || args->size() == 0 || e.getNumArgs() != 1 || !f->getDeclName().isIdentifier() ||
      f->getName() != "get" || !f->getDeclContext()->isStdNamespace() ||
      (*args)[0].getKind() != clang::TemplateArgument::Integral)
    return {};
  return {e.getArg(0), (*args)[0].getAsIntegral().getExtValue()};
}

bool is_of_std(clang::QualType type, llvm::StringRef name) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getDeclName().isIdentifier() &&
         record->getName() == name;
}

} // namespace

// What a map gives for a key, where that has pointers.
clang::QualType HostWalk::mapped_by(clang::QualType map) const {
  const auto* of = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      map.getNonReferenceType()->getAsCXXRecordDecl());
  if (!of || (!is_of_std(map, "map") && !is_of_std(map, "unordered_map")) ||
      !file_.is_library(*of) || of->getTemplateArgs().size() < 2 ||
      of->getTemplateArgs()[1].getKind() != clang::TemplateArgument::Type)
    return {};
  const clang::QualType element = of->getTemplateArgs()[1].getAsType();
  return has_pointer(element) ? element : clang::QualType();
}

// The number by which a key of a map is known; nothing: its value is not.
std::optional<std::int64_t> HostWalk::key_of(const clang::Expr& key) const {
  struct Search : clang::RecursiveASTVisitor<Search> {
    bool VisitStringLiteral(clang::StringLiteral* s) {
      ++found;
      text = s->getBytes().str();
      return true;
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* e) {
      others = others || llvm::isa<clang::VarDecl>(e->getDecl());
      return true;
    }
    std::string text;
    unsigned found = 0;
    bool others = false;
  } search;
  clang::Expr::EvalResult at;
  if (!key.isValueDependent() && key.getType()->isIntegralOrEnumerationType())
    return key.EvaluateAsInt(at, ast_) && at.Val.getInt().isRepresentableByInt64()
               ? std::optional(at.Val.getInt().getExtValue())
               : std::nullopt;
  search.TraverseStmt(const_cast<clang::Expr*>(&key));
  if (search.found != 1 || search.others) return std::nullopt;
  return static_cast<std::int64_t>(llvm::xxh3_64bits(search.text) >> 1);
}

// e[i], e.at(i), e.front(), std::get<1>(e) and their like.
std::optional<HostWalk::Element> HostWalk::element_of(const clang::Expr& e) const {
  const clang::Expr* plain = e.IgnoreParenImpCasts();
  const clang::Expr* index = nullptr;
  Element found;
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(plain)) {
    if (call->getOperator() == clang::OO_Star && call->getNumArgs() == 1 &&
        is_of_std(call->getArg(0)->getType(), "optional"))
      found.index = 0;
    else if (call->getOperator() == clang::OO_Subscript && call->getNumArgs() == 2)
      index = call->getArg(1);
    else
      return std::nullopt;
    found.container = call->getArg(0);
  } else if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(plain)) {
    const auto* method = member->getMethodDecl();
    if (!method || !method->getDeclName().isIdentifier()) return std::nullopt;
    const llvm::StringRef name = method->getName();
    found.container = member->getImplicitObjectArgument();
    if (name == "front" || name == "value") found.index = 0;
    if (name == "at" && member->getNumArgs() == 1) index = member->getArg(0);
    if (!index && name != "front" && name != "back" && name != "value") return std::nullopt;
    if ((name == "value") != is_of_std(found.container->getType(), "optional")) return std::nullopt;
  } else if (const auto* any = llvm::dyn_cast<clang::CallExpr>(plain)) {
    const auto [of, at] = got(*any);
    if (!of) return std::nullopt;
    found.container = of;
    found.index = at;
  }
  if (!found.container || found.container->getType()->isPointerType()) return std::nullopt;
  return with_type(found, *plain, index) ? std::optional(found) : std::nullopt;
}

// Is it an element of what is followed?
bool HostWalk::with_type(Element& e, const clang::Expr& whole, const clang::Expr* index) const {
  const clang::QualType type = e.container->getType();
  e.array = array_in(type);
  const bool is_map = index && !mapped_by(type).isNull();
  const bool is_alone =
      !index && e.index && has_pointer(whole.getType()) &&
      (is_of_std(type, "tuple") || is_of_std(type, "optional") || is_of_std(type, "pair"));
  if (is_alone && is_of_std(type, "pair")) {
    const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    for (const clang::FieldDecl* field : record->fields())
      if (field->getName() == (*e.index == 0 ? "first" : "second")) e.field = field;
  }
  e.type = e.array    ? ast_.getAsConstantArrayType(e.array->getType())->getElementType()
           : is_map   ? mapped_by(type)
           : is_alone ? whole.getType().getNonReferenceType()
                      : held_by(type);
  if (e.type.isNull() || has_effects(*e.container)) return false;
  if (!index) return true;
  if (index->HasSideEffects(ast_) && !is_map) return false;
  if (is_map) {
    e.index = key_of(*index);
    return e.index || !index->HasSideEffects(ast_);
  }
  clang::Expr::EvalResult at;
  if (!index->isValueDependent() && index->EvaluateAsInt(at, ast_) &&
      at.Val.getInt().isRepresentableByInt64())
    e.index = at.Val.getInt().getExtValue();
  else
    e.variable = index;
  return true;
}

std::optional<HostWalk::Holder> HostWalk::holder_of(const Element& e) {
  auto container = place(e.container);
  if (!container) return std::nullopt;
  if (e.array) container->path.push_back({e.array, 0});
  return Holder{*container, e.type, e.array ? count_of(*container) : 0};
}

std::optional<Place> HostWalk::place_in(const Element& e) {
  auto of = holder_of(e);
  if (!of) return std::nullopt;
  if (e.field) {
    of->place.path.push_back({e.field, 0});
    return of->place;
  }
  std::optional<std::int64_t> at = e.index;
  if (!at && !e.variable) { // the last one
    if (const auto size = e.array ? static_cast<std::int64_t>(of->count) : size_of(of->place))
      at = *size - 1;
  } else if (!at) {
    const HostValue i = eval(e.variable);
    if (i.is_integer()) at = constant_value(i.e);
    if (!at && holds_pointer(e.type) && is_own(of->place)) return any_object(*of, i);
  }
  if (!at && (e.variable || e.type->isPointerType())) return std::nullopt;
  if (!at) return any_of_container(of->place, e.type);
  if (*at < 0) return std::nullopt;
  Place element = of->place.element(static_cast<std::uint64_t>(*at));
  element.name += "[" + std::to_string(*at) + "]";
  return element;
}

// A pointer that is read from a container, nobody knows where. What callers have put into one is
// not known: two of these are two arrays.
std::optional<HostValue> HostWalk::any_in(const Element& e, Loc at) {
  if (!e.type->isPointerType()) return std::nullopt;
  const auto of = holder_of(e);
  if (!of || (e.variable && !is_own(of->place))) return std::nullopt;
  const HostValue index = e.variable ? eval(e.variable) : HostValue{};
  return any_element(*of, index, fresh(e.type, of->place.name, at));
}

// One of the elements, nobody knows which.
std::optional<Place> HostWalk::any_of_container(const Place& container, clang::QualType element) {
  const Holder of{container, element};
  auto one = any_of_first(container, element, looked_at(of));
  if (one && one->root.pointer) at_index_.emplace(one->root.pointer, Indexed{of, nullptr});
  return one;
}

// What a smart pointer holds, as long as nothing changes it.
HostValue HostWalk::owned(const clang::Expr& owner, clang::QualType pointer) {
  std::optional<Place> holder;
  if (owner.getType()->isPointerType())
    holder = object_behind(eval(&owner), owner.getType());
  else
    holder = place(owner.IgnoreParenImpCasts());
  if (!holder) return {};
  holder->path.push_back({nullptr, owned_step});
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
