// What copies elements from one place to others, and objects of the library that are made of some.
#include "cuda/launch/walk/holds.hpp"
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr std::int64_t max_copied = 64;

} // namespace

// Where a pointer or an iterator leads to pointers, or to objects that have some.
std::optional<HostWalk::Range> HostWalk::range_at(const clang::Expr& e) {
  const clang::Expr* plain = e.IgnoreParenImpCasts();
  while (const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(plain))
    plain = cast->getSubExpr()->IgnoreParenImpCasts();
  const clang::QualType type = plain->getType();
  HostValue v;
  clang::QualType element;
  if (const clang::ArrayType* array = ast_.getAsArrayType(type)) {
    element = array->getElementType();
    v = first_element(address(plain));
  } else if (type->isPointerType()) {
    element = type->getPointeeType();
    if (!has_pointer(element)) return std::nullopt;
    v = eval(plain);
  } else {
    const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    if (!record || !record->isCompleteDefinition() || record->field_empty() ||
        !record->getDeclName().isIdentifier() || record->getName() != "__normal_iterator")
      return std::nullopt;
    element = record->field_begin()->getType()->getPointeeType();
    v = iterator(e);
  }
  if (element.isNull() || !has_pointer(element)) return std::nullopt;
  const clang::QualType pointer = ast_.getPointerType(element);
  if (auto of = held_behind(v, pointer)) return Range{*of};
  if (const auto alone = object_behind(v, pointer)) return Range{{*alone, element}, true};
  return std::nullopt;
}

HostValue HostWalk::load_from(const Range& range, std::int64_t at) {
  if (range.is_alone) return load(range.of.place, range.of.element, loc_);
  return load(range.of.place.element(static_cast<std::uint64_t>(range.of.first + at)),
              range.of.element, loc_);
}

void HostWalk::store_to(const Range& range, std::int64_t at, const HostValue& v) {
  if (range.is_alone) return store(range.of.place, v);
  store(range.of.place.element(static_cast<std::uint64_t>(range.of.first + at)), v);
}

void HostWalk::copy_elements(const Range& from, const Range& to,
                             std::optional<std::int64_t> count) {
  if (count && *count >= 0 && *count <= max_copied) {
    std::vector<HostValue> items;
    for (std::int64_t i = 0; i < *count; ++i)
      items.push_back(load_from(from, i));
    for (std::int64_t i = 0; i < *count; ++i)
      store_to(to, i, items[static_cast<std::size_t>(i)]);
    return;
  }
  for (const HostValue& item :
       from.is_alone ? std::vector{load_from(from, 0)} : elements_of(from.of))
    if (to.is_alone)
      merge(to.of.place, item);
    else
      put_at_some(to.of, {}, item);
}

// memcpy, std::copy and their like, of pointers; false: it is another function, or of others.
bool HostWalk::copies_elements(const clang::FunctionDecl& f,
                               const std::vector<const clang::Expr*>& args) {
  if (llvm::isa<clang::CXXMethodDecl>(f) || args.size() != 3) return false;
  const bool is_std = f.getDeclContext()->isStdNamespace();
  const bool is_bytes = is_named(f, {"memcpy", "memmove"});
  const bool is_filled = is_std && is_named(f, {"fill", "fill_n"});
  const bool is_copied = is_std && is_named(f, {"copy", "copy_n", "move"});
  if ((!is_bytes && !is_filled && !is_copied) || has_effects(*args[0]) || has_effects(*args[1]) ||
      has_effects(*args[2]))
    return false;
  const bool is_counted = is_bytes || is_named(f, {"copy_n", "fill_n"});
  const auto first = range_at(*args[0]);
  const auto second = is_filled || (is_counted && !is_bytes) ? first : range_at(*args[1]);
  if (!first || !second) return false;
  const auto size = ast_.getTypeSizeInChars(first->of.element).getQuantity();
  std::optional<std::int64_t> count;
  if (is_counted) {
    const HostValue n = eval(is_bytes ? args[2] : args[1]);
    count = n.is_integer() ? constant_value(n.e) : std::nullopt;
    if (is_bytes && count) count = *count % size == 0 ? std::optional(*count / size) : std::nullopt;
  } else {
    count = elements_between(iterator(*args[0]), iterator(*args[1]), first->of.element);
  }
  if (is_filled) {
    const HostValue v = eval(args[2]);
    count_put(v);
    count_put(v);
    if (!count || *count > max_copied) return put_at_some(first->of, {}, v), true;
    for (std::int64_t i = 0; i < *count; ++i)
      store_to(*first, i, v);
    return true;
  }
  const auto to = is_bytes ? first : range_at(*args[2]);
  if (!to) return false;
  copy_elements(is_bytes ? *second : *first, *to, count);
  return true;
}

// Does an algorithm run no code of the file but what reads two elements? Its comparison is the last
// template argument after the iterators, where it has one.
bool HostWalk::only_compares(const clang::FunctionDecl& algorithm, clang::QualType element) const {
  const unsigned count = algorithm.getNumParams();
  const clang::QualType last =
      count == 0 ? clang::QualType() : algorithm.getParamDecl(count - 1)->getType();
  const clang::QualType iterator =
      count == 0 ? clang::QualType() : algorithm.getParamDecl(0)->getType();
  const auto* by = last.isNull() || ast_.hasSameUnqualifiedType(last, iterator)
                       ? nullptr
                       : last->getAsCXXRecordDecl();
  const bool is_own = by && !file_.is_library(*by);
  if (last.isNull() || (!by && !ast_.hasSameUnqualifiedType(last, iterator))) return false;
  if (!is_own) return element->isPointerType();
  if (!element.isTriviallyCopyableType(ast_)) return false;
  const auto reads = [&](const clang::CXXMethodDecl* method) {
    if (method->getOverloadedOperator() != clang::OO_Call) return true;
    const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(file_.body(*method));
    return body && std::ranges::all_of(body->body(), [&](const clang::Stmt* s) {
             const auto* result = llvm::dyn_cast<clang::ReturnStmt>(s);
             return result && result->getRetValue() && !result->getRetValue()->HasSideEffects(ast_);
           });
  };
  return by->hasDefinition() && by->getNumBases() == 0 && std::ranges::all_of(by->methods(), reads);
}

// std::sort, std::push_heap and their like, of pointers: each is still there, nobody knows where.
// What the library does for that is not followed: its loops over elements come to no end.
bool HostWalk::permutes_elements(const clang::FunctionDecl& f,
                                 const std::vector<const clang::Expr*>& args) {
  if (!f.getDeclContext()->isStdNamespace() || args.size() < 2 ||
      !is_named(f, {"sort", "stable_sort", "partial_sort", "nth_element", "make_heap", "push_heap",
                    "pop_heap", "sort_heap"}))
    return false;
  const clang::Expr* first = passed_on(args[0])->IgnoreImplicit();
  const auto* made = llvm::dyn_cast<clang::CXXMemberCallExpr>(first);
  const bool is_begin = made && made->getMethodDecl() && made->getNumArgs() == 0 &&
                        is_named(*made->getMethodDecl(), {"begin"}) &&
                        !has_effects(*made->getImplicitObjectArgument());
  if (!is_begin && has_effects(*first)) return false;
  const auto range = range_at(*first);
  if (!range || range->is_alone || range->of.place.root.pointer ||
      !only_compares(f, range->of.element))
    return false;
  shuffle(range->of.place);
  for (const clang::Expr* arg : args)
    share_targets(eval(arg));
  make_reachable(range->of.place.root); // for what compares elements
  havoc_reachable();
  return true;
}

// Two elements, of which nobody knows which, or one.
bool HostWalk::swap_elements(const clang::Expr& a, const clang::Expr& b) {
  if (!a.getType()->isPointerType()) return false;
  const auto first = place(&a), second = place(&b);
  const auto of_first = first ? std::nullopt : holder_in(&a),
             of_second = second ? std::nullopt : holder_in(&b);
  if ((!first && !of_first) || (!second && !of_second)) return false;
  const HostValue x = eval(&a), y = eval(&b);
  const auto give = [&](const std::optional<Place>& to, const std::optional<Holder>& of,
                        const HostValue& v) {
    if (to)
      store(*to, v);
    else
      put_at_some(*of, {}, v);
  };
  give(first, of_first, y);
  give(second, of_second, x);
  return true;
}

// Objects of the library that are made of pointers; nothing: it is another one.
std::optional<HostValue> HostWalk::eval_made(const clang::CXXConstructExpr& e,
                                             const std::vector<const clang::Expr*>& all) {
  const auto* record = e.getConstructor()->getParent();
  if (!file_.is_library(*record) || !record->isInStdNamespace() ||
      !record->getDeclName().isIdentifier())
    return std::nullopt;
  std::vector<const clang::Expr*> args = all;
  std::erase_if(args, [](const auto* arg) { return llvm::isa<clang::CXXDefaultArgExpr>(arg); });
  if (const clang::QualType held = held_by(e.getType()); !held.isNull())
    return made_sequence(args, held);
  if (is_owner(*record) && !args.empty() && args[0]->getType()->isPointerType()) {
    HostValue v{HostValue::Kind::record};
    HostValue to = eval(args[0]);
    for (std::size_t i = 1; i < args.size(); ++i)
      share_targets(eval(args[i]));
    if (to.is_pointer()) v.members[{nullptr, owned_step}] = std::move(to);
    return v;
  }
  const bool is_tuple = record->getName() == "tuple", is_one = record->getName() == "optional";
  if ((!is_tuple && !is_one) || args.empty() || (is_one && args.size() != 1)) return std::nullopt;
  if (args.size() == 1 && args[0]->getType().getNonReferenceType()->isRecordType()) {
    const clang::Expr* from = passed_on(args[0])->IgnoreParenImpCasts();
    const auto p = has_effects(*from) ? std::nullopt : place(from);
    if (!p) return eval(args[0]);
    const HostValue* known = state_.find(p->root, p->path);
    return known && known->known() ? *known : HostValue{HostValue::Kind::record};
  }
  HostValue v{HostValue::Kind::record};
  for (std::size_t i = 0; i < args.size(); ++i)
    if (HostValue item = eval(args[i]); item.known())
      v.members[{nullptr, static_cast<std::int64_t>(i)}] = std::move(item);
  return v;
}

// Of an array that is copied as a part of something else.
HostValue HostWalk::copied_array(const clang::ArrayInitLoopExpr& e) {
  const clang::Expr* from = e.getCommonExpr()->getSourceExpr();
  const auto* type = from ? ast_.getAsConstantArrayType(from->getType()) : nullptr;
  const auto array = type && !has_effects(*from) ? place(from) : std::nullopt;
  HostValue v{HostValue::Kind::record};
  if (!array || !has_pointer(type->getElementType()) ||
      type->getSize().getZExtValue() > static_cast<std::uint64_t>(max_copied))
    return {};
  for (std::uint64_t i = 0; i < type->getSize().getZExtValue(); ++i)
    v.members[{nullptr, static_cast<std::int64_t>(i)}] =
        load(array->element(i), type->getElementType(), loc(&e));
  return v;
}

// What a loop over pointers comes to in any of its turns; nothing: they are not known.
std::optional<HostValue> HostWalk::element_in_range(const clang::Expr& range) {
  const clang::QualType type = range.getType().getNonReferenceType();
  if (const clang::ArrayType* array = ast_.getAsArrayType(type)) {
    const auto holder = has_effects(range) ? std::nullopt : place(&range);
    if (!holder || !array->getElementType()->isPointerType()) return std::nullopt;
    return any_element({*holder, array->getElementType(), count_of(*holder)}, {},
                       fresh(array->getElementType(), holder->name, loc_));
  }
  if (const auto* made = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(
          range.IgnoreParenImpCasts()->IgnoreImplicit())) {
    const auto* list = llvm::dyn_cast<clang::InitListExpr>(made->getSubExpr()->IgnoreImplicit());
    std::vector<HostValue> items;
    for (const clang::Expr* item : list ? list->inits() : llvm::ArrayRef<clang::Expr*>())
      items.push_back(eval(item));
    if (items.empty()) return std::nullopt;
    return chosen_from(fresh(ast_.VoidPtrTy, "one of a list", loc_), items);
  }
  const auto of = sequence(range);
  if (!of || !of->element->isPointerType()) return std::nullopt;
  return any_element(*of, {}, fresh(of->element, of->place.name, loc_));
}

} // namespace heddle::cuda
