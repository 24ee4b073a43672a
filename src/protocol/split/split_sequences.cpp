// Facts about loop variables that are functions of the iteration number: doubling and halving
// loops (theory.md section 2), and how those of one loop, or of several, compare:
//
//   d = n >> 1, s = 1; while (0 < d) { d >>= 1; s *= 2; }      1 <= d(k) exactly if s(k) <= n >> 1
//   values of 1, 2, 4, .. and 1, 2, 4, ..                      a < b makes 2 * a <= b
//   a value of 1, 2, 4, .. and the constant 96                 a < 96 makes a <= 64
//   d = 128, s = 1; while (0 < d) { d >>= 1; s *= 2; }         s == 4 exactly if d == 32
#include "protocol/split/split_trips.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace heddle::protocol {

namespace {

// Facts between every two of more applications would drown the solver.
constexpr std::size_t max_related = 16;
// Of a sequence that starts from a constant, this many values are told after the first.
constexpr std::int64_t exact_values = 3, max_exact_value = 1 << 30;
constexpr std::size_t max_constants = 8;         // that powers are compared with
constexpr std::int64_t max_steps_from = 1 << 14; // a constant from which all values are told

// No loop that multiplies or divides goes on for so long.
constexpr std::int64_t max_iteration = 0x7fffffff;

struct Use {
  Expr app;
  const KnownSequence* known;
  Expr init;     // nullptr: not known
  Expr starting; // `init` is not negative: then no value is
};

class Facts {
public:
  explicit Facts(Copies& copies) : copies_(copies), pool_(copies.pool()), trips_(copies) {}

  std::vector<Expr> run(const std::vector<Expr>& exprs) {
    add(exprs);
    for (std::size_t i = 0; i < uses_.size(); ++i) // first values may hold further sequences
      alone(uses_[i]);
    const std::size_t related = std::min(uses_.size(), max_related);
    for (std::size_t i = 0; i < related; ++i)
      for (std::size_t j = i + 1; j < related; ++j)
        compare(uses_[i], uses_[j]);
    for (std::size_t i = 0; i < related; ++i)
      for (const std::int64_t c : constants_)
        with_constant(uses_[i], c);
    for (std::size_t i = 0; i < related; ++i)
      for (const auto& [x, contract] : powers_)
        with_power(uses_[i], x, contract);
    if (masks_)
      for (const Use& use : uses_)
        single_bit(use);
    for (const Use& use : uses_)
      if (multiplied_.contains(use.app)) all_values(use);
    std::erase_if(facts_, [](Expr e) { return is_true(e); });
    return std::move(facts_);
  }

private:
  void add(const std::vector<Expr>& exprs) {
    for (Expr e : exprs)
      look_at(e);
    for (Expr atom : all_atoms(exprs)) {
      if (atom->op != Op::apply || !seen_.insert(atom).second) continue;
      const auto origin = copies_.origin(static_cast<FunctionId>(atom->value));
      if (const LoopExit* exit = copies_.exit(origin.fn))
        left(*exit, atom, origin.thread.value_or(0));
      const auto it = copies_.sequences().find(origin.fn);
      if (it == copies_.sequences().end() || !atom->type.is_int()) continue;
      Use use{atom, &it->second, trips_.first_value(it->second, atom, origin.thread.value_or(0)),
              nullptr};
      if (use.init) {
        const Interval range = interval(pool_, use.init);
        use.starting = range.low && *range.low >= 0 ? pool_.boolean(true)
                                                    : pool_.le(number(0, use.init), use.init);
      }
      uses_.push_back(use);
    }
  }

  // `trips` iterations of a loop are over.
  void left(const LoopExit& exit, Expr trips, std::size_t thread) {
    Expr fact = trips_.fact(exit, trips, thread);
    if (!fact) return;
    facts_.push_back(fact);
    if (const auto n = trips_.of(trips)) facts_.push_back(pool_.eq(trips, number(*n, trips)));
    add({fact});
  }

  // x of `x & (x - 1)`
  static Expr less_one(Expr e) {
    if (e->op != Op::bit_and || e->args.size() != 2) return nullptr;
    for (const std::size_t i : {0, 1}) {
      Expr x = e->args[i], y = e->args[1 - i];
      if (y->op == Op::sub && y->args[0] == x && constant_value(y->args[1]) == 1) return x;
      if (y->op == Op::add && constant_value(y->args[0]) == -1 && y->args[1] == x) return x;
      if (y->op == Op::add && constant_value(y->args[1]) == -1 && y->args[0] == x) return x;
    }
    return nullptr;
  }
  // x of `(x & (x - 1)) == 0`, as contracts say that x is a power of two
  static Expr says_power(Expr e) {
    if (e->op != Op::eq) return nullptr;
    for (const std::size_t i : {0, 1})
      if (constant_value(e->args[i]) == 0) return less_one(e->args[1 - i]);
    return nullptr;
  }

  void look_at(Expr e) {
    if (!e || !looked_at_.insert(e).second) return;
    if (Expr x = says_power(e))
      powers_.emplace_back(x, e);
    else if (e->op == Op::bit_and || e->op == Op::bit_xor)
      masks_ = masks_ || (!less_one(e) && std::ranges::all_of(e->args, [](Expr a) {
                 return a->op != Op::constant;
               }));
    if (e->op == Op::mul || e->op == Op::div || e->op == Op::rem)
      if (std::ranges::none_of(e->args, [](Expr a) { return a->op == Op::constant; }))
        for (Expr atom : all_atoms(e->args))
          multiplied_.insert(atom);
    const bool compares = e->op == Op::lt || e->op == Op::le || e->op == Op::eq;
    for (Expr a : e->args) {
      const auto c = constant_value(a);
      if (compares && c && *c > 2 && *c <= max_exact_value && constants_.size() < max_constants)
        constants_.insert(*c);
      look_at(a);
    }
  }

  Expr number(std::int64_t value, Expr like) { return pool_.constant(value, like->type); }

  static bool multiplies(const Use& use) {
    return use.known->sequence->step == Sequence::Step::multiply;
  }

  // Conditions name the value of iteration k - 1 at k = 0, too, where there is none; an unsigned
  // k - 1 is then a very large number. Nothing is told of values that start below zero.
  Expr occurs(const Use& use) {
    Expr k = use.app->args.back();
    if (use.init && is_iteration(k) && !k->type.is_signed) return use.starting; // alone() bounds it
    if (k->type.width == 32) k = pool_.cast(k, Type::i64());
    return pool_.all(
        std::array{use.starting, pool_.le(number(0, k), k), pool_.le(k, number(max_iteration, k))});
  }

  // The number of iterations of a loop that is over?
  bool is_end(Expr k) const {
    return k->op == Op::apply &&
           copies_.exit(copies_.origin(static_cast<FunctionId>(k->value)).fn) != nullptr;
  }

  // The iteration of an access occurs, and so does the end of a loop that it is behind; only what
  // is computed from them may not.
  bool is_iteration(Expr k) const { return k->op == Op::symbol || is_end(k); }

  void alone(Use use) { // a copy: uses_ grows
    if (!use.init) return;
    Expr s = use.app, k = s->args.back();
    const std::int64_t factor = use.known->sequence->factor;
    facts_.push_back(pool_.implies(pool_.eq(k, number(0, k)), pool_.eq(s, use.init)));
    if (const auto value = trips_.value_behind(s)) facts_.push_back(pool_.eq(s, number(*value, s)));
    if (is_iteration(k)) facts_.push_back(pool_.le(k, number(max_iteration, k)));
    Expr counts = occurs(use);
    Expr later = pool_.logical_and(counts, pool_.le(number(1, k), k)), f = number(factor, s);
    if (multiplies(use)) {
      facts_.push_back(pool_.implies(counts, pool_.le(use.init, s)));
      facts_.push_back(pool_.implies(later, pool_.le(pool_.mul(use.init, f), s)));
      linear_growth(use);
    } else {
      facts_.push_back(pool_.implies(counts, pool_.le(number(0, s), s)));
      facts_.push_back(pool_.implies(counts, pool_.le(s, use.init)));
      facts_.push_back(pool_.implies(later, pool_.le(pool_.mul(s, f), use.init)));
    }
    first_values(use);
    add({use.init});
  }

  // Witnesses have small iterations: without these they rest on values that do not occur.
  void first_values(const Use& use) {
    const std::int64_t factor = use.known->sequence->factor;
    if (factor > 1024 || use.app->type.width < 32) return;
    const auto init = constant_value(use.init);
    if (init ? *init < 0 || *init > 1024 : multiplies(use)) return;
    Expr k = use.app->args.back();
    std::int64_t power = 1;
    for (std::int64_t i = 1; i <= exact_values; ++i) {
      power *= factor;
      if (power * init.value_or(1) > max_exact_value) return;
      Expr value = multiplies(use) ? pool_.mul(use.init, number(power, use.app))
                                   : pool_.div(use.init, number(power, use.app));
      Expr when = pool_.logical_and(use.starting, pool_.eq(k, number(i, k)));
      facts_.push_back(pool_.implies(when, pool_.eq(use.app, value)));
    }
  }

  // init * factor^k >= init * (1 + (factor - 1) * k)
  void linear_growth(const Use& use) {
    const auto init = constant_value(use.init);
    if (!init || *init < 1 || *init > 1024 || use.app->type.width < 32) return;
    Expr k = pool_.cast(use.app->args.back(), Type::i64());
    const std::int64_t slope = *init * (use.known->sequence->factor - 1);
    Expr bound = pool_.add(pool_.mul(k, number(slope, k)), number(*init, k));
    facts_.push_back(pool_.implies(occurs(use), pool_.le(bound, pool_.cast(use.app, Type::i64()))));
  }

  void compare(const Use& a, const Use& b) {
    if (!a.init || !b.init) return;
    if (a.known == b.known) return together(a, b);
    if (a.known->sequence->factor != b.known->sequence->factor) return;
    if (multiplies(a) && multiplies(b)) return powers(a, b);
    if (multiplies(a) != multiplies(b)) multiplies(a) ? inverse(b, a) : inverse(a, b);
  }

  // The first value of a sequence whose values are all powers of its factor, times this.
  std::optional<std::int64_t> ladder(const Use& use) {
    const auto init = use.init ? constant_value(use.init) : std::nullopt;
    return multiplies(use) && init && *init > 0 && *init <= max_exact_value ? init : std::nullopt;
  }

  // Values of two loops that run through the same powers: of two that differ one is `factor` times
  // the other, at least.
  void powers(const Use& a, const Use& b) {
    const auto x = ladder(a), y = ladder(b);
    if (!x || !y) return;
    const std::int64_t factor = a.known->sequence->factor;
    std::int64_t low = std::min(*x, *y);
    while (low < std::max(*x, *y))
      low *= factor;
    if (low != std::max(*x, *y)) return;
    apart(a.app, b.app, factor, pool_.logical_and(occurs(a), occurs(b)));
  }

  // The lesser of two values that differ goes `factor` times into the other one.
  void apart(Expr a, Expr b, std::int64_t factor, Expr when) {
    Expr v = pool_.cast(a, Type::i64()), w = pool_.cast(b, Type::i64());
    for (const auto& [less, more] : {std::pair{v, w}, std::pair{w, v}})
      facts_.push_back(pool_.implies(pool_.logical_and(pool_.lt(less, more), when),
                                     pool_.le(pool_.mul(less, number(factor, less)), more)));
  }

  // One loop divides `down` and multiplies `up`, from a constant m: in iteration k they are
  // floor(i / f^k) and m * f^k, so c <= down exactly if c * up <= m * i.
  void inverse(const Use& down, const Use& up) {
    const auto m = ladder(up);
    if (!m || !std::ranges::equal(down.app->args, up.app->args)) return;
    Expr i = pool_.cast(down.init, Type::i64()), s = pool_.cast(up.app, Type::i64());
    Expr limit = pool_.mul(i, number(*m, i));
    Expr counts = pool_.logical_and(occurs(down), occurs(up));
    for (const std::int64_t c : {std::int64_t{1}, up.known->sequence->factor}) {
      Expr reached = pool_.le(number(c, down.app), down.app);
      Expr within = pool_.le(pool_.mul(s, number(c, s)), limit);
      facts_.push_back(pool_.implies(counts, pool_.eq(reached, within)));
    }
    if (multiplied_.contains(down.app) || multiplied_.contains(up.app))
      for (const auto& [low, high] : steps(down, up, *m))
        facts_.push_back(pool_.implies(counts, pool_.eq(pool_.eq(down.app, number(low, down.app)),
                                                        pool_.eq(up.app, number(high, up.app)))));
  }

  // What both are until `down`, which starts from a constant, is zero.
  std::vector<std::pair<std::int64_t, std::int64_t>> steps(const Use& down, const Use& up,
                                                           std::int64_t first) {
    const auto init = constant_value(down.init);
    if (!init || *init > max_steps_from || std::min(down.app->type.width, up.app->type.width) < 32)
      return {};
    std::vector<std::pair<std::int64_t, std::int64_t>> found;
    const std::int64_t factor = up.known->sequence->factor;
    for (std::int64_t low = *init, high = first; low > 0 && high <= max_exact_value;
         low /= factor, high *= factor)
      found.emplace_back(low, high);
    return found;
  }

  void with_power(const Use& use, Expr x, Expr contract) {
    const auto first = ladder(use);
    if (!first || !has_one_bit(*first) || use.known->sequence->factor != 2) return;
    const std::array counts{contract, pool_.lt(number(0, x), x), occurs(use)};
    apart(use.app, x, 2, pool_.all(counts));
  }

  static bool has_one_bit(std::int64_t c) { return c > 0 && (c & (c - 1)) == 0; }

  // A condition with which `e` has at most one bit, whatever the iteration is; null: none is known.
  Expr when_power(Expr e) {
    if (const auto c = constant_value(e))
      return *c == 0 || has_one_bit(*c) ? pool_.boolean(true) : nullptr;
    for (const auto& [x, contract] : powers_) // options speak of all integers as of 64 bits
      if (x == e || strip_casts(pool_, x) == e) return contract;
    if (is_parameter(e)) return power_of_two(pool_.cast(e, Type::i64()));
    if (e->op == Op::cast)
      return e->type.width >= e->args[0]->type.width ? when_power(e->args[0]) : nullptr;
    if (e->op == Op::shr || e->op == Op::shl) return when_power(e->args[0]);
    if (e->op == Op::div || e->op == Op::mul) return both(when_power(e->args[0]), e->args[1]);
    const auto use = std::ranges::find(uses_, e, &Use::app);
    const bool doubles =
        use != uses_.end() && use->init && has_one_bit(use->known->sequence->factor);
    return doubles ? when_power(use->init) : nullptr;
  }
  // What an option may say later, when assumptions are sought.
  bool is_parameter(Expr e) const {
    return e->op == Op::symbol && pool_.symbol(e).role == Role::parameter && e->type.is_int();
  }
  Expr power_of_two(Expr x) {
    return pool_.eq(pool_.bit_and(x, pool_.sub(x, number(1, x))), number(0, x));
  }
  Expr both(Expr when, Expr other) {
    Expr also = when ? when_power(other) : nullptr;
    return also ? pool_.logical_and(when, also) : nullptr;
  }

  // Where the question has masks, it is asked in words.
  void single_bit(const Use& use) {
    Expr when = when_power(use.app);
    if (!when) return;
    Expr less = pool_.sub(use.app, number(1, use.app));
    const std::array counts{when, occurs(use)};
    facts_.push_back(pool_.implies(pool_.all(counts),
                                   pool_.eq(pool_.bit_and(use.app, less), number(0, use.app))));
  }

  void with_constant(const Use& use, std::int64_t c) {
    const auto first = ladder(use);
    if (!first || use.app->type.width < 32) return;
    const std::int64_t factor = use.known->sequence->factor;
    std::int64_t below = *first, above = *first;
    for (; above < c; above *= factor)
      below = above;
    if (above == *first) return;
    facts_.push_back(
        pool_.implies(occurs(use), pool_.logical_or(pool_.le(use.app, number(below, use.app)),
                                                    pool_.le(number(above, use.app), use.app))));
  }

  // What multiplies by a value is linear in each of those that it has.
  void all_values(const Use& use) {
    if (use.init && !multiplies(use)) return all_falling(use);
    const auto first = ladder(use);
    if (!first || use.app->type.width < 32) return;
    std::vector<Expr> values{pool_.logical_not(occurs(use))};
    std::int64_t value = *first;
    for (; value <= max_exact_value; value *= use.known->sequence->factor)
      values.push_back(pool_.eq(use.app, number(value, use.app)));
    Expr s = pool_.cast(use.app, Type::i64());
    values.push_back(pool_.le(number(value, s), s));
    facts_.push_back(pool_.any(values));
  }

  void all_falling(const Use& use) {
    const auto first = constant_value(use.init);
    if (!first || *first <= 0 || *first > max_steps_from || use.app->type.width < 32) return;
    std::vector<Expr> values{pool_.logical_not(occurs(use))};
    for (std::int64_t value = *first; value > 0; value /= use.known->sequence->factor)
      values.push_back(pool_.eq(use.app, number(value, use.app)));
    values.push_back(pool_.eq(use.app, number(0, use.app)));
    facts_.push_back(pool_.any(values));
  }

  // Two values of one sequence, perhaps of two threads: an earlier and a later one.
  void together(const Use& a, const Use& b) {
    Expr ka = a.app->args.back(), kb = b.app->args.back();
    Expr same = pool_.eq(a.init, b.init);
    if (a.app->value != b.app->value ||
        !std::equal(a.app->args.begin(), a.app->args.end() - 1, b.app->args.begin()))
      facts_.push_back(
          pool_.implies(pool_.logical_and(same, pool_.eq(ka, kb)), pool_.eq(a.app, b.app)));
    ordered(a, b, pool_.logical_and(same, pool_.lt(ka, kb)));
    ordered(b, a, pool_.logical_and(same, pool_.lt(kb, ka)));
  }

  void ordered(const Use& early, const Use& late, Expr condition) {
    Expr f = number(early.known->sequence->factor, early.app);
    condition = pool_.all(std::array{condition, occurs(early), occurs(late)});
    Expr grown = multiplies(early) ? pool_.le(pool_.mul(early.app, f), late.app)
                                   : pool_.le(pool_.mul(late.app, f), early.app);
    facts_.push_back(pool_.implies(condition, grown));
  }

  Copies& copies_;
  Pool& pool_;
  ConstantTrips trips_;
  std::vector<Use> uses_;
  std::unordered_set<Expr> seen_, looked_at_;
  std::unordered_set<Expr> multiplied_; // atoms of what is multiplied, or divided by
  std::set<std::int64_t> constants_;
  bool masks_ = false;                        // `t & (s - 1)`
  std::vector<std::pair<Expr, Expr>> powers_; // what contracts say is a power of two, and how
  std::vector<Expr> facts_;
};

void each_expression(const NodePtr& node, const std::function<void(Expr)>& f) {
  if (!node) return;
  if (const auto* access = std::get_if<Access>(&node->node)) {
    f(access->offset);
    for (Expr e : {access->value, access->operand, access->compare, access->result, access->until})
      if (e) f(e);
    for (const TripValue& trip : access->trips)
      f(trip.value);
  } else if (const auto* barrier = std::get_if<Barrier>(&node->node)) {
    if (barrier->mask) f(barrier->mask);
    if (barrier->alive) f(barrier->alive);
  } else if (const auto* named = std::get_if<NamedBarrier>(&node->node)) {
    for (Expr e : {named->op.id, named->op.count, named->op.at, named->alive})
      if (e) f(e);
  } else if (const auto* m = std::get_if<Mbarrier>(&node->node)) {
    for (Expr e : {m->op.offset, m->op.count, m->op.bytes, m->op.parity, m->alive})
      if (e) f(e);
  } else if (const auto* seq = std::get_if<Seq>(&node->node)) {
    for (const NodePtr& part : seq->parts)
      each_expression(part, f);
  } else if (const auto* branch = std::get_if<If>(&node->node)) {
    f(branch->cond);
    each_expression(branch->then_part, f);
    each_expression(branch->else_part, f);
  } else if (const auto* loop = std::get_if<Loop>(&node->node)) {
    f(loop->cond);
    for (const auto& [name, value] : loop->display)
      f(value);
    each_expression(loop->body, f);
  } else if (const auto* check = std::get_if<Check>(&node->node)) {
    f(check->cond);
    if (check->copy) f(check->copy->offset);
  }
}

// The binders of fn(a, b, .., k); empty unless all arguments are distinct binders.
std::vector<SymbolId> plain_arguments(const Pool& pool, Expr app) {
  std::vector<SymbolId> ids;
  for (Expr a : app->args) {
    if (a->op != Op::symbol || pool.symbol(a).role != Role::binder) return {};
    const auto id = static_cast<SymbolId>(a->value);
    if (std::ranges::find(ids, id) != ids.end()) return {};
    ids.push_back(id);
  }
  return ids;
}

} // namespace

SequenceTable sequence_table(const Protocol& protocol) {
  SequenceTable table;
  for (const Sequence& s : protocol.sequences)
    table[s.fn] = {&s, {}};
  if (table.empty()) return table;
  std::unordered_set<Expr> seen;
  const auto visit = [&](Expr e) {
    if (!seen.insert(e).second) return;
    for (Expr atom : atoms(e)) {
      if (atom->op != Op::apply) continue;
      const auto it = table.find(static_cast<FunctionId>(atom->value));
      if (it == table.end() || !it->second.formals.empty()) continue;
      auto formals = plain_arguments(*protocol.pool, atom);
      if (!formals.empty() && formals.back() == it->second.sequence->binder)
        it->second.formals = std::move(formals);
    }
  };
  each_expression(protocol.root, visit);
  for (const Sequence& s : protocol.sequences)
    visit(s.init);
  for (auto& [fn, known] : table) // the loop itself left no trace: nothing happens in it
    if (known.formals.empty()) {
      known.formals = known.sequence->outer;
      known.formals.push_back(known.sequence->binder);
    }
  return table;
}

std::vector<Expr> sequence_facts(Copies& copies, const std::vector<Expr>& exprs) {
  if (copies.sequences().empty()) return {};
  return Facts(copies).run(exprs);
}

} // namespace heddle::protocol
