// Containers of the standard library that hold pointers, or objects that have some: what is put
// into them, and how many elements there are, as far as that is known.
#include "cuda/launch/walk/holds.hpp"
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr std::int64_t max_followed = 64; // of containers of which each element is followed

const clang::InitListExpr* listed(const clang::Expr& e) {
  const clang::Expr* plain = e.IgnoreParenImpCasts()->IgnoreImplicit();
  if (const auto* made = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(plain))
    plain = made->getSubExpr()->IgnoreImplicit();
  return llvm::dyn_cast<clang::InitListExpr>(plain);
}

bool is_member(const std::pair<const Step, HostValue>& part) {
  return !part.first.field && part.first.index >= 0;
}

} // namespace

bool is_named(const clang::FunctionDecl& f, std::initializer_list<llvm::StringRef> names) {
  return f.getDeclName().isIdentifier() && std::ranges::find(names, f.getName()) != names.end();
}

// The part of an object, made a known one.
HostValue& HostWalk::part(const Place& p) {
  HostValue* at = &state_.edit(p.root);
  for (const Step& step : p.path) {
    if (at->kind != HostValue::Kind::record) *at = HostValue{HostValue::Kind::record};
    at = &at->members[step];
  }
  return *at;
}

std::optional<std::int64_t> HostWalk::size_of(const Place& container) const {
  std::vector<Step> path = container.path;
  path.push_back({nullptr, size_step});
  const HostValue* v = state_.find(container.root, path);
  return v && v->is_integer() ? constant_value(v->e) : std::nullopt;
}

void HostWalk::set_size(const Place& container, std::optional<std::int64_t> size) {
  HostValue& all = part(container);
  if (all.kind != HostValue::Kind::record) all = HostValue{HostValue::Kind::record};
  if (size)
    all.members[{nullptr, size_step}] = number(pool_.constant(*size, Type::i64()));
  else
    all.members.erase({nullptr, size_step});
}

// What is put there is forgotten with the object.
void HostWalk::forget_put(const Root& root) {
  for (auto it = put_.lower_bound({root, {}}); it != put_.end() && it->first.first == root;)
    it = put_.erase(it);
}

HostValue HostWalk::made_of(const std::vector<HostValue>& items) {
  HostValue v{HostValue::Kind::record};
  for (std::size_t i = 0; i < items.size() && i < static_cast<std::size_t>(max_followed); ++i) {
    count_put(items[i]);
    if (items[i].known()) v.members[{nullptr, static_cast<std::int64_t>(i)}] = items[i];
  }
  if (items.size() <= static_cast<std::size_t>(max_followed))
    v.members[{nullptr, size_step}] =
        number(pool_.constant(static_cast<std::int64_t>(items.size()), Type::i64()));
  return v;
}

// So many copies of one.
HostValue HostWalk::made_of(const HostValue& size, const HostValue& item) {
  const auto n = size.is_integer() ? constant_value(size.e) : std::nullopt;
  if (n && *n >= 0 && *n <= max_followed)
    return made_of(std::vector<HostValue>(static_cast<std::size_t>(*n), item));
  HostValue v{HostValue::Kind::record};
  count_put(item);
  count_put(item);
  if (item.is_pointer())
    v.members[{nullptr, rest_step}] = chosen_from(fresh(ast_.VoidPtrTy, "rest", loc_), {item});
  return v;
}

// A copy of a container, as it is now.
HostValue HostWalk::copied_sequence(const clang::Expr& from, clang::QualType held) {
  const clang::Expr* plain = passed_on(&from)->IgnoreParenImpCasts();
  const auto p = has_effects(*plain) ? std::nullopt : place(plain);
  if (!p) return eval(plain);
  const auto size = size_of(*p);
  for (std::uint64_t i = 0; i < some_elements; ++i)
    if (!size || static_cast<std::int64_t>(i) < *size) load(p->element(i), held, loc(&from));
  const HostValue* known = state_.find(p->root, p->path);
  HostValue v =
      known && known->kind == HostValue::Kind::record ? *known : HostValue{HostValue::Kind::record};
  if (HostValue rest = rest_of(*p, {}); rest.is_pointer()) v.members[{nullptr, rest_step}] = rest;
  return v;
}

// What a container is made of.
HostValue HostWalk::made_sequence(const std::vector<const clang::Expr*>& args,
                                  clang::QualType held) {
  if (args.empty()) return made_of(std::vector<HostValue>{});
  if (const clang::InitListExpr* list = listed(*args[0])) {
    std::vector<HostValue> items;
    for (const clang::Expr* item : list->inits())
      items.push_back(eval(item));
    return made_of(items);
  }
  const clang::QualType first = args[0]->getType().getNonReferenceType();
  if (first->isIntegerType())
    return made_of(eval(args[0]), args.size() > 1 ? eval(args[1]) : HostValue{});
  if (args.size() == 1 && ast_.hasSameUnqualifiedType(held_by(first), held))
    return copied_sequence(*args[0], held);
  if (args.size() == 2) return copied_range(*args[0], *args[1], held);
  for (const clang::Expr* arg : args)
    share_targets(eval(arg));
  return HostValue{HostValue::Kind::record};
}

// The pointer in an iterator, or a pointer.
HostValue HostWalk::iterator(const clang::Expr& e) {
  HostValue v = e.isGLValue() && !e.getType()->isPointerType() && !has_effects(e)
                    ? [&] {
                        const auto p = place(&e);
                        return p ? load(*p, e.getType(), loc(&e)) : eval(&e);
                      }()
                    : eval(&e);
  if (v.kind == HostValue::Kind::record && v.members.size() == 1) return v.members.begin()->second;
  return v;
}

// How many elements lie from the one to the other; nothing: that is not known.
std::optional<std::int64_t> HostWalk::elements_between(const HostValue& from, const HostValue& to,
                                                       clang::QualType element) const {
  if (!from.is_pointer() || !to.is_pointer() || from.e != to.e || to.offset < from.offset)
    return std::nullopt;
  return (to.offset - from.offset) / ast_.getTypeSizeInChars(element).getQuantity();
}

// [first, last)
HostValue HostWalk::copied_range(const clang::Expr& first, const clang::Expr& last,
                                 clang::QualType held) {
  const HostValue from = iterator(first), to = iterator(last);
  const clang::QualType pointer = ast_.getPointerType(held);
  const auto of = from.is_pointer() ? held_behind(from, pointer) : std::nullopt;
  if (!of) return HostValue{HostValue::Kind::record};
  if (const auto count = elements_between(from, to, held); count && *count <= max_followed) {
    std::vector<HostValue> items;
    for (std::int64_t i = 0; i < *count; ++i)
      items.push_back(
          load(of->place.element(static_cast<std::uint64_t>(of->first + i)), held, loc_));
    return made_of(items);
  }
  HostValue v{HostValue::Kind::record};
  const std::vector<HostValue> all = elements_of(*of);
  if (held->isPointerType())
    v.members[{nullptr, rest_step}] = chosen_from(fresh(ast_.VoidPtrTy, "rest", loc_), all);
  return v;
}

// The object is made anew, or another one's parts become its own.
void HostWalk::replace(const Place& container, HostValue v) {
  if (made_since_ == 0 && container.path.empty()) forget_put(container.root);
  share_targets(v, &container.root);
  part(container) = std::move(v);
  note_write(container.root);
}

// Its elements are in other places now.
void HostWalk::shuffle(const Place& container) {
  std::vector<HostValue> items;
  if (const HostValue* all = state_.find(container.root, container.path))
    for (const auto& member : all->members)
      if (is_member(member)) items.push_back(member.second);
  const bool differ = are_apart(items); // else some pointer may be in two of them
  for (const HostValue& item : items)
    if (item.is_pointer() && differ)
      puts_.try_emplace(item.e, 1);
    else if (item.is_pointer())
      for (Expr e : bases_of(item))
        puts_[e] += 2;
  for (const HostValue& item : items)
    put_among(container, {}, item);
  HostValue& all = part(container);
  std::erase_if(all.members, [](const auto& member) {
    return is_member(member) || member.first == Step{nullptr, size_step};
  });
  note_write(container.root);
}

// The index that an iterator has; null: the first one. Nothing: that is not known.
std::optional<std::int64_t> HostWalk::index_of(const Place& container, const clang::Expr* at,
                                               clang::QualType held) {
  if (!at) return 0;
  const HostValue to = iterator(*at);
  const auto of = to.is_pointer() ? held_behind(to, ast_.getPointerType(held)) : std::nullopt;
  if (!of || of->place.root != container.root || of->place.path != container.path)
    return std::nullopt;
  return of->first;
}

// Elements from there on, or behind that one, move by one.
void HostWalk::move_elements(const Place& container, std::int64_t index, bool up) {
  const auto size = size_of(container);
  HostValue now{HostValue::Kind::record};
  if (const HostValue* all = state_.find(container.root, container.path))
    for (const auto& [step, member] : all->members) {
      const bool stays = step.field || step.index < index;
      if (stays || up || step.index > index)
        now.members[stays ? step : Step{nullptr, step.index + (up ? 1 : -1)}] = member;
    }
  replace(container, std::move(now));
  set_size(container, size ? std::optional(*size + (up ? 1 : -1)) : std::nullopt);
}

// The element that an iterator leads to is gone; null: the first one.
void HostWalk::take_out(const Place& container, const clang::Expr* at, clang::QualType held) {
  if (const auto index = index_of(container, at, held))
    move_elements(container, *index, false);
  else
    shuffle(container);
}

// v is a new element in front of what an iterator leads to; null: of all.
void HostWalk::put_in(const Place& container, const clang::Expr* at, clang::QualType held,
                      const HostValue& v) {
  if (const auto index = index_of(container, at, held); index && *index < max_followed) {
    move_elements(container, *index, true);
    return store(container.element(static_cast<std::uint64_t>(*index)), v);
  }
  shuffle(container);
  append(container, v);
}

void HostWalk::append(const Place& container, const HostValue& v) {
  const auto size = size_of(container);
  if (size && *size >= 0 && *size < max_followed) {
    store(container.element(static_cast<std::uint64_t>(*size)), v);
    set_size(container, *size + 1);
    return;
  }
  count_put(v);
  share_targets(v, &container.root);
  put_among(container, {}, v);
  set_size(container, {});
}

// Methods of vectors and deques that change them; nothing: it is another one.
std::optional<HostValue> HostWalk::change_sequence(const clang::CXXMethodDecl& f,
                                                   const clang::Expr& e, const Place& self,
                                                   const std::vector<const clang::Expr*>& args) {
  const clang::QualType held = held_by(ast_.getRecordType(f.getParent()));
  if (held.isNull() || f.isConst()) return std::nullopt;
  const auto done = [&] { return fresh(e.getType().getNonReferenceType(), "value", loc(&e)); };
  if (f.getOverloadedOperator() == clang::OO_Equal && args.size() == 1) {
    replace(self, made_sequence(args, held));
    return done();
  }
  if (!f.getDeclName().isIdentifier()) return std::nullopt;
  const bool takes_one = args.size() == 1 && ast_.hasSameUnqualifiedType(
                                                 args[0]->getType().getNonReferenceType(), held);
  if (is_named(f, {"push_back", "emplace_back"}) && takes_one) {
    append(self, eval(args[0]));
  } else if (f.getName() == "emplace_back") {
    for (const clang::Expr* arg : args)
      share_targets(eval(arg));
    append(self, {});
  } else if (is_named(f, {"push_front", "emplace_front"}) && takes_one) {
    put_in(self, nullptr, held, eval(args[0]));
  } else if (f.getName() == "pop_back") {
    if (const auto size = size_of(self)) {
      if (*size > 0) part(self).members.erase({nullptr, *size - 1});
      set_size(self, std::max<std::int64_t>(*size - 1, 0));
    }
  } else if (f.getName() == "clear") {
    replace(self, made_of(std::vector<HostValue>{}));
  } else if (f.getName() == "assign") {
    replace(self, made_sequence(args, held));
  } else if (f.getName() == "resize" && !args.empty()) {
    resize(self, eval(args[0]), args.size() > 1 ? eval(args[1]) : HostValue{});
  } else if (f.getName() == "swap" && args.size() == 1 && !has_effects(*args[0])) {
    const auto other = place(args[0]);
    if (!other) return std::nullopt;
    HostValue own = copied_sequence(*args[0], held);
    const HostValue* known = state_.find(self.root, self.path);
    HostValue now = known ? *known : HostValue{HostValue::Kind::record};
    if (HostValue rest = rest_of(self, {}); rest.is_pointer())
      now.members[{nullptr, rest_step}] = rest;
    replace(*other, std::move(now));
    replace(self, std::move(own));
  } else if (f.getName() == "pop_front" || (f.getName() == "erase" && args.size() == 1)) {
    take_out(self, f.getName() == "erase" ? args[0] : nullptr, held);
  } else if (is_named(f, {"insert", "emplace"}) && args.size() == 2) {
    put_in(self, args[0], held, eval(args[1]));
  } else {
    return std::nullopt;
  }
  return done();
}

void HostWalk::resize(const Place& container, const HostValue& size, const HostValue& item) {
  const auto before = size_of(container);
  const auto after = size.is_integer() ? constant_value(size.e) : std::nullopt;
  const bool is_known = before && after && *after <= max_followed;
  if (is_known)
    for (std::int64_t i = *before; i < *after; ++i)
      if (item.known()) store(container.element(static_cast<std::uint64_t>(i)), item);
  if (!is_known && item.known()) {
    count_put(item);
    count_put(item);
    put_among(container, {}, item);
  }
  set_size(container, after);
}

// v.data() and v.begin(): a pointer to the first element; nothing: it is neither.
std::optional<HostValue> HostWalk::first_of(const clang::CXXMemberCallExpr& e) {
  const clang::CXXMethodDecl* f = e.getMethodDecl();
  const clang::Expr* container = e.getImplicitObjectArgument();
  if (!f || !is_named(*f, {"data", "begin", "cbegin", "end", "cend"}) || e.getNumArgs() > 0)
    return std::nullopt;
  const auto of = sequence(*container);
  if (!of) return std::nullopt;
  const bool is_end = is_named(*f, {"end", "cend"});
  const auto size =
      of->count > 0 ? std::optional(static_cast<std::int64_t>(of->count)) : size_of(of->place);
  if (is_end && !size) return std::nullopt;
  HostValue v{HostValue::Kind::pointer};
  v.e = address_of(of->place);
  v.offset = is_end ? *size * ast_.getTypeSizeInChars(of->element).getQuantity() : 0;
  make_reachable(of->place.root);
  if (e.getType()->isPointerType()) return v;
  const auto* iterator = e.getType()->getAsCXXRecordDecl();
  if (!iterator || !iterator->hasDefinition() || iterator->field_empty() ||
      !iterator->field_begin()->getType()->isPointerType() ||
      std::next(iterator->field_begin()) != iterator->field_end())
    return std::nullopt;
  HostValue whole{HostValue::Kind::record};
  whole.members[{*iterator->field_begin(), 0}] = v;
  return whole;
}

// The elements of a container; nothing: it is none that is followed.
std::optional<HostWalk::Holder> HostWalk::sequence(const clang::Expr& container) {
  const bool is_behind = container.getType()->isPointerType();
  const clang::QualType type =
      is_behind ? container.getType()->getPointeeType() : container.getType();
  const clang::FieldDecl* array = array_in(type);
  const clang::QualType held = array ? clang::QualType() : held_by(type);
  if ((!array && held.isNull()) || has_effects(container)) return std::nullopt;
  auto p = is_behind ? object_behind(eval(&container), container.getType()) : place(&container);
  if (!p) return std::nullopt;
  if (!array) return Holder{*p, held};
  p->path.push_back({array, 0});
  const auto* elements = ast_.getAsConstantArrayType(array->getType());
  return Holder{*p, elements->getElementType(), elements->getSize().getZExtValue()};
}

// The elements of a std::array, where these have pointers.
const clang::FieldDecl* HostWalk::array_in(clang::QualType type) const {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->isInStdNamespace() || !record->getDeclName().isIdentifier() ||
      record->getName() != "array" || !record->hasDefinition() || record->field_empty())
    return nullptr;
  const clang::FieldDecl* field = *record->field_begin();
  const auto* array = ast_.getAsConstantArrayType(field->getType());
  return array && has_pointer(array->getElementType()) ? field : nullptr;
}

// Is it one that code before the walk has not filled?
bool HostWalk::is_own(const Place& container) const {
  const auto* v =
      container.root.decl ? llvm::dyn_cast<clang::VarDecl>(container.root.decl) : nullptr;
  const bool is_given = v && llvm::isa<clang::ParmVarDecl>(v) &&
                        std::ranges::any_of(frames_.front().function->parameters(),
                                            [&](const clang::ParmVarDecl* p) { return p == v; });
  if (v && v->hasLocalStorage() && !v->getType()->isReferenceType() && !is_given) return true;
  const HostValue* known = state_.find(container.root, container.path);
  return known && std::ranges::any_of(known->members, [](const auto& member) {
           return member.first == Step{nullptr, rest_step};
         });
}

} // namespace heddle::cuda
