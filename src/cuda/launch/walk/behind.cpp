// Objects of which nothing is known but that a pointer leads there: what is read behind a pointer
// twice, and is not written between, is one value.
#include "cuda/launch/walk/holds.hpp"
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

// Null: not known, or of no single type.
clang::QualType HostWalk::type_at(const Place& p) const {
  const auto* v = p.root.decl ? llvm::dyn_cast<clang::ValueDecl>(p.root.decl) : nullptr;
  clang::QualType type = p.root.type ? clang::QualType(p.root.type, 0)
                         : v && !llvm::isa<clang::FunctionDecl>(v)
                             ? v->getType().getNonReferenceType()
                             : clang::QualType();
  bool is_allocated = p.root.expr && p.root.type; // of which each element has the type
  for (const Step& step : p.path) {
    if (type.isNull()) return {};
    if (std::exchange(is_allocated, false)) continue;
    if (step.field) {
      type = step.field->getType();
    } else {
      const clang::ArrayType* array = ast_.getAsArrayType(type);
      type = array ? array->getElementType() : held_by(type);
    }
  }
  return is_allocated ? clang::QualType() : type;
}

// An object of this type so many bytes behind the place: itself, or an element of what is there.
std::optional<Place> HostWalk::object_at(Place p, std::int64_t offset, clang::QualType type) const {
  const bool is_allocated = p.root.expr && p.root.type && p.path.empty();
  const clang::QualType there = type_at(p);
  if (there.isNull() && !is_allocated) return std::nullopt;
  if (offset == 0 && !is_allocated && ast_.hasSameUnqualifiedType(there, type)) return p;
  const clang::ArrayType* array = is_allocated ? nullptr : ast_.getAsArrayType(there);
  const clang::QualType element = is_allocated ? clang::QualType(p.root.type, 0)
                                  : array      ? array->getElementType()
                                               : held_by(there);
  const std::int64_t size = ast_.getTypeSizeInChars(type).getQuantity();
  if (element.isNull() || !ast_.hasSameUnqualifiedType(element, type) || size == 0 || offset < 0 ||
      offset % size != 0)
    return std::nullopt;
  p.path.push_back({nullptr, offset / size});
  return p;
}

// The object that a pointer of this type leads to: where that is not known, one of its own, which
// may be any that code elsewhere has.
std::optional<Place> HostWalk::object_behind(const HostValue& p, clang::QualType type) {
  if (p.target) return *p.target;
  const clang::QualType pointee = type->getPointeeType();
  if (!p.is_pointer() || pointee.isNull() || pointee->isVoidType() || pointee->isFunctionType() ||
      pointee->isDependentType() || pointee->isIncompleteType())
    return std::nullopt;
  if (const auto it = at_address_.find(p.e); it != at_address_.end())
    return object_at(it->second, p.offset, pointee);
  // numbers hold no array, nor do nodes of the library's lists, and both take long to follow
  const auto* record = pointee->getAsCXXRecordDecl();
  if ((!record && !pointee->isPointerType()) || (record && record->isInStdNamespace()))
    return std::nullopt;
  const clang::Type* of = pointee.getCanonicalType().getUnqualifiedType().getTypePtr();
  if (p.offset != 0) return Place{{nullptr, nullptr, pointer_beside(p, type), of}, {}, "value"};
  return Place{{nullptr, nullptr, p.e, of}, {}, "value"};
}

// p + 1, which leads beside an object of which nothing is known, as a pointer of its own.
Expr HostWalk::pointer_beside(const HostValue& p, clang::QualType type) {
  const auto [it, is_new] = beside_.try_emplace({p.e, p.offset});
  if (!is_new) return it->second;
  const Expr own = it->second = fresh(ast_.VoidPtrTy, "value", loc_).e;
  const auto from = chosen_.find(p.e);
  if (from == chosen_.end()) return own;
  std::vector<Expr> bases;
  for (Expr base : std::vector<Expr>(from->second)) {
    HostValue to{HostValue::Kind::pointer};
    to.e = base;
    to.offset = p.offset;
    if (is_true(base))
      bases.push_back(base);
    else if (const auto part = object_behind(to, type))
      bases.push_back(part->root.pointer && part->path.empty() ? part->root.pointer
                                                               : address_of(*part));
  }
  chosen_[own] = std::move(bases);
  return own;
}

namespace {

constexpr unsigned max_choosing = 3; // objects that were chosen, one behind another

} // namespace

bool holds_pointer(clang::QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition() &&
         std::ranges::any_of(record->fields(),
                             [](const clang::FieldDecl* f) { return has_pointer(f->getType()); });
}

bool leads_to_pointer(clang::QualType type) {
  return type->isPointerType() && type->getPointeeType()->isPointerType();
}

bool has_pointer(clang::QualType type) { return type->isPointerType() || holds_pointer(type); }

// One of two objects that hold pointers.
std::optional<Place> HostWalk::chosen_object(const clang::ConditionalOperator& e) {
  if (!holds_pointer(e.getType())) return std::nullopt;
  const HostValue a = address(e.getTrueExpr()), b = address(e.getFalseExpr());
  if (!a.is_pointer() || !b.is_pointer()) return std::nullopt;
  share_targets(a);
  share_targets(b);
  return object_behind(one_of(a, b), ast_.getPointerType(e.getType()));
}

// One of the first elements.
std::optional<Place> HostWalk::any_of_first(const Place& holder, clang::QualType element,
                                            std::uint64_t count) {
  const clang::QualType pointer = ast_.getPointerType(element);
  std::vector<HostValue> objects;
  for (std::uint64_t i = 0; i < count; ++i) {
    objects.push_back(HostValue{HostValue::Kind::pointer});
    objects.back().e = address_of(holder.element(i));
  }
  make_reachable(holder.root);
  return object_behind(chosen_from(fresh(pointer, holder.name, loc_), objects), pointer);
}

// Clang takes every call for one that may change something.
bool HostWalk::has_effects(const clang::Expr& e) const {
  if (!e.HasSideEffects(ast_)) return false;
  const clang::Expr* plain = e.IgnoreParenImpCasts();
  if (owner_of(*plain) || element_of(*plain)) return false;
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(plain))
    return has_effects(*member->getBase());
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(plain))
    return choice->getCond()->HasSideEffects(ast_) || has_effects(*choice->getTrueExpr()) ||
           has_effects(*choice->getFalseExpr());
  const auto* u = llvm::dyn_cast<clang::UnaryOperator>(plain);
  return !u || u->isIncrementDecrementOp() || has_effects(*u->getSubExpr());
}

// What the objects hold at this place that the pointer to this one was chosen from.
std::vector<HostValue> HostWalk::held_where_chosen(const Place& p, clang::QualType type, Loc loc) {
  const auto from = p.root.pointer ? chosen_.find(p.root.pointer) : chosen_.end();
  if (from == chosen_.end() || choosing_ == max_choosing) return {};
  ++choosing_;
  std::vector<HostValue> all;
  const clang::QualType pointer = ast_.getPointerType(clang::QualType(p.root.type, 0));
  for (Expr base : std::vector<Expr>(from->second)) {
    if (is_true(base)) {
      if (type->isPointerType()) all.push_back(anything(fresh(type, p.name, loc)));
      continue;
    }
    HostValue to{HostValue::Kind::pointer};
    to.e = base;
    std::optional<Place> part = object_behind(to, pointer);
    if (!part) continue;
    part->path.insert(part->path.end(), p.path.begin(), p.path.end());
    all.push_back(load(*part, type, loc));
  }
  --choosing_;
  return all;
}

} // namespace heddle::cuda
