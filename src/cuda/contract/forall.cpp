// Statements of all elements of arrays, in general and by name.
#include "cuda/contract/quantified.hpp"

#include <algorithm>
#include <array>

namespace heddle::contract {

namespace {

// i as (i, 0), i + 2 as (i, 2)
std::optional<std::pair<SymbolId, std::int64_t>> shifted_symbol(Expr e) {
  if (e->op == Op::symbol) return std::pair{static_cast<SymbolId>(e->value), std::int64_t{0}};
  if (e->op != Op::add && e->op != Op::sub) return std::nullopt;
  Expr of = e->args[0], by = e->args[1];
  if (e->op == Op::add && of->op == Op::constant) std::swap(of, by);
  const auto plus = constant_value(by);
  constexpr std::int64_t farthest = 1 << 20;
  if (of->op != Op::symbol || !plus || *plus > farthest || *plus < -farthest) return std::nullopt;
  return std::pair{static_cast<SymbolId>(of->value), e->op == Op::add ? *plus : -*plus};
}

} // namespace

Expr ForallBuilder::bind(const std::string& name) {
  made_.bound.push_back(pool_.new_symbol({name, Type::i64(), Role::fresh, 0, {}, {}, {}}));
  return pool_.symbol_ref(made_.bound.back());
}

Expr ForallBuilder::bound(const std::string& name) const {
  for (const SymbolId id : made_.bound)
    if (pool_.symbol(id).name == name) return pool_.symbol_ref(id);
  return nullptr;
}

bool ForallBuilder::binds(Expr e) const {
  return std::ranges::any_of(atoms(e), [&](Expr atom) {
    return atom->op == Op::symbol &&
           pool_.symbol(atom).role == Role::fresh; // bound ones, and elements at them
  });
}

Expr ForallBuilder::element(core::ArrayId array, Expr index) {
  const auto at = shifted_symbol(index);
  if (!at || std::ranges::find(made_.bound, at->first) == made_.bound.end()) return nullptr;
  for (const core::Contract::Element& e : made_.elements)
    if (e.array == array && e.index == at->first && e.plus == at->second)
      return pool_.symbol_ref(e.value);
  const SymbolId value = pool_.new_symbol(
      {"[" + to_string(pool_, index) + "]", Type::i64(), Role::fresh, 0, {}, {}, {}});
  made_.elements.push_back({value, array, at->first, at->second});
  return pool_.symbol_ref(value);
}

std::optional<core::Contract> ForallBuilder::finish(Expr holds) {
  for (const SymbolId id : made_.bound)
    if (std::ranges::find(made_.elements, id, &core::Contract::Element::index) ==
        made_.elements.end())
      return std::nullopt;
  made_.holds = holds;
  return made_;
}

bool ForallBuilder::add_to(core::Contract& other) const {
  const bool is_named =
      other.holds && std::ranges::any_of(atoms(other.holds), [&](Expr atom) {
        return atom->op == Op::symbol &&
               std::ranges::find(made_.elements, static_cast<SymbolId>(atom->value),
                                 &core::Contract::Element::value) != made_.elements.end();
      });
  if (!is_named) return true;
  if (other.bound.size() + made_.bound.size() > most_bound) return false;
  other.bound.insert(other.bound.end(), made_.bound.begin(), made_.bound.end());
  other.elements.insert(other.elements.end(), made_.elements.begin(), made_.elements.end());
  return true;
}

namespace {

// lo <= a[i] < hi
core::Contract range_of(Pool& pool, core::ArrayId a, Expr low, Expr high) {
  ForallBuilder b(pool);
  const Expr value = b.element(a, b.bind("i"));
  return *b.finish(pool.logical_and(pool.le(low, value), pool.lt(value, high)));
}

// a[0], .., a[n - 1] are 0, .., n - 1 in some order
std::vector<core::Contract> permutation_of(Pool& pool, core::ArrayId a, Expr n) {
  const Expr zero = pool.constant(0, Type::i64());
  const auto within = [&](Expr e) { return pool.logical_and(pool.le(zero, e), pool.lt(e, n)); };
  ForallBuilder range(pool), differ(pool);
  const Expr k = range.bind("i");
  const Expr in_range = pool.implies(within(k), within(range.element(a, k)));
  const Expr i = differ.bind("i"), j = differ.bind("j");
  const Expr apart = pool.all(std::array{within(i), within(j), pool.ne(i, j)});
  const Expr unequal = pool.implies(apart, pool.ne(differ.element(a, i), differ.element(a, j)));
  return {*range.finish(in_range), *differ.finish(unequal)};
}

// S is the exclusive scan of O, from any first value on; O has no negative element
std::vector<core::Contract> scan_of(Pool& pool, core::ArrayId s, core::ArrayId o) {
  const Expr one = pool.constant(1, Type::i64());
  ForallBuilder step(pool), sign(pool), order(pool), apart(pool);
  Expr i = step.bind("i");
  const Expr next = pool.add(step.element(s, i), step.element(o, i));
  const Expr steps = pool.eq(step.element(s, pool.add(i, one)), next);
  const Expr count = sign.element(o, sign.bind("i"));
  // what follows from the steps between two elements, however many there are
  i = order.bind("i");
  Expr j = order.bind("j");
  const Expr ordered =
      pool.implies(pool.le(i, j), pool.le(order.element(s, i), order.element(s, j)));
  i = apart.bind("i"), j = apart.bind("j");
  const Expr end = pool.add(apart.element(s, i), apart.element(o, i));
  const Expr disjoint = pool.implies(pool.lt(i, j), pool.le(end, apart.element(s, j)));
  return {*step.finish(steps), *sign.finish(pool.le(pool.constant(0, Type::i64()), count)),
          *order.finish(ordered), *apart.finish(disjoint)};
}

using Arrays = const std::vector<core::ArrayId>&;
using Numbers = const std::vector<Expr>&;
using Contracts = std::vector<core::Contract>;
using Kind = core::Contract::Kind;

Contracts monotone(Pool&, Arrays a, Numbers) { return {{Kind::monotone, a[0]}}; }

constexpr std::array array_forms{
    ArrayForm{"distinct", 1, 1, "one array",
              [](Pool&, Arrays a, Numbers) {
                return Contracts{{Kind::distinct, a[0]}};
              }},
    ArrayForm{"monotone", 1, 1, "one array", monotone},
    ArrayForm{"sorted", 1, 1, "one array", monotone},
    ArrayForm{"range", 1, 3, "an array, its smallest value and the first one too large",
              [](Pool& pool, Arrays a, Numbers n) {
                return Contracts{range_of(pool, a[0], n[0], n[1])};
              }},
    ArrayForm{"permutation", 1, 2, "an array and its number of elements",
              [](Pool& pool, Arrays a, Numbers n) { return permutation_of(pool, a[0], n[0]); }},
    ArrayForm{"scan", 2, 2, "the array of the sums and that of the summands",
              [](Pool& pool, Arrays a, Numbers) { return scan_of(pool, a[0], a[1]); }}};

} // namespace

const ArrayForm* array_form(std::string_view name) {
  const auto form = std::ranges::find(array_forms, name, &ArrayForm::name);
  return form == array_forms.end() ? nullptr : &*form;
}

} // namespace heddle::contract
