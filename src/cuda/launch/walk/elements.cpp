// Elements of arrays and of what the host allocates: which one an index means, and which of them
// are never one.
//
//   for (int i = 0; i < n; ++i) {      each turn puts a pointer of its own there, once: v[0] is one
//     float* p;                        of these, and so is v[1], and they differ. v[j] may be v[0],
//     cudaMalloc(&p, size);            and is never v[j + 1].
//     v[i] = p;
//   }
#include "cuda/launch/walk/holds.hpp"
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr std::uint64_t max_chosen = 64; // elements of which one is chosen

// The place that ends in an element, without that.
std::optional<Place> without_element(const Place& element) {
  if (!is_element(element)) return std::nullopt;
  Place holder = element;
  holder.path.pop_back();
  return holder;
}

} // namespace

std::pair<const clang::Expr*, const clang::Expr*> subscripted(const clang::Expr* e) {
  e = e->IgnoreParens();
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(e)) {
    const clang::Expr* array = element->getBase()->IgnoreParenImpCasts();
    return {array->getType()->isArrayType() ? array : element->getBase(), element->getIdx()};
  }
  const auto* u = llvm::dyn_cast<clang::UnaryOperator>(e);
  const auto* sum = u && u->getOpcode() == clang::UO_Deref
                        ? llvm::dyn_cast<clang::BinaryOperator>(u->getSubExpr()->IgnoreParens())
                        : nullptr;
  if (!sum || sum->getOpcode() != clang::BO_Add) return {};
  const clang::Expr *a = sum->getLHS(), *b = sum->getRHS();
  if (!a->getType()->isPointerType()) std::swap(a, b);
  return {a, b};
}

bool is_of_rest(const std::vector<Step>& path) {
  return std::ranges::find(path, Step{nullptr, rest_step}) != path.end();
}

bool is_element(const Place& p) {
  return !p.path.empty() && !p.path.back().field && p.path.back().index >= 0;
}

// A number for what the elements are now.
Expr HostWalk::elements_now(const Place& holder, bool with_writes) {
  const auto it = with_writes ? writes_.find(holder.root) : writes_.end();
  const unsigned writes = it == writes_.end() ? 0 : it->second;
  Expr& known = elements_[{holder.root, holder.path, version(state_, holder.root), writes}];
  if (!known)
    known = pool_.symbol_ref(pool_.new_symbol(
        {"host:elements of " + holder.name, Type::i64(), Role::parameter, 0, {}, {}, {}}));
  return known;
}

// And one for what they ever are, as long as nothing is known to be put there.
Expr HostWalk::elements_ever(const Place& holder) {
  Expr& known = elements_[{holder.root, holder.path, {0, 0}, ~0U}];
  if (!known)
    known = pool_.symbol_ref(pool_.new_symbol(
        {"host:elements of " + holder.name, Type::i64(), Role::parameter, 0, {}, {}, {}}));
  return known;
}

// Is each of them nothing but what has been found at its own place, at one time or another?
bool HostWalk::is_untouched(const Root& root, const std::vector<HostValue>& items) const {
  return std::ranges::all_of(items, [&](const HostValue& item) {
    const Leaf* own = nullptr;
    const std::vector<Expr> all = item.is_pointer() ? bases_of(item) : std::vector<Expr>{};
    const bool is_one = std::ranges::all_of(all, [&](Expr e) {
      const auto it = initially_at_.find(e);
      if (it == initially_at_.end()) return e == item.e && made_up_.contains(e);
      if (!own) own = &it->second;
      return *own == it->second;
    });
    return is_one && own && own->first == root;
  });
}

// What a pointer leads to as elements; nothing: it leads to no element that is known.
std::optional<HostWalk::Holder> HostWalk::held_behind(const HostValue& pointer,
                                                      clang::QualType type) {
  const auto to = object_behind(pointer, type);
  const auto holder = to ? without_element(*to) : std::nullopt;
  if (!holder) return std::nullopt;
  return Holder{*holder, type->getPointeeType(), count_of(*holder), to->path.back().index};
}

// 0: nobody says.
std::uint64_t HostWalk::count_of(const Place& holder) const {
  const clang::QualType type = type_at(holder);
  const auto* array = type.isNull() ? nullptr : ast_.getAsConstantArrayType(type);
  return array ? array->getSize().getZExtValue() : 0;
}

// How many there are at present; 0: that is not known.
std::uint64_t HostWalk::limit_of(const Holder& of) const {
  const auto size = of.count > 0 ? std::nullopt : size_of(of.place);
  return size && *size > 0 ? static_cast<std::uint64_t>(*size) : of.count;
}

// Those that may be meant: all, or the first few and those that are known.
std::uint64_t HostWalk::looked_at(const Holder& of) const {
  if (of.count > 0) return of.count;
  std::uint64_t end = some_elements;
  if (const HostValue* v = state_.find(of.place.root, of.place.path))
    for (const auto& [step, member] : v->members)
      if (!step.field && step.index >= 0 && static_cast<std::uint64_t>(step.index) < max_chosen)
        end = std::max(end, static_cast<std::uint64_t>(step.index) + 1);
  return end;
}

// a[i], p[i] or *(p + i)
std::optional<Place> HostWalk::place_of_element(const clang::Expr& array,
                                                const clang::Expr& index) {
  if (!array.getType()->isArrayType() && !array.getType()->isPointerType()) return std::nullopt;
  std::optional<Holder> of;
  HostValue pointer;
  if (const clang::ArrayType* type = ast_.getAsArrayType(array.getType())) {
    const auto base = place(&array);
    if (!base) return std::nullopt;
    of = Holder{*base, type->getElementType(), count_of(*base)};
  } else {
    pointer = eval(&array);
    of = held_behind(pointer, array.getType());
  }
  const HostValue i = eval(&index);
  const auto at = i.is_integer() ? constant_value(i.e) : std::nullopt;
  if (!at) return of && holds_pointer(of->element) ? any_object(*of, i) : std::nullopt;
  if (!of) { // beside an object of its own
    const clang::QualType pointee = array.getType()->getPointeeType();
    if (pointee->isIncompleteType() || pointee->isDependentType()) return std::nullopt;
    if (*at != 0) pointer.target = nullptr;
    pointer.offset += *at * ast_.getTypeSizeInChars(pointee).getQuantity();
    return object_behind(pointer, array.getType());
  }
  if (of->first + *at < 0) return std::nullopt;
  Place element = of->place.element(static_cast<std::uint64_t>(of->first + *at));
  element.name += "[" + std::to_string(of->first + *at) + "]";
  return element;
}

// Those that are looked at, and what others may be.
std::vector<HostValue> HostWalk::elements_of(const Holder& of) {
  std::vector<HostValue> items;
  for (std::uint64_t i = 0; i < looked_at(of); ++i)
    items.push_back(load(of.place.element(i), of.element, loc_));
  if (HostValue rest = rest_of(of.place, {}); rest.is_pointer()) items.push_back(std::move(rest));
  return items;
}

// v, one of the pointers, nobody knows which.
HostValue HostWalk::any_element(const Holder& of, const HostValue& index, HostValue v) {
  if (of.count > max_chosen) return anything(std::move(v));
  const Expr from = elements_now(of.place, true);
  const Expr at =
      index.is_integer() && index.e->type.is_int()
          ? pool_.add(pool_.cast(index.e, Type::i64()), pool_.constant(of.first, Type::i64()))
          : nullptr;
  if (const auto it = taken_.find({from, at}); at && it != taken_.end()) return it->second;
  const std::vector<HostValue> items = elements_of(of);
  v = chosen_from(std::move(v), items);
  if (!at) return v;
  if (are_apart(items))
    v.taken = {is_untouched(of.place.root, items) ? elements_ever(of.place) : from, at,
               limit_of(of)};
  return taken_[{from, at}] = v;
}

// One of the objects, likewise. Where they lie never changes.
std::optional<Place> HostWalk::any_object(const Holder& of, const HostValue& index) {
  if (!holds_pointer(of.element) && !of.element->isPointerType()) return std::nullopt;
  const clang::QualType pointer = ast_.getPointerType(of.element);
  if (of.count > max_chosen)
    return object_behind(anything(fresh(pointer, of.place.name, loc_)), pointer);
  if (!index.is_integer() || !index.e->type.is_int())
    return any_of_first(of.place, of.element, looked_at(of));
  const Expr at =
      pool_.add(pool_.cast(index.e, Type::i64()), pool_.constant(of.first, Type::i64()));
  std::optional<Place>& known = objects_[{of.place.root, of.place.path, at}];
  if (!known) {
    known = any_of_first(of.place, of.element, looked_at(of));
    if (known && known->root.pointer) at_index_.emplace(known->root.pointer, Indexed{of, at});
  }
  return known;
}

// What is read in an object of which only the index is known: of those that it may be, `held`.
Taken HostWalk::taken_in(const Place& p, const std::vector<HostValue>& held) {
  const auto it = p.root.pointer ? at_index_.find(p.root.pointer) : at_index_.end();
  if (it == at_index_.end() || !it->second.at || !are_apart(held)) return {};
  Place inner = it->second.of.place;
  inner.path.insert(inner.path.end(), p.path.begin(), p.path.end());
  return {is_untouched(inner.root, held) ? elements_ever(inner) : elements_now(inner, true),
          it->second.at, limit_of(it->second.of)};
}

// What is found at a place when nothing else is known: what was there before, or was put once into
// one of the elements.
Taken HostWalk::taken_at(const Place& p, const HostValue& v) {
  const auto element =
      std::ranges::find_if(p.path, [](const Step& step) { return !step.field && step.index >= 0; });
  const auto is_own = [&](Expr e) {
    const auto it = initially_at_.find(e);
    return is_put_once(e) || (it != initially_at_.end() && it->second == Leaf{p.root, p.path});
  };
  if (element == p.path.end() || !std::ranges::all_of(v.bases, is_own)) return {};
  Place all = p;
  all.path.erase(all.path.begin() + (element - p.path.begin()));
  const Expr at = pool_.constant(element->index, Type::i64());
  return {elements_now(all, false), at, 0};
}

// Are no two of them one? What was put into elements once is in one of them.
bool HostWalk::are_apart(const std::vector<HostValue>& items) const {
  std::map<Expr, std::size_t> own, seen;
  for (std::size_t i = 0; i < items.size(); ++i)
    if (items[i].is_pointer() && !own.try_emplace(items[i].e, i).second) return false;
  for (std::size_t i = 0; i < items.size(); ++i)
    for (Expr e : items[i].bases) {
      const auto it = own.find(e);
      if (is_true(e) || (it != own.end() && it->second != i)) return false;
      if (!is_put_once(e) && seen.try_emplace(e, i).first->second != i) return false;
    }
  return true;
}

bool HostWalk::is_put_once(Expr e) const {
  const auto it = puts_.find(e);
  return it != puts_.end() && it->second == 1;
}

// It becomes an element. What a loop has made before it began it puts there in each turn.
void HostWalk::count_put(const HostValue& v) {
  if (v.is_pointer()) {
    puts_[v.e] += made_up_.contains(v.e) || v.e->id < made_since_ ? 2 : 1;
    for (Expr e : v.bases)
      puts_[e] += 2;
  }
  for (const auto& [step, member] : v.members)
    count_put(member);
}

// Of an element, or a part of one, what code has put somewhere among the elements; `within`: the
// element.
HostValue HostWalk::rest_of(const Place& holder, const std::vector<Step>& within) {
  std::vector<Step> path = holder.path;
  path.push_back({nullptr, rest_step});
  path.insert(path.end(), within.begin(), within.end());
  HostValue v;
  const HostValue* known = state_.find(holder.root, path);
  if (known && known->is_pointer()) v = *known;
  const auto it = put_.find({holder.root, path});
  if (it == put_.end()) return v;
  if (!v.is_pointer()) {
    v = fresh(ast_.VoidPtrTy, holder.name, loc_);
    made_up_.insert(v.e);
  }
  add_put(it->second, v.bases);
  return v;
}

// Any element that is not known may be v from here on, or have it for a part.
void HostWalk::put_among(const Place& holder, const std::vector<Step>& within, const HostValue& v) {
  Place rest = holder;
  rest.path.push_back({nullptr, rest_step});
  rest.path.insert(rest.path.end(), within.begin(), within.end());
  merge(rest, v);
  if (const HostValue* now = state_.find(rest.root, rest.path))
    put(HostValue(*now), {rest.root, rest.path});
  note_write(rest.root);
}

// What is at the place may be v as well, or what is not known.
void HostWalk::merge(const Place& at, const HostValue& v) {
  for (const auto& [step, member] : v.members) {
    Place inner = at;
    inner.path.push_back(step);
    merge(inner, member);
  }
  const HostValue* known = state_.find(at.root, at.path);
  const bool is_rest = is_of_rest(at.path);
  HostValue now = known && known->is_pointer() ? *known : HostValue{};
  if (!v.is_pointer() && !now.is_pointer()) return;
  if (is_rest && now.is_pointer()) {
    add_bases(v, now.bases);
    chosen_[now.e] = now.bases;
  } else if (is_rest || now.is_pointer()) {
    Taken taken = !v.known() || is_put_once(v.e) ? now.taken : Taken{};
    now = chosen_from(fresh(ast_.VoidPtrTy, at.name, loc_), {now, v});
    now.taken = taken;
  } else {
    return; // put() has it
  }
  part(at) = std::move(now);
}

// Some element is v from here on, or has it for a part.
void HostWalk::put_at_some(const Holder& of, const std::vector<Step>& within, const HostValue& v) {
  std::vector<Step> known;
  if (const HostValue* all = state_.find(of.place.root, of.place.path))
    for (const auto& [step, member] : all->members)
      if (!step.field && step.index >= 0) known.push_back(step);
  count_put(v);
  put_among(of.place, within, v);
  for (const Step& step : known) {
    Place element = of.place;
    element.path.push_back(step);
    element.path.insert(element.path.end(), within.begin(), within.end());
    merge(element, v);
  }
}

// What is written in an object that is one of several, any of these may have. What a loop moves on
// from turn to turn each of them gets for itself: *fields[i] = at; at += sizes[i];
void HostWalk::put_where_chosen(const Place& p, const HostValue& v) {
  const auto from = p.root.pointer ? chosen_.find(p.root.pointer) : chosen_.end();
  const bool is_moved = v.is_pointer() && made_up_.contains(v.e);
  if (from == chosen_.end() || !v.known() || is_moved) return;
  if (const auto it = at_index_.find(p.root.pointer); it != at_index_.end())
    return put_at_some(it->second.of, p.path, v);
  count_put(v);
  for (Expr base : std::vector<Expr>(from->second)) {
    const auto at = at_address_.find(base);
    if (at == at_address_.end()) continue;
    Place inner = at->second;
    inner.path.insert(inner.path.end(), p.path.begin(), p.path.end());
    put(v, {inner.root, inner.path});
    merge(inner, v);
    note_write(inner.root);
  }
}

// Of an lvalue that is an element, of which nobody knows which, the array; nothing: it is none.
std::optional<HostWalk::Holder> HostWalk::holder_in(const clang::Expr* target) {
  if (const auto element = element_of(*target)) return holder_of(*element);
  const auto [array, index] = subscripted(target);
  if (!array || has_effects(*array) || has_effects(*index)) return std::nullopt;
  if (!array->getType()->isArrayType()) {
    auto of = held_behind(eval(array), array->getType());
    return of && has_pointer(of->element) ? of : std::nullopt;
  }
  const auto holder = place(array);
  const clang::QualType element = ast_.getAsArrayType(array->getType())->getElementType();
  if (!holder || !has_pointer(element)) return std::nullopt;
  return Holder{*holder, element, count_of(*holder)};
}

// 1 - 2 * i
bool HostWalk::is_never_zero(Expr e) {
  std::set<Expr> variables;
  const std::function<bool(Expr)> is_sum = [&](Expr x) {
    if (x->op == Op::symbol) variables.insert(x);
    const bool is_product = x->op == Op::mul && x->args[1]->op == Op::constant;
    return x->op == Op::symbol || x->op == Op::constant ||
           ((x->op == Op::add || x->op == Op::sub || x->op == Op::cast || is_product) &&
            x->type.is_int() && std::ranges::all_of(x->args, is_sum));
  };
  if (!is_sum(e) || variables.size() != 1 || !(*variables.begin())->type.is_int()) return false;
  const Expr v = *variables.begin();
  const auto at = [&](std::int64_t i) {
    return constant_value(
        pool_.substitute(e, [&](Expr x) { return x == v ? pool_.constant(i, v->type) : nullptr; }));
  };
  const auto zero = at(0), one = at(1), two = at(2);
  if (!zero || !one || !two || *two - *one != *one - *zero) return false;
  return *one == *zero ? *zero != 0 : *zero % (*one - *zero) != 0;
}

// By what holds there: of two numbers that a loop exchanges.
bool HostWalk::is_known_to_differ(Expr a, Expr b) {
  for (Expr* e : {&a, &b})
    while ((*e)->op == Op::cast)
      *e = (*e)->args[0];
  if (a->type != b->type) return false;
  const auto holds = [&](Expr e) {
    return std::ranges::find(state_.facts, e) != state_.facts.end();
  };
  return holds(pool_.ne(a, b)) || holds(pool_.ne(b, a));
}

// Two indices of which no values are one.
bool HostWalk::differ(const Taken& a, const Taken& b) {
  if (!a.from || a.from != b.from) return false;
  const Expr distance = pool_.sub(a.at, b.at);
  if (const auto known = constant_value(distance)) return *known != 0;
  if (is_never_zero(distance) || is_known_to_differ(a.at, b.at)) return true;
  const auto excludes = [&](Expr x, Expr y) {
    Expr variable = x;
    while (variable->op == Op::cast)
      variable = variable->args[0];
    if (variable->op != Op::symbol || !variable->type.is_int()) return false;
    for (std::uint64_t i = 0; i < a.count; ++i) {
      const Expr value = pool_.constant(static_cast<std::int64_t>(i), variable->type);
      const auto other = constant_value(
          pool_.substitute(y, [&](Expr e) { return e == variable ? value : nullptr; }));
      if (!other || *other == static_cast<std::int64_t>(i)) return false;
    }
    return a.count > 0;
  };
  return excludes(a.at, b.at) || excludes(b.at, a.at);
}

// Of what a launch gets, the pointers that are not one.
std::vector<std::pair<Expr, Expr>> HostWalk::apart_in(const std::vector<HostValue>& args) {
  std::vector<const HostValue*> all;
  const std::function<void(const HostValue&)> look = [&](const HostValue& v) {
    if (v.is_pointer() && v.taken.from) all.push_back(&v);
    for (const auto& [step, member] : v.members)
      look(member);
  };
  std::ranges::for_each(args, look);
  std::vector<std::pair<Expr, Expr>> found;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = i + 1; k < all.size(); ++k)
      if (differ(all[i]->taken, all[k]->taken)) found.emplace_back(all[i]->e, all[k]->e);
  return found;
}

} // namespace heddle::cuda
