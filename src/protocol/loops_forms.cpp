// Closed forms of loop variables; each rule is a member function named after its shape.
#include "protocol/loops.hpp"
#include "protocol/loops_stopping.hpp"
#include "protocol/polynomial.hpp"

#include <algorithm>
#include <set>

namespace heddle::protocol {

namespace {

constexpr unsigned max_period = 4;
constexpr std::size_t max_group = 8;         // variables that depend on each other
constexpr std::uint32_t max_driven = 400;    // nodes of what is run
constexpr unsigned max_constant_period = 64; // of variables that run through constants
constexpr std::int64_t max_factor = std::int64_t{1} << 30;

class Closer {
public:
  Closer(Pool& pool, ExprTable& table, std::vector<CarriedVar>& vars, Expr binder, Expr runs,
         Expr goes_on, const LoopFunctions& functions)
      : pool_(pool), table_(table), vars_(vars), binder_(binder), runs_(runs), goes_on_(goes_on),
        functions_(functions) {
    for (std::size_t i = 0; i < vars_.size(); ++i)
      index_.emplace(vars_[i].head, i);
    for (const CarriedVar& v : vars_)
      depends_.push_back(heads_in(v.end));
  }

  void run() {
    for (std::size_t i = 0; i < vars_.size(); ++i)
      if (vars_[i].init) direct(i);
    for (std::size_t i = 0; i < vars_.size(); ++i)
      if (vars_[i].init && !vars_[i].value) ends_early(i);
    for (std::size_t i = 0; i < vars_.size(); ++i)
      if (vars_[i].init && !vars_[i].value) stops(i);
    for (std::size_t i = 0; i < vars_.size(); ++i)
      if (vars_[i].init && !vars_[i].value) orbit(i);
    for (std::size_t i = 0; i < vars_.size(); ++i)
      if (vars_[i].init && !vars_[i].value) turning(i);
    while (true) {
      bool changed = false;
      for (std::size_t i = 0; i < vars_.size(); ++i)
        if (!vars_[i].value && !table_.facts(vars_[i].end).provisional) changed |= delayed(i);
      if (!changed && !give_up_one()) break;
    }
  }

private:
  using Indices = std::set<std::size_t>;

  Indices heads_in(Expr e) const {
    Indices found;
    for (Expr a : atoms(e))
      if (auto it = index_.find(a); it != index_.end()) found.insert(it->second);
    return found;
  }
  // No variable of the loop occurs, so the value is the same in all iterations.
  bool invariant(Expr e) const { return heads_in(e).empty() && !table_.facts(e).provisional; }

  void close(std::size_t i, Expr value, bool simple = false) {
    vars_[i].value = value;
    vars_[i].simple = simple;
  }

  // Rules that look at one variable alone.
  void direct(std::size_t i) {
    CarriedVar& v = vars_[i];
    if (v.end == v.head) return close(i, v.init);
    if (!v.end->type.is_int() || depends_[i].empty()) return;
    if (auto d = step_of(v.end, v.head)) return close(i, affine(v, *d), true);
    if (table_.facts(v.end).provisional) return;
    if (scaled(i) || rotating(i)) return;
  }

  // d with end = head + d, for an invariant d.
  std::optional<Difference> step_of(Expr end, Expr head) {
    if (end->op == Op::ite && invariant(end->args[0])) {
      const auto a = step_of(end->args[1], head), b = step_of(end->args[2], head);
      if (!a || !b) return std::nullopt;
      const auto choose = [&](Expr x, Expr y) -> Expr {
        if (!x && !y) return nullptr;
        Expr zero = pool_.constant(0, head->type);
        return pool_.ite(end->args[0], x ? x : zero, y ? y : zero);
      };
      return Difference{choose(a->plus, b->plus), choose(a->minus, b->minus)};
    }
    Linear sum = linear_modular(end);
    if (sum.coefficient(head) != 1) return std::nullopt;
    sum.remove(head);
    for (const auto& [leaf, c] : sum.terms)
      if (!invariant(leaf)) return std::nullopt;
    return difference(pool_, sum, head->type);
  }

  // if (k + 1 < n) v += d: a step of the first iterations, behind which there is none.
  void ends_early(std::size_t i) {
    const CarriedVar& v = vars_[i];
    if (v.end->op != Op::ite || !v.end->type.is_int() || table_.facts(v.end).provisional) return;
    const bool first = v.end->args[2] == v.head;
    if (!first && v.end->args[1] != v.head) return;
    const auto d = step_of(v.end->args[first ? 1 : 2], v.head);
    if (!d) return;
    Expr cond = first ? v.end->args[0] : pool_.logical_not(v.end->args[0]);
    for (const std::size_t other : heads_in(cond))
      if (other == i || !vars_[other].value) return;
    cond = over_binder(cond);
    const auto trips = count_trips(pool_, cond, binder_);
    if (!trips || !stays_true(pool_, pool_.logical_not(cond), binder_)) return;
    Expr total = pool_.ite(trips->entered, pool_.cast(trips->count, binder_->type),
                           pool_.constant(0, binder_->type));
    // where it is the last iteration that takes none, the loop's condition says the same
    const bool last = before_is(cond, runs_);
    Expr goes_on = last ? over_binder(runs_) : cond;
    close(i, affine(v, *d, pool_.ite(goes_on, binder_, total)));
  }

  // if (v != end) v += d
  void stops(std::size_t i) {
    const CarriedVar& v = vars_[i];
    if (depends_[i] != Indices{i} || table_.facts(v.end).provisional) return;
    const auto s = stopping(pool_, v.end, v.head);
    if (!s || !invariant(s->limit) || !invariant(s->number)) return;
    if (!std::ranges::all_of(s->steps, [&](Expr step) { return invariant(step); })) return;
    close(i, stopping_value(pool_, *s, v.init, binder_));
    vars_[i].known = known_on_the_way(pool_, *s, v.init, binder_);
  }

  // Is `cond` of the iteration before just `now`?
  bool before_is(Expr cond, Expr now) {
    for (const std::size_t i : heads_in(now))
      if (!vars_[i].value) return false;
    const auto range = [&](Expr e) { return as_range(pool_, e, binder_); };
    const Expr before = range(at_previous(pool_, cond, binder_)), here = range(over_binder(now));
    if (before == here) return true;
    const bool compares = before->op == here->op && (here->op == Op::lt || here->op == Op::le);
    if (!compares) return false;
    const Linear a =
        linear_exact(pool_, before->args[0]).minus(linear_exact(pool_, before->args[1]));
    const Linear b = linear_exact(pool_, here->args[0]).minus(linear_exact(pool_, here->args[1]));
    const Linear rest = a.minus(b);
    return rest.terms.empty() && rest.constant == 0;
  }

  // i0 + k * c. Types narrower than int wrap in their own width, so the sum is made in int.
  Expr affine(const CarriedVar& v, const Difference& d) { return affine(v, d, binder_); }
  Expr affine(const CarriedVar& v, const Difference& d, Expr steps) {
    return affine(v.init, v.head->type, d, steps);
  }
  Expr affine(Expr init, Type type, const Difference& d, Expr steps) {
    if (Expr value = chosen(init, type, d, steps)) return value;
    const Type wide = type.width < 32 ? Type::i32() : type;
    Expr k = pool_.cast(steps, wide), value = pool_.cast(init, wide);
    if (d.plus) value = pool_.add(value, pool_.mul(k, pool_.cast(d.plus, wide)));
    if (d.minus) value = pool_.sub(value, pool_.mul(k, pool_.cast(d.minus, wide)));
    return pool_.cast(value, type);
  }

  // c ? a : b, by c ? d : 0: no product of a choice. nullptr: the step has no such choice.
  Expr chosen(Expr init, Type type, const Difference& d, Expr steps) {
    if (init->op != Op::ite) return nullptr;
    Expr cond = init->args[0];
    const auto of = [&](bool holds) {
      const auto part = [&](Expr e) { return e ? where(pool_, e, cond, holds) : nullptr; };
      return Difference{part(d.plus), part(d.minus)};
    };
    const Difference then = of(true), otherwise = of(false);
    if (then.plus == otherwise.plus && then.minus == otherwise.minus) return nullptr;
    return pool_.ite(cond, affine(init->args[1], type, then, steps),
                     affine(init->args[2], type, otherwise, steps));
  }

  // A body that runs only for positive values?
  bool runs_when_positive(Expr head) {
    const auto positive = [&](Expr cond) {
      if (cond->op != Op::lt && cond->op != Op::le) return false;
      const auto low = constant_value(cond->args[0]);
      return cond->args[1] == head && low && *low >= 0;
    };
    if (runs_->op == Op::logical_and) return std::ranges::any_of(runs_->args, positive);
    return positive(runs_);
  }

  // Does the loop ask for a value that grows without asking whether it is small? Then it may be
  // meant to go on until the value wraps around, as `m != 0` is for m = 1, 2, 4, ..
  bool may_wrap(Expr head) {
    if (!mentions(goes_on_, head)) return false;
    const auto bounds = [&](Expr cond) {
      return (cond->op == Op::lt || cond->op == Op::le) && grows_with(cond->args[0], head) &&
             !mentions(cond->args[1], head);
    };
    if (goes_on_->op == Op::logical_and) return std::ranges::none_of(goes_on_->args, bounds);
    return !bounds(goes_on_);
  }
  static bool grows_with(Expr e, Expr head) {
    while (e->op == Op::cast && e->type.width >= e->args[0]->type.width)
      e = e->args[0];
    if (e == head) return true;
    return (e->op == Op::add || e->op == Op::mul) &&
           std::ranges::any_of(e->args, [&](Expr a) { return grows_with(a, head); });
  }

  // s * c, s / c, s >> c
  bool scaled(std::size_t i) {
    CarriedVar& v = vars_[i];
    const Interval start = interval(pool_, v.init);
    const bool positive = start.low && *start.low >= 0;
    const Linear sum = linear_modular(v.end);
    if (sum.constant == 0 && sum.terms.size() == 1 && sum.terms[0].first == v.head &&
        sum.terms[0].second >= 2 && sum.terms[0].second <= max_factor && v.head->type.width >= 32)
      return !may_wrap(v.head) && sequence(i, Sequence::Step::multiply, sum.terms[0].second);
    Expr e = v.end;
    const auto strip = [&](Expr x) {
      while (positive && x->op == Op::cast && x->type.width >= v.head->type.width)
        x = x->args[0];
      return x;
    };
    e = strip(e);
    if ((e->op != Op::div && e->op != Op::shr) || strip(e->args[0]) != v.head) return false;
    const auto c = constant_value(e->args[1]);
    if (!c) return false;
    if (e->op == Op::div) return *c >= 2 && sequence(i, Sequence::Step::divide, *c);
    const bool truncates = !e->type.is_signed || positive || runs_when_positive(v.head);
    if (!truncates || *c < 1 || *c > 30) return false;
    return sequence(i, Sequence::Step::divide, std::int64_t{1} << *c);
  }
  bool sequence(std::size_t i, Sequence::Step step, std::int64_t factor) {
    close(i, functions_.sequence(vars_[i], step, factor), true);
    return true;
  }

  // (i + c) % m, and i + 1 == m ? 0 : i + 1
  bool rotating(std::size_t i) {
    CarriedVar& v = vars_[i];
    Expr inner = v.end, modulus = nullptr;
    if (v.end->op == Op::rem) {
      inner = v.end->args[0];
      modulus = v.end->args[1];
    } else if (v.end->op == Op::bit_and && v.end->args[1]->op == Op::constant) {
      const std::int64_t mask = v.end->args[1]->value;
      if (mask <= 0 || mask >= (std::int64_t{1} << 30) || (mask & (mask + 1)) != 0) return false;
      inner = v.end->args[0];
      modulus = pool_.constant(mask + 1, v.end->type);
    } else {
      return wrapping_counter(i);
    }
    if (inner->type != v.head->type || !invariant(modulus)) return false;
    const auto d = step_of(inner, v.head);
    const auto known = [&](Expr e, std::int64_t low) {
      const Interval bounds = interval(pool_, e);
      return bounds.low && *bounds.low >= low;
    };
    if (!d || d->minus || (d->plus && !known(d->plus, 0))) return false;
    if (!known(v.init, 0) || !known(modulus, 1)) return false;
    Expr value = pool_.rem(affine(v, *d), modulus);
    const Interval start = interval(pool_, v.init), size = interval(pool_, modulus);
    if (!start.high || *start.high >= *size.low) value = first_else(v.init, value);
    close(i, value);
    return true;
  }

  bool wrapping_counter(std::size_t i) {
    CarriedVar& v = vars_[i];
    if (v.end->op != Op::ite) return false;
    Expr next = pool_.add(v.head, pool_.constant(1, v.head->type));
    Expr cond = v.end->args[0], back = v.end->args[1], on = v.end->args[2];
    if (back == next) { // i + 1 < m ? i + 1 : 0
      std::swap(back, on);
      cond = pool_.logical_not(cond);
    }
    if (on != next || constant_value(back) != 0) return false;
    Expr limit = nullptr; // next == m or m <= next
    if (cond->op == Op::eq && cond->args[0] == next) limit = cond->args[1];
    if (cond->op == Op::le && cond->args[1] == next) limit = cond->args[0];
    const Interval start = interval(pool_, v.init);
    const auto m = limit ? constant_value(limit) : std::nullopt;
    if (!m || !start.low || !start.high || *start.low < 0 || *start.high >= *m) return false;
    const Difference one{pool_.constant(1, v.head->type), nullptr};
    close(i, pool_.rem(affine(v, one), limit));
    return true;
  }

  Expr first_else(Expr first, Expr later) {
    return pool_.ite(pool_.eq(binder_, pool_.constant(0, binder_->type)), first, later);
  }

  // Values that repeat after a few iterations, or stay after the first: toggles, permutations.
  void orbit(std::size_t i) {
    Indices group{i};
    for (std::vector<std::size_t> work{i}; !work.empty();) {
      const std::size_t j = work.back();
      work.pop_back();
      for (std::size_t d : depends_[j]) {
        if (group.insert(d).second) work.push_back(d);
        if (group.size() > max_group) return; // of matrices there are hundreds
      }
    }
    if (depends_[i].empty()) return;
    for (std::size_t j : group)
      if (!vars_[j].init || table_.facts(vars_[j].end).provisional) return;
    std::vector<std::map<std::size_t, Expr>> seen(1);
    for (std::size_t j : group)
      seen[0][j] = vars_[j].init;
    const auto all_constant = [](const std::map<std::size_t, Expr>& values) {
      return std::ranges::all_of(
          values, [](const auto& v) { return constant_value(v.second).has_value(); });
    };
    bool constants = all_constant(seen[0]);
    while (seen.size() <= (constants ? max_constant_period : max_period)) {
      auto next = step(seen.back());
      constants = constants && all_constant(next); // others grow with every step
      if (next == seen[0]) return close(i, periodic(seen, i));
      if (next == seen.back()) // constant from here on
        return seen.size() <= 2 ? close(i, first_else(seen[0][i], next[i])) : void();
      seen.push_back(std::move(next));
    }
  }

  // Driven by others, whose values are known.
  void turning(std::size_t i) {
    const CarriedVar& v = vars_[i];
    const ExprFacts& facts = table_.facts(v.end);
    if (!depends_[i].contains(i) || facts.provisional || facts.size > max_driven) return;
    for (const std::size_t other : depends_[i])
      if (other != i && !vars_[other].value) return;
    if (Expr value = turning_value(pool_, over_binder(v.end), v, binder_)) close(i, value);
  }

  std::map<std::size_t, Expr> step(const std::map<std::size_t, Expr>& now) {
    Pool::Memo memo;
    const auto values = [&](Expr x) -> Expr {
      auto it = index_.find(x);
      return it == index_.end() ? nullptr : now.at(it->second);
    };
    std::map<std::size_t, Expr> next;
    for (const auto& [j, value] : now)
      next[j] = normal(pool_.substitute(vars_[j].end, values, memo));
    return next;
  }

  // c - (c - x) -> x
  Expr normal(Expr e) {
    if (e->op != Op::sub && e->op != Op::add) return e;
    const Linear sum = linear_modular(e);
    if (sum.terms.size() == 1 && sum.constant == 0 && sum.terms[0].second == 1)
      return pool_.cast(sum.terms[0].first, e->type);
    return e;
  }

  Expr periodic(std::vector<std::map<std::size_t, Expr>>& seen, std::size_t i) {
    const auto period = static_cast<std::int64_t>(seen.size());
    Expr phase = pool_.rem(binder_, pool_.constant(period, binder_->type));
    Expr value = seen.back()[i];
    for (std::int64_t p = period - 2; p >= 0; --p)
      value = pool_.ite(pool_.eq(phase, pool_.constant(p, binder_->type)),
                        seen[static_cast<std::size_t>(p)][i], value);
    return value;
  }

  // The value was computed in the iteration before, from variables whose values are known.
  bool delayed(std::size_t i) {
    for (std::size_t d : depends_[i])
      if (!vars_[d].value) return false;
    CarriedVar& v = vars_[i];
    Expr before = at_previous(pool_, over_binder(v.end), binder_);
    Expr first = v.init ? v.init : functions_.undefined(v);
    close(i, first_else(first, before));
    return true;
  }

  Expr over_binder(Expr e) {
    return pool_.substitute(e, [&](Expr x) -> Expr {
      auto it = index_.find(x);
      return it == index_.end() ? nullptr : vars_[it->second].value;
    });
  }

  // Widest group of threads for which all of an unknown variable's history is the same: of each
  // variable once, as those of matrices are hundreds that depend on each other.
  Scope sharing_of(std::size_t i) {
    if (sharing_.empty()) find_sharing();
    return sharing_[i];
  }

  void find_sharing() {
    std::vector<std::vector<std::size_t>> needed_by(vars_.size());
    std::vector<std::size_t> work;
    for (std::size_t i = 0; i < vars_.size(); ++i) {
      const CarriedVar& v = vars_[i];
      const Scope start = v.init ? table_.facts(v.init).sharing : Scope::thread;
      sharing_.push_back(std::min(table_.facts(v.end).sharing, start));
      for (const std::size_t d : depends_[i])
        needed_by[d].push_back(i);
      work.push_back(i);
    }
    while (!work.empty()) {
      const std::size_t d = work.back();
      work.pop_back();
      for (const std::size_t i : needed_by[d]) {
        if (sharing_[i] <= sharing_[d]) continue;
        sharing_[i] = sharing_[d];
        work.push_back(i);
      }
    }
  }

  // Non-negative from the start, and kept so by every iteration?
  bool stays_non_negative(std::size_t i) {
    const CarriedVar& v = vars_[i];
    if (!v.init || !v.head->type.is_int()) return false;
    const Interval start = interval(pool_, v.init);
    if (!start.low || *start.low < 0) return false;
    const SymbolId some = pool_.new_symbol({v.name, v.head->type, Role::fresh, 0, 0, {}, {}});
    const Interval after = interval(pool_, replace(pool_, v.end, v.head, pool_.symbol_ref(some)));
    return after.low && *after.low >= 0;
  }

  // Nothing else closes: one variable becomes an unknown function, which may help the others.
  bool give_up_one() {
    const auto worst = [&]() -> std::optional<std::size_t> {
      std::optional<std::size_t> any;
      for (std::size_t i = 0; i < vars_.size(); ++i) {
        if (vars_[i].value) continue;
        if (depends_[i].contains(i) || table_.facts(vars_[i].end).provisional) return i;
        if (!any) any = i;
      }
      return any;
    }();
    if (!worst) return false;
    CarriedVar& v = vars_[*worst];
    std::optional<std::int64_t> low;
    if (stays_non_negative(*worst)) low = 0;
    v.unknown = true;
    Expr later = functions_.unknown(v, sharing_of(*worst), low);
    const bool computed = !v.head->type.is_opaque();
    close(*worst, v.init && computed ? first_else(v.init, later) : later);
    return true;
  }

  Pool& pool_;
  ExprTable& table_;
  std::vector<CarriedVar>& vars_;
  Expr binder_, runs_, goes_on_;
  const LoopFunctions& functions_;
  std::unordered_map<Expr, std::size_t> index_;
  std::vector<Indices> depends_;
  std::vector<Scope> sharing_; // of each variable's history, once that is asked for
};

} // namespace

void close_forms(Pool& pool, ExprTable& table, std::vector<CarriedVar>& vars, Expr binder,
                 Expr runs, Expr goes_on, const LoopFunctions& functions) {
  Closer(pool, table, vars, binder, runs, goes_on, functions).run();
}

} // namespace heddle::protocol
