// Pointers of launches that lead to the same memory: k<<<..>>>(v, v), k<<<..>>>(v, v + 1).
#include "core/aliases.hpp"
#include "core/visit.hpp"
#include "cuda/launch/geometry.hpp"

#include <algorithm>
#include <set>

namespace heddle::cuda {

namespace {

using Pair = contract::ArrayPair;

std::optional<core::ArrayId> array_named(const core::Kernel& kernel, const std::string& name) {
  for (const core::Parameter& p : kernel.params)
    if (p.name == name && p.array) return p.array;
  return std::nullopt;
}

std::optional<core::ArrayId> global_named(const core::Kernel& kernel, const std::string& name) {
  for (core::ArrayId i = 0; i < kernel.arrays.size(); ++i)
    if (kernel.arrays[i].name == name && !kernel.arrays[i].is_parameter &&
        kernel.arrays[i].space != core::Space::shared)
      return i;
  return std::nullopt;
}

// Of a surface the parameter is a number, and its array has a name of its own: "s#2".
std::optional<core::ArrayId> surface_named(const core::Kernel& kernel, const std::string& name) {
  for (core::ArrayId i = 0; i < kernel.arrays.size(); ++i)
    if (kernel.arrays[i].is_parameter && kernel.arrays[i].name.starts_with(name + "#") &&
        std::ranges::find(kernel.params, std::optional(i), &core::Parameter::array) ==
            kernel.params.end())
      return i;
  return std::nullopt;
}

bool may_be_same(const PassedValue& a, const PassedValue& b) {
  return a.base == b.base ? a.offset == b.offset : a.may_be_in_one_with(b);
}

// Accesses of `from` become accesses of `to`, `distance` bytes behind.
void redirect(core::Block& block, core::ArrayId from, core::ArrayId to, Expr distance, Pool& pool) {
  for (core::Stmt& s : block) {
    const auto move = [&](auto& access) {
      if (access.array != from) return;
      access.array = to;
      access.offset = pool.add(access.offset, pool.cast(distance, access.offset->type));
    };
    if (auto* n = std::get_if<core::Read>(&s.node)) move(*n);
    if (auto* n = std::get_if<core::Write>(&s.node)) move(*n);
    if (auto* n = std::get_if<core::Atomic>(&s.node)) move(*n);
    core::for_each_part(s, [&](core::Block& part) { redirect(part, from, to, distance, pool); });
  }
}

} // namespace

std::set<Pair> aliases_of(const core::Kernel& kernel, const LaunchCase& launch) {
  std::set<Pair> pairs;
  const auto add = [&](std::optional<core::ArrayId> a, std::optional<core::ArrayId> b) {
    if (a && b && *a != *b) pairs.emplace(std::min(*a, *b), std::max(*a, *b));
  };
  for (std::size_t i = 0; i < launch.passed.size(); ++i) {
    const PassedValue& v = launch.passed[i];
    for (std::size_t k = i + 1; k < launch.passed.size() && v.integer; ++k)
      if (launch.passed[k].integer == v.integer)
        add(surface_named(kernel, v.name), surface_named(kernel, launch.passed[k].name));
    if (!v.base) continue;
    if (!v.variable.empty()) add(array_named(kernel, v.name), global_named(kernel, v.variable));
    for (std::size_t k = i + 1; k < launch.passed.size(); ++k)
      if (launch.passed[k].base && may_be_same(v, launch.passed[k]))
        add(array_named(kernel, v.name), array_named(kernel, launch.passed[k].name));
  }
  return pairs;
}

namespace {

// A number of elements as the kernel's parameters say it, a sum of them; null: they do not.
Expr as_kernel_has_it(const core::Kernel& kernel, const LaunchCase& launch, Expr count) {
  Pool& pool = *kernel.pool;
  Pool::Memo known;
  for (const PassedValue& v : launch.passed) {
    const auto p = std::ranges::find(kernel.params, v.name, &core::Parameter::name);
    if (p == kernel.params.end() || !p->symbol || !v.integer || v.integer->op == Op::constant)
      continue;
    const Expr symbol = pool.symbol_ref(*p->symbol);
    const Type symbol_type = symbol->type, passed_type = v.integer->type;
    if (symbol_type == passed_type) // a truth value, too, which is cast to nothing
      known.try_emplace(v.integer, symbol);
    else if (symbol_type.is_int() && symbol_type.is_signed && symbol_type.width >= 32 &&
             passed_type.is_int())
      known.try_emplace(v.integer, pool.cast(symbol, passed_type));
  }
  const Expr found = pool.substitute(
      count, [](Expr) { return static_cast<Expr>(nullptr); }, known);
  const auto is_sum = [&](auto&& self, Expr e) -> bool {
    if (e->op == Op::constant || e->op == Op::symbol) return !is_host_value(pool, e);
    if (e->op == Op::mul && e->args[1]->op != Op::constant) return false;
    const bool is_one =
        e->op == Op::add || e->op == Op::sub || e->op == Op::mul || e->op == Op::cast;
    return is_one && std::ranges::all_of(e->args, [&](Expr part) { return self(self, part); });
  };
  return is_sum(is_sum, found) ? found : nullptr;
}

// From where `a` points to where `b` does; nothing: that is not known.
std::optional<Distance> distance(const core::Kernel& kernel, const LaunchCase& launch,
                                 const PassedValue& a, const PassedValue& b) {
  const Expr base = a.behind.base ? a.behind.base : a.base,
             other = b.behind.base ? b.behind.base : b.base;
  if (!base || base != other) return std::nullopt;
  Distance d{0, 0, b.offset - a.offset};
  if (a.base == b.base) return d.bytes != 0 ? std::optional(d) : std::nullopt;
  if (a.behind.base && b.behind.base && a.behind.size != b.behind.size) return std::nullopt;
  Pool& pool = *kernel.pool;
  const Expr zero = pool.constant(0, Type::i64());
  const Expr count =
      pool.sub(b.behind.base ? b.behind.count : zero, a.behind.base ? a.behind.count : zero);
  d.size = a.behind.base ? a.behind.size : b.behind.size;
  if (const auto known = constant_value(count)) {
    d.bytes += *known * d.size;
    return d;
  }
  d.count = as_kernel_has_it(kernel, launch, count);
  return d.count ? std::optional(d) : std::nullopt;
}

} // namespace

std::vector<Distance> distances_of(const core::Kernel& kernel, const LaunchCase& launch) {
  std::vector<Distance> found;
  for (std::size_t i = 0; i < launch.passed.size(); ++i)
    for (std::size_t k = i + 1; k < launch.passed.size(); ++k) {
      const PassedValue &a = launch.passed[i], &b = launch.passed[k];
      const auto from = array_named(kernel, a.name), to = array_named(kernel, b.name);
      if (!from || !to) continue;
      auto d = distance(kernel, launch, a, b);
      // of what begins within an element nothing is said
      if (!d || (d->count && d->size % kernel.arrays.at(*to).element_size != 0)) continue;
      d->from = *from;
      d->to = *to;
      found.push_back(*d);
    }
  return found;
}

namespace {

// "n + 4", in elements of so many bytes.
std::string text_of(const Pool& pool, const Distance& d, std::int64_t size) {
  std::string text;
  if (d.count) text = to_string(pool, d.count);
  if (d.count && d.size != size) text = "(" + text + ") * " + std::to_string(d.size / size);
  if (d.bytes != 0 || !d.count)
    text += (text.empty() ? "" : " + ") + std::to_string(d.bytes / size);
  return text;
}

// A pointer into what another points to: at the distance that all launches have, else at any, which
// covers arrays that are apart.
void add_distances(core::Kernel& kernel, const std::vector<KnownLaunch>& launches) {
  std::map<Pair, std::vector<Distance>> known;
  for (const KnownLaunch& launch : launches)
    for (const Distance& d : distances_of(kernel, launch.data))
      known[{d.from, d.to}].push_back(d);
  Pool& pool = *kernel.pool;
  std::set<core::ArrayId> gone;
  for (const auto& [pair, distances] : known) {
    const auto [from, to] = pair;
    if (gone.contains(from) || gone.contains(to)) continue;
    const auto size = static_cast<std::int64_t>(kernel.arrays[to].element_size);
    const std::string name = kernel.arrays[to].name, other = kernel.arrays[from].name;
    const Distance& first = distances.front();
    const bool exact =
        distances.size() == launches.size() &&
        std::ranges::all_of(distances, [&](const Distance& d) { return d == first; }) &&
        first.bytes % size == 0;
    Expr offset = nullptr;
    std::string text = name + " == " + other + " + ";
    if (exact) {
      offset = pool.constant(first.bytes, Type::i64());
      if (first.count)
        offset = pool.add(pool.mul(first.count, pool.constant(first.size, Type::i64())), offset);
      text += text_of(pool, first, size);
    } else {
      const std::string distance = name + " - " + other;
      const SymbolId id =
          pool.new_symbol({distance, Type::i64(), Role::parameter, 0, {}, {}, kernel.loc});
      kernel.params.push_back({distance, id, std::nullopt, "distance of two pointers", kernel.loc});
      offset = pool.mul(pool.symbol_ref(id), pool.constant(size, Type::i64()));
      text += "(" + distance + ")";
    }
    kernel.assumptions.push_back({pool.boolean(true), text, describe(launches), kernel.loc});
    redirect(kernel.body, to, from, offset, pool);
    gone.insert(to);
  }
}

// Is it one of the pointers in such a parameter, `table.p[3]` in `table`?
bool is_in(const std::string& pointer, const core::Array& holder) {
  const std::size_t end = holder.name.size();
  return holder.is_parameter && pointer.size() > end && pointer.starts_with(holder.name) &&
         (pointer[end] == '.' || pointer[end] == '[');
}

// Does the launch pass a pointer in it that leads to where another one does?
bool passes_one_twice(const LaunchCase& launch, const core::Array& holder) {
  const auto& all = launch.passed;
  return std::ranges::any_of(all, [&](const PassedValue& a) {
    if (!a.base || !is_in(a.name, holder)) return false;
    return !a.variable.empty() || std::ranges::any_of(all, [&](const PassedValue& b) {
      return &a != &b && b.base && (a.base == b.base || may_be_same(a, b));
    });
  });
}

// Of one that is chosen and one that is not, the choice may be that one. Of two that are chosen one
// choice may exclude the other: two buffers that are exchanged are never one.
bool is_choice_of(const PassedValue& chosen, const PassedValue& other) {
  return other.base && other.bases.empty() && chosen.may_be_in(other.base);
}

// Does the host pass one array for both, as far as that is known?
bool passes_one(const core::Kernel& kernel, const LaunchCase& launch, const Pair& pair) {
  const auto of = [&](const PassedValue& v, core::ArrayId array) {
    return array_named(kernel, v.name) == array || surface_named(kernel, v.name) == array;
  };
  return std::ranges::any_of(launch.passed, [&](const PassedValue& a) {
    const bool is_variable = !a.variable.empty() && (of(a, pair.first) || of(a, pair.second));
    return is_variable || std::ranges::any_of(launch.passed, [&](const PassedValue& b) {
             return of(a, pair.first) && of(b, pair.second) &&
                    (is_choice_of(a, b) || is_choice_of(b, a) || (a.base && a.base == b.base) ||
                     (a.integer && a.integer == b.integer));
           });
  });
}

// What a parameter holds that is not split is read as memory, in which each pointer has an array of
// its own (lower/rows.cpp): of one that leads to where another leads nothing is known.
void add_shared_rows(core::Kernel& kernel, const std::vector<KnownLaunch>& launches,
                     const std::map<Pair, std::string>& pairs) {
  for (const core::Array& rows : kernel.arrays) {
    if (!rows.holder) continue;
    const core::Array& holder = kernel.arrays[*rows.holder];
    const bool shared =
        std::ranges::any_of(
            launches, [&](const KnownLaunch& l) { return passes_one_twice(l.data, holder); }) ||
        std::ranges::any_of(pairs, [&](const auto& entry) {
          return is_in(kernel.arrays[entry.first.first].name, holder) ||
                 is_in(kernel.arrays[entry.first.second].name, holder);
        });
    if (shared)
      kernel.unknowns.emplace_back("pointers loaded from '" + holder.name +
                                       "', of which two may lead to one array",
                                   rows.loc);
  }
}

// Without namespaces and arguments of templates.
std::string plain_name(const std::string& kernel) {
  const std::string name = kernel.substr(0, kernel.find('<'));
  return name.substr(name.rfind(':') + 1);
}

// What launches in files that are not read write twice.
std::map<Pair, std::string> written_twice(const core::Kernel& kernel, const Options& options) {
  std::map<Pair, std::string> pairs;
  const std::string name = plain_name(kernel.name);
  for (const CallWithOne& call : options.called_with_one) {
    if (call.function != name || call.arguments != kernel.params.size()) continue;
    const auto a = kernel.params[call.first].array, b = kernel.params[call.second].array;
    if (a && b && *a != *b) pairs.try_emplace(std::minmax(*a, *b), "launch at " + call.place);
  }
  return pairs;
}

// Launches say of each two whether they are one. What somebody says of two besides may be so with
// what is one of them.
void add_closure(std::map<Pair, std::string>& pairs) {
  std::set<Pair> all;
  for (const auto& [pair, by] : pairs)
    all.insert(pair);
  for (const Pair& pair : core::closure(all))
    pairs.try_emplace(pair, "what others are one with them");
}

} // namespace

void add_aliases(core::Kernel& kernel, const std::vector<KnownLaunch>& launches,
                 const Options& options) {
  std::map<Pair, std::vector<KnownLaunch>> said;
  for (const KnownLaunch& launch : launches)
    for (const Pair& pair : aliases_of(kernel, launch.data))
      said[pair].push_back(launch);
  std::map<Pair, std::string> pairs;
  for (const auto& [pair, by] : said) {
    pairs[pair] = describe(by);
    if (std::ranges::none_of(
            by, [&](const KnownLaunch& l) { return passes_one(kernel, l.data, pair); }))
      kernel.chosen_aliases.insert(pair);
  }
  const std::map<Pair, std::string> twice = written_twice(kernel, options);
  pairs.insert(twice.begin(), twice.end());
  const std::vector<Pair> given = contract::option_aliases(kernel, options);
  for (const Pair& pair : given) {
    pairs[pair] = "--alias";
    kernel.chosen_aliases.erase(pair);
  }
  if (!given.empty() || !twice.empty()) add_closure(pairs);
  contract::assume_aliases(kernel, pairs);
  // what is written under another name need not hold the pointers that it held (lower/rows.cpp)
  for (const core::Array& rows : kernel.arrays)
    if (rows.holder && std::ranges::any_of(pairs, [&](const auto& entry) {
          return entry.first.first == *rows.holder || entry.first.second == *rows.holder;
        }))
      kernel.unknowns.emplace_back("pointers loaded from '" + kernel.arrays[*rows.holder].name +
                                       "', which the kernel may write",
                                   rows.loc);
  add_shared_rows(kernel, launches, pairs);
  add_distances(kernel, launches);
}

} // namespace heddle::cuda
