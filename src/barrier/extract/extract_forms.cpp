// Expressions over an iteration number in the forms that skeletons know. A form is guessed from
// the expression's text or its first values and then proved, so that a wrong guess costs an
// `unknown` and no wrong verdict.
#include "barrier/extract/extract.hpp"
#include "protocol/loops.hpp"

#include <algorithm>

namespace heddle::barrier {

namespace {

using protocol::Linear;
using protocol::linear_exact;

constexpr std::int64_t max_period = 32;
constexpr std::int64_t max_offset = 64; // of guards from the ends of a loop

Expr at(Pool& pool, Expr e, Expr k, std::int64_t i) {
  return protocol::replace(pool, e, k, pool.constant(i, k->type));
}

Expr wide(Pool& pool, Expr e) { return pool.cast(e, Type::i64()); }

Expr sum_of(Pool& pool, const Linear& sum) {
  Expr result = pool.constant(sum.constant, Type::i64());
  for (const auto& [leaf, factor] : sum.terms)
    result = pool.add(result, pool.mul(pool.constant(factor, Type::i64()), wide(pool, leaf)));
  return result;
}

// The first k at which a literal fails.
struct End {
  Expr at = nullptr;    // i64; nullptr: not of a known form
  bool certain = false; // the literal holds iff k < at, by its form alone
};

// rest - c * k - factor * k > 0: the factor by which k goes down, and what is left.
struct Descent {
  std::int64_t constant = 0;
  Expr factor = nullptr; // at least 1
  Linear rest;
};

std::optional<Descent> descent(Pool& pool, Linear room, Expr k) {
  Descent result;
  result.constant = -room.coefficient(k);
  room.remove(k);
  for (const auto& [leaf, c] : room.terms) {
    if (!protocol::mentions(leaf, k)) continue;
    if (result.factor || leaf->op != Op::mul || c != -1 || leaf->args.size() != 2)
      return std::nullopt;
    Expr one = leaf->args[0], two = leaf->args[1];
    const bool first = linear_exact(pool, one).coefficient(k) == 1 &&
                       linear_exact(pool, one).terms.size() == 1 &&
                       linear_exact(pool, one).constant == 0;
    Expr factor = first ? two : one, count = first ? one : two;
    const Linear counts = linear_exact(pool, count);
    const Interval range = interval(pool, factor);
    if (counts.coefficient(k) != 1 || counts.terms.size() != 1 || counts.constant != 0 ||
        protocol::mentions(factor, k) || !range.low || *range.low < 1)
      return std::nullopt;
    result.factor = factor;
    result.rest = room;
    result.rest.remove(leaf);
  }
  if (!result.factor) result.rest = room;
  if (result.factor ? result.constant != 0 : result.constant <= 0) return std::nullopt;
  return result;
}

End first_failure(Pool& pool, Expr cond, Expr k) {
  const bool negated = cond->op == Op::logical_not;
  Expr literal = negated ? cond->args[0] : cond;
  if (literal->op != Op::lt && literal->op != Op::le && literal->op != Op::eq) return {};
  if (!literal->args[0]->type.is_int()) return {};
  Linear room = linear_exact(pool, literal->args[1]).minus(linear_exact(pool, literal->args[0]));
  if (literal->op == Op::eq) {
    // k != bound: the loop ends there, if it is ahead (which the proof shows)
    const std::int64_t step = room.coefficient(k);
    if (!negated || (step != 1 && step != -1)) return {};
    room.remove(k);
    Expr rest = sum_of(pool, room);
    return {step == -1 ? rest : pool.sub(pool.constant(0, Type::i64()), rest), false};
  }
  // holds iff room > 0 (lt) or room >= 0 (le); negated: iff room < 1 or room < 0
  if (negated) room = Linear{}.minus(room);
  if ((literal->op == Op::lt) == negated) room.constant += 1;
  // now iff room > 0
  const auto down = descent(pool, std::move(room), k);
  if (!down) return {};
  // rounded up: below zero it is never more than 0
  Expr step = down->factor ? wide(pool, down->factor) : pool.constant(down->constant, Type::i64());
  Expr sum = pool.add(sum_of(pool, down->rest), pool.sub(step, pool.constant(1, Type::i64())));
  return {down->constant == 1 ? sum : pool.div(sum, step), true};
}

Expr zero_or_more(Pool& pool, Expr k) { return pool.le(pool.constant(0, k->type), k); }

std::optional<std::int64_t> difference(Pool& pool, Expr a, Expr b) {
  const Linear d = linear_exact(pool, a).minus(linear_exact(pool, b));
  if (!d.terms.empty()) return std::nullopt;
  return d.constant;
}

Expr chain(Pool& pool, const std::vector<std::int64_t>& table, Expr k, Type type) {
  Expr residue =
      pool.rem(wide(pool, k), pool.constant(static_cast<std::int64_t>(table.size()), Type::i64()));
  const auto value = [&](std::int64_t v) {
    return type.is_bool() ? pool.boolean(v != 0) : pool.constant(v, type);
  };
  Expr result = value(table.back());
  for (std::size_t r = table.size() - 1; r-- > 0;)
    result = pool.ite(pool.eq(residue, pool.constant(static_cast<std::int64_t>(r), Type::i64())),
                      value(table[r]), result);
  return result;
}

// Values at k = 0, 1, ..; fewer when one is not constant.
std::vector<std::int64_t> first_values(Pool& pool, Expr e, Expr k, std::int64_t count) {
  std::vector<std::int64_t> values;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto v = constant_value(at(pool, e, k, i));
    if (!v) break;
    values.push_back(*v);
  }
  return values;
}

std::optional<std::vector<std::int64_t>> repeated(const std::vector<std::int64_t>& values) {
  for (std::size_t p = 1; p <= max_period && 2 * p <= values.size(); ++p) {
    bool fits = true;
    for (std::size_t i = p; fits && i < values.size(); ++i)
      fits = values[i] == values[i - p];
    if (fits)
      return std::vector<std::int64_t>(values.begin(),
                                       values.begin() + static_cast<std::ptrdiff_t>(p));
  }
  return std::nullopt;
}

class GuardReader {
public:
  GuardReader(Pool& pool, Expr k, Expr trips, Loc loc, const Prover& prover)
      : pool_(pool), k_(k), trips_(trips), loc_(loc), prover_(prover) {}

  IterationGuard run(const std::vector<Expr>& conds) {
    for (Expr c : conds)
      for (Expr part : c->op == Op::logical_and ? c->args : std::vector<Expr>{c})
        add(part);
    return guard_;
  }

private:
  void add(Expr cond) {
    if (is_true(cond)) return;
    if (!counts_up(cond) && !repeats(cond) && !counts_down(cond))
      throw NotUnderstood(
          "a barrier under the condition '" + to_string(pool_, cond) + "' on the iteration", loc_);
  }

  bool proved(Expr cond, Expr form) {
    Expr running = pool_.lt(wide(pool_, k_), trips_);
    return prover_({zero_or_more(pool_, k_), running}, pool_.eq(cond, form));
  }

  // from some iteration on
  bool counts_up(Expr cond) {
    const auto values = first_values(pool_, cond, k_, 2 * max_offset);
    auto first = std::ranges::find(values, 1) - values.begin();
    if (values.size() < 2 * max_offset) // `tile != first_tile` is not known by what is written
      first = values == std::vector<std::int64_t>{0} ? 1 : max_offset + 1;
    else if (std::find(values.begin() + first, values.end(), 0) != values.end())
      return false;
    if (first > max_offset) return false;
    if (!proved(cond, pool_.ge(wide(pool_, k_), pool_.constant(first, Type::i64())))) return false;
    guard_.from = std::max<std::int64_t>(guard_.from, first);
    return true;
  }

  // in every so many iterations
  bool repeats(Expr cond) {
    const auto table = repeated(first_values(pool_, cond, k_, 4 * max_period));
    if (!table || !proved(cond, chain(pool_, *table, k_, Type::boolean()))) return false;
    std::vector<bool> both;
    const std::size_t a = table->size(), b = guard_.residues.size();
    if (a * b > max_period * max_period) return false;
    for (std::size_t i = 0; i < a * b; ++i)
      both.push_back((*table)[i % a] && guard_.residues[i % b]);
    guard_.residues = std::move(both);
    return true;
  }

  // until some iteration before the last
  bool counts_down(Expr cond) {
    std::vector<std::int64_t> guesses;
    if (Expr end = first_failure(pool_, cond, k_).at)
      if (const auto d = difference(pool_, trips_, end)) guesses.push_back(*d);
    if (guesses.empty())
      for (std::int64_t d = 0; d <= 16; ++d)
        guesses.push_back(d);
    for (std::int64_t d : guesses) {
      if (d < 0 || d > max_offset) continue;
      Expr end = pool_.sub(trips_, pool_.constant(d, Type::i64()));
      if (!proved(cond, pool_.lt(wide(pool_, k_), end))) continue;
      guard_.until = std::max(guard_.until, d);
      return true;
    }
    return false;
  }

  Pool& pool_;
  Expr k_, trips_;
  Loc loc_;
  const Prover& prover_;
  IterationGuard guard_;
};

// Puts sums that are `counted`, but for something that no iteration changes, in terms of `count`.
class CountReader {
public:
  // `binders`: of the loops; `first`: what a sum that is `counted` + c has for c; nullptr: nothing.
  CountReader(Pool& pool, Expr count, Expr counted, std::vector<Expr> binders,
              std::vector<Expr> facts, std::function<Expr(Expr)> first, const Prover& prover)
      : pool_(pool), count_(count), counted_(counted), binders_(std::move(binders)),
        facts_(std::move(facts)), first_(std::move(first)), prover_(prover) {}

  Expr read(Expr e) {
    if (std::ranges::none_of(binders_, [&](Expr k) { return protocol::mentions(e, k); })) return e;
    if (auto it = memo_.find(e); it != memo_.end()) return it->second;
    Expr result = e->type.is_int() ? shifted(e) : nullptr;
    if (!result && !e->args.empty()) {
      std::vector<Expr> args;
      for (Expr a : e->args)
        args.push_back(read(a));
      result = pool_.rebuild(e->op, e->type, e->value, std::move(args));
    }
    if (!result) result = e;
    memo_.emplace(e, result);
    return result;
  }

private:
  Expr shifted(Expr e) {
    if (e->op == Op::rem || e->op == Op::div || e->op == Op::ite) return nullptr;
    Expr first = first_(e);
    if (!first || !prover_(facts_, pool_.eq(wide(pool_, e), pool_.add(counted_, first))))
      return nullptr;
    return pool_.cast(pool_.add(count_, first), e->type);
  }

  Pool& pool_;
  Expr count_, counted_;
  std::vector<Expr> binders_, facts_;
  std::function<Expr(Expr)> first_;
  const Prover& prover_;
  std::unordered_map<Expr, Expr> memo_;
};

} // namespace

Expr trip_count(Pool& pool, Expr cond, Expr k, Loc loc, const Prover& prover) {
  const auto refuse = [&] {
    return NotUnderstood(
        "how often the loop around this barrier runs ('" + to_string(pool, cond) + "')", loc);
  };
  Expr count = nullptr;
  bool certain = true;
  for (Expr part : cond->op == Op::logical_and ? cond->args : std::vector<Expr>{cond}) {
    End end = first_failure(pool, part, k);
    if (!protocol::mentions(part, k))
      end = {pool.ite(part, pool.constant(INT32_MAX, Type::i64()), pool.constant(0, Type::i64())),
             false};
    if (!end.at) throw refuse();
    certain = certain && end.certain;
    count = count ? pool.ite(pool.lt(end.at, count), end.at, count) : end.at;
  }
  const auto is_range = [&](std::vector<Expr> facts) {
    facts.push_back(zero_or_more(pool, k));
    return prover(facts, pool.eq(cond, pool.lt(wide(pool, k), count)));
  };
  if (certain || is_range({})) return count;
  // k != bound holds again behind the bound: only what runs up to it counts
  Expr zero = pool.constant(0, Type::i64());
  if (cond->op != Op::logical_not || !prover({}, pool.le(zero, count)) ||
      !is_range({pool.le(wide(pool, k), count)}))
    throw refuse();
  return count;
}

IterationGuard iteration_guard(Pool& pool, const std::vector<Expr>& conds, Expr k, Expr trips,
                               Loc loc, const Prover& prover) {
  return GuardReader(pool, k, trips, loc, prover).run(conds);
}

std::vector<std::int64_t> periodic_values(Pool& pool, Expr e, Expr k, Expr trips, const char* what,
                                          Loc loc, const Prover& prover, std::int64_t from) {
  if (const auto v = constant_value(e)) return {*v};
  if (k && from > 0) { // counted from there
    Expr later = protocol::replace(pool, e, k, pool.add(k, pool.constant(from, k->type)));
    auto values = periodic_values(pool, later, k, pool.sub(trips, pool.constant(from, trips->type)),
                                  what, loc, prover);
    const auto size = static_cast<std::int64_t>(values.size());
    std::ranges::rotate(values, values.end() - from % size);
    return values;
  }
  const auto refuse = [&] {
    return NotUnderstood(std::string(what) + " '" + to_string(pool, e) +
                             "' is not a constant, nor one of "
                             "a few by the iteration number",
                         loc);
  };
  if (!k) throw refuse();
  const auto values = first_values(pool, e, k, 4 * max_period);
  const Interval most = interval(pool, trips); // of a few iterations nothing need repeat
  if (most.high && *most.high <= static_cast<std::int64_t>(values.size()))
    return {values.begin(), values.begin() + std::max<std::int64_t>(1, *most.high)};
  if (values.size() < 4 * max_period) throw refuse();
  const auto table = repeated(values);
  if (!table || !prover({zero_or_more(pool, k)}, pool.eq(e, chain(pool, *table, k, e->type))))
    throw refuse();
  return *table;
}

Expr in_count(Pool& pool, Expr e, const Flattened& flat, const Prover& prover) {
  Expr t = wide(pool, flat.outer), k = wide(pool, flat.inner), zero = pool.constant(0, Type::i64());
  const auto first = [&](Expr sum) {
    return wide(pool, at(pool, at(pool, sum, flat.outer, 0), flat.inner, 0));
  };
  return CountReader(pool, flat.count, pool.add(pool.mul(t, flat.inner_trips), k),
                     {flat.outer, flat.inner},
                     {pool.le(zero, t), pool.lt(t, flat.outer_trips), pool.le(zero, k),
                      pool.lt(k, flat.inner_trips)},
                     first, prover)
      .read(e);
}

Expr in_count(Pool& pool, Expr e, const Joined& joined, const Prover& prover) {
  Expr k = wide(pool, joined.binder), counted = pool.add(joined.start, k);
  const auto first = [&](Expr sum) {
    const protocol::Linear d =
        protocol::linear_exact(pool, wide(pool, sum)).minus(protocol::linear_exact(pool, counted));
    return pool.constant(d.terms.empty() ? d.constant : 0, Type::i64());
  };
  return CountReader(pool, joined.count, counted, {joined.binder},
                     {zero_or_more(pool, joined.binder)}, first, prover)
      .read(e);
}

} // namespace heddle::barrier
