// Launches as facts: sizes and arguments as the host computes them, over the kernel's parameters.
#include "cuda/launch/relations.hpp"

#include "core/visit.hpp"

#include <algorithm>
#include <set>

namespace heddle::cuda {

bool is_host_value(const Pool& pool, Expr e) {
  return e->op == Op::symbol && pool.symbol(e).name.starts_with("host:");
}

namespace {

constexpr std::size_t max_relations = 16; // facts of one launch: more would slow every question

bool is_symbol(Expr e) { return e->op == Op::symbol; }

bool fits(Type from, Type to) { // every value of `from` is one of `to`
  if (from.is_signed == to.is_signed) return from.width <= to.width;
  return !from.is_signed && from.width < to.width;
}

// One launch's values, rewritten over the kernel's symbols.
class Relations {
public:
  explicit Relations(Pool& pool) : pool_(pool) {}

  // `symbol`, which the kernel has, equals the host's `value`.
  void equal(Expr symbol, Expr value) {
    if (value->type == symbol->type || !value->type.is_int()) {
      if (value->type == symbol->type) bind(symbol, value, symbol);
    } else if (is_symbol(value) && fits(value->type, symbol->type)) {
      bind(symbol, value, pool_.cast(symbol, value->type));
      const Interval range = type_range(value->type);
      if (range.low) facts_.push_back(pool_.le(number(*range.low, symbol), symbol));
      if (range.high) facts_.push_back(pool_.le(symbol, number(*range.high, symbol)));
    } else if (is_symbol(value) && symbol->type.is_signed && symbol->type.width >= 32) {
      bind(symbol, value, pool_.cast(symbol, value->type));
      if (!value->type.is_signed) facts_.push_back(pool_.le(number(0, symbol), symbol));
    } else {
      equations_.push_back({symbol, symbol, pool_.cast(value, symbol->type)});
    }
  }

  // An axis of a grid or block: a positive number below 2^31, whatever type it is computed in.
  void equal_axis(Expr symbol, Expr value) {
    while (value->op == Op::cast && value->args[0]->type.width >= 32)
      value = value->args[0];
    bind(symbol, value, pool_.cast(symbol, value->type));
  }

  void fact(Expr e) { facts_.push_back(e); }

  std::vector<LaunchFact> result() {
    say_ranges();
    abbreviate();
    for (Equation& q : equations_)
      q.value = known(q.value);
    for (Expr& e : facts_)
      e = known(e);
    drop_unrelated();
    std::vector<LaunchFact> found;
    for (const Equation& q : equations_)
      found.push_back({pool_.eq(q.side, q.value), q.symbol, q.value});
    for (Expr e : facts_)
      if (!is_true(e)) found.push_back({e, nullptr, nullptr});
    if (found.size() > max_relations) found.resize(max_relations);
    return found;
  }

private:
  struct Equation {
    Expr symbol, side, value; // side: the symbol in the type of the value
  };

  Expr number(std::int64_t v, Expr like) { return pool_.constant(v, like->type); }

  void bind(Expr symbol, Expr value, Expr side) {
    if (value->op == Op::constant) return; // said elsewhere
    if (is_symbol(value) && known_.emplace(value, side).second) return;
    equations_.push_back({symbol, side, value});
  }

  Expr known(Expr e) {
    return pool_.substitute(e, [&](Expr x) -> Expr {
      const auto it = known_.find(x);
      return it == known_.end() ? nullptr : it->second;
    });
  }

  // Of values that are in a range whatever the host does: numbers of the device. An axis of a grid
  // is positive anyway.
  void say_ranges() {
    std::set<Expr> all;
    for (const Equation& q : equations_)
      for (Expr a : open(q.value))
        all.insert(a);
    for (const auto& [value, side] : known_)
      all.insert(value);
    for (Expr e : all) {
      const Symbol& s = pool_.symbol(e);
      const Expr side = known(e);
      const Interval said = interval(pool_, side);
      if (s.low && (side == e || !said.low || *said.low < *s.low))
        facts_.push_back(pool_.le(number(*s.low, side), side));
      if (s.high && (side == e || !said.high || *said.high > *s.high))
        facts_.push_back(pool_.le(side, number(*s.high, side)));
    }
  }

  // `what` is `by` wherever it stands in `e`.
  Expr replaced(Expr e, Expr what, Expr by) {
    if (e == what) return by;
    if (e->args.empty()) return e;
    std::vector<Expr> args;
    for (Expr a : e->args)
      args.push_back(replaced(a, what, by));
    return args == e->args ? e : pool_.rebuild(e->op, e->type, e->value, std::move(args));
  }

  // An argument that is computed names its value: N in `f<<<(B * T + 255) / 256, 256>>>(B * T)`.
  void abbreviate() {
    for (std::size_t i = 0; i < equations_.size(); ++i) {
      const Equation from = equations_[i];
      if (from.side != from.symbol || from.value->op == Op::constant) continue;
      for (std::size_t k = 0; k < equations_.size(); ++k)
        if (k != i) equations_[k].value = replaced(equations_[k].value, from.value, from.symbol);
      for (Expr& e : facts_)
        e = replaced(e, from.value, from.symbol);
    }
  }

  std::vector<Expr> open(Expr e) const { // host values that nothing expresses
    std::vector<Expr> found;
    for (Expr a : atoms(e))
      if (is_host_value(pool_, a)) found.push_back(a);
    return found;
  }

  // Has it any value, for some value of the host value in it: n + 1, (n + 31) / 32?
  bool is_anything(Expr e) const {
    if (is_host_value(pool_, e)) return true;
    if (e->args.empty()) return false;
    switch (e->op) {
    case Op::cast:
      return e->type.width >= 32 && e->args[0]->type.width >= 32 && is_anything(e->args[0]);
    case Op::add:
    case Op::sub:
      return is_anything(e->args[0]) || is_anything(e->args[1]);
    case Op::div:
    case Op::shr:
      return e->args[1]->op == Op::constant && e->args[1]->value > 0 && is_anything(e->args[0]);
    default:
      return false;
    }
  }

  // An equation with a value that stands nowhere else, and that may be anything, says nothing.
  void drop_unrelated() {
    for (bool changed = true; changed;) {
      std::map<Expr, unsigned> uses;
      for (const Equation& q : equations_)
        for (Expr a : open(q.value))
          ++uses[a];
      for (Expr e : facts_)
        for (Expr a : open(e))
          ++uses[a];
      changed = std::erase_if(equations_, [&](const Equation& q) {
                  const std::vector<Expr> values = open(q.value);
                  return is_anything(q.value) &&
                         std::ranges::any_of(values, [&](Expr a) { return uses[a] == 1; });
                }) > 0;
    }
    std::set<Expr> used;
    for (const Equation& q : equations_)
      for (Expr a : open(q.value))
        used.insert(a);
    std::erase_if(facts_, [&](Expr e) {
      return std::ranges::any_of(open(e), [&](Expr a) { return !used.contains(a); });
    });
    std::ranges::sort(facts_, {}, [](Expr e) { return e->id; });
    facts_.erase(std::unique(facts_.begin(), facts_.end()), facts_.end());
  }

  Pool& pool_;
  std::map<Expr, Expr> known_; // host value -> what the kernel has for it
  std::vector<Equation> equations_;
  std::vector<Expr> facts_;
};

// One expression after another in prefix form.
class FactText {
public:
  explicit FactText(const Pool& pool) : pool_(pool) {}

  void add(Expr e) {
    if (!e) {
      text_ += "-";
      return;
    }
    text_ += std::to_string(static_cast<int>(e->op)) + heddle::to_string(e->type);
    if (is_host_value(pool_, e)) {
      const Symbol& s = pool_.symbol(e);
      text_ += "#" + std::to_string(numbers_.try_emplace(e, numbers_.size()).first->second);
      if (s.low) text_ += ">=" + std::to_string(*s.low);
      if (s.high) text_ += "<=" + std::to_string(*s.high);
    } else {
      text_ += ":" + std::to_string(e->value);
    }
    text_ += "(";
    for (Expr a : e->args)
      add(a);
    text_ += ")";
  }
  std::string take() { return std::move(text_); }

private:
  const Pool& pool_;
  std::map<Expr, std::size_t> numbers_;
  std::string text_;
};

} // namespace

std::string host_text(const Pool& pool, const std::vector<Expr>& list) {
  FactText text(pool);
  for (Expr e : list)
    text.add(e);
  return text.take();
}

namespace {

// (x & (x - 1)) == 0, which only masks and variables that double or halve have a use for, and which
// makes questions harder.
bool is_power_test(Expr e) {
  return e->op == Op::eq &&
         std::ranges::any_of(e->args, [](Expr a) { return a->op == Op::bit_and; });
}

// s *= 2, s >>= 1
bool scales(const core::Assign& n) {
  const Expr e = n.value;
  const bool is_scaling =
      e->op == Op::mul || e->op == Op::div || e->op == Op::shl || e->op == Op::shr;
  return is_scaling && e->args[1]->op == Op::constant && std::ranges::any_of(atoms(e), [&](Expr a) {
           return is_symbol(a) && static_cast<core::VarId>(a->value) == n.var;
         });
}

// Operators on the bits of values that are not constants, or variables that run through powers.
bool uses_powers(const core::Kernel& kernel) {
  bool found = false;
  std::set<Expr> seen;
  const auto look = [&](Expr root) {
    std::vector<Expr> work{root};
    while (!work.empty() && !found) {
      const Expr e = work.back();
      work.pop_back();
      if (!e || !seen.insert(e).second) continue;
      found = e->op == Op::bit_and || e->op == Op::bit_or || e->op == Op::bit_xor;
      work.insert(work.end(), e->args.begin(), e->args.end());
    }
  };
  core::for_each_statement(kernel.body, [&](const core::Stmt& s) {
    if (auto* n = std::get_if<core::Assign>(&s.node)) {
      found = found || scales(*n);
      look(n->value);
    }
    if (auto* n = std::get_if<core::Read>(&s.node)) look(n->offset);
    if (auto* n = std::get_if<core::Write>(&s.node)) look(n->offset);
    if (auto* n = std::get_if<core::Atomic>(&s.node)) look(n->offset);
    if (auto* n = std::get_if<core::If>(&s.node)) look(n->cond);
    if (auto* n = std::get_if<core::Loop>(&s.node)) look(n->cond);
  });
  return found;
}

// "p == nullptr" of the pointers that the launch passes as null, where the kernel asks for it: the
// flags that lowering has made (null_flag).
std::set<Expr> nulls_of(const core::Kernel& kernel, const LaunchCase& launch) {
  std::set<std::string> names;
  for (const PassedValue& v : launch.passed)
    if (const auto p = std::ranges::find(kernel.params, v.name, &core::Parameter::name);
        v.is_null && p != kernel.params.end() && p->array)
      names.insert(kernel.arrays.at(*p->array).name + " == nullptr");
  std::set<Expr> found;
  if (names.empty()) return found;
  const auto look = [&](Expr e) {
    for (Expr a : atoms(e))
      if (is_symbol(a) && a->type.is_bool() && names.contains(kernel.pool->symbol(a).name))
        found.insert(a);
  };
  core::for_each_statement(kernel.body, [&](const core::Stmt& s) {
    core::for_each_expression(s, look);
    if (const auto* loop = std::get_if<core::Loop>(&s.node)) look(loop->cond);
  });
  return found;
}

} // namespace

LaunchFacts launch_facts(const core::Kernel& kernel, const LaunchCase& launch,
                         const Options& options) {
  // With overflow not assumed away, conversions between host and kernel are not undone.
  if (!launch.is_launch || options.bit_precise) return {};
  Pool& pool = *kernel.pool;
  Relations relations(pool);
  for (const PassedValue& v : launch.passed) {
    const auto p = std::ranges::find(kernel.params, v.name, &core::Parameter::name);
    if (p == kernel.params.end() || !p->symbol || !v.integer || !v.integer->type.is_int()) continue;
    const Expr symbol = pool.symbol_ref(*p->symbol);
    // --param wins over what the launch computes
    if (symbol->type.is_int() && (is_symbol(v.integer) || !options.params.contains(v.name)))
      relations.equal(symbol, v.integer);
  }
  const auto axes = [&](const std::optional<std::array<Expr, 3>>& v,
                        const std::array<SymbolId, 3>& symbols, bool given) {
    if (!v || given) return;
    for (std::size_t a = 0; a < 3; ++a)
      if ((*v)[a]) relations.equal_axis(pool.symbol_ref(symbols[a]), (*v)[a]);
  };
  axes(launch.block, kernel.block_dim, options.block.has_value());
  axes(launch.grid, kernel.grid_dim, options.grid.has_value());
  for (Expr flag : nulls_of(kernel, launch))
    relations.fact(flag);
  const bool powers = uses_powers(kernel);
  for (Expr e : launch.facts)
    if (powers || !is_power_test(e)) relations.fact(e);
  std::vector<LaunchFact> found = relations.result();
  const bool impossible =
      std::ranges::any_of(found, [](const LaunchFact& x) { return is_false(x.cond); });
  if (impossible) found.clear();
  return {std::move(found), impossible};
}

Expr PoolCopy::operator()(Expr e) {
  if (!e) return nullptr;
  if (const auto it = known_.find(e); it != known_.end()) return it->second;
  Expr copy = nullptr;
  if (e->op == Op::symbol) {
    copy = to_.symbol_ref(to_.new_symbol(from_.symbol(e)));
  } else {
    std::vector<Expr> args;
    for (Expr a : e->args)
      args.push_back((*this)(a));
    copy = to_.rebuild(e->op, e->type, e->value, std::move(args));
  }
  return known_[e] = copy;
}

LaunchCase PoolCopy::operator()(const LaunchCase& launch) {
  LaunchCase copy = launch;
  for (auto* dims : {&copy.grid, &copy.block})
    if (*dims)
      for (Expr& e : **dims)
        e = (*this)(e);
  for (PassedValue& v : copy.passed) {
    v.integer = (*this)(v.integer);
    v.base = (*this)(v.base);
    v.behind.base = (*this)(v.behind.base);
    v.behind.count = (*this)(v.behind.count);
    for (auto* list : {&v.bases, &v.apart})
      for (Expr& e : *list)
        e = (*this)(e);
  }
  for (Expr& e : copy.facts)
    e = (*this)(e);
  return copy;
}

} // namespace heddle::cuda
