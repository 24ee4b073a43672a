// Expressions over an iteration number in the forms that skeletons know. A form is guessed from
// the expression's text or its first values and then proved, so that a wrong guess costs an
// `unknown` and no wrong verdict.
#include "barrier/extract.hpp"
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

// The first k at which a literal fails, as i64; nullptr: not of a known form.
Expr first_failure(Pool& pool, Expr cond, Expr k) {
  const bool negated = cond->op == Op::logical_not;
  Expr literal = negated ? cond->args[0] : cond;
  if (literal->op != Op::lt && literal->op != Op::le && literal->op != Op::eq) return nullptr;
  if (!literal->args[0]->type.is_int()) return nullptr;
  Linear room = linear_exact(pool, literal->args[1]).minus(linear_exact(pool, literal->args[0]));
  if (literal->op == Op::eq) {
    // k != bound: the loop ends there, if it is ahead (which the proof shows)
    const std::int64_t step = room.coefficient(k);
    if (!negated || (step != 1 && step != -1)) return nullptr;
    room.remove(k);
    Expr rest = sum_of(pool, room);
    return step == -1 ? rest : pool.sub(pool.constant(0, Type::i64()), rest);
  }
  // holds iff room > 0 (lt) or room >= 0 (le); negated: iff room < 1 or room < 0
  if (negated) room = Linear{}.minus(room);
  const bool strict = (literal->op == Op::lt) != negated;
  const std::int64_t step = -room.coefficient(k);
  if (step <= 0) return nullptr;
  room.remove(k);
  if (protocol::mentions(sum_of(pool, room), k)) return nullptr;
  room.constant += strict ? step - 1 : step; // rounded up
  Expr rest = sum_of(pool, room);
  return step == 1 ? rest : pool.div(rest, pool.constant(step, Type::i64()));
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
    if (values.size() < 2 * max_offset) return false;
    const auto first = std::ranges::find(values, 1) - values.begin();
    if (first > max_offset) return false;
    if (std::find(values.begin() + first, values.end(), 0) != values.end()) return false;
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
    if (Expr end = first_failure(pool_, cond, k_))
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

} // namespace

Expr trip_count(Pool& pool, Expr cond, Expr k, Loc loc, const Prover& prover) {
  Expr count = nullptr;
  for (Expr part : cond->op == Op::logical_and ? cond->args : std::vector<Expr>{cond}) {
    Expr end = protocol::mentions(part, k) ? first_failure(pool, part, k)
                                           : pool.ite(part, pool.constant(INT32_MAX, Type::i64()),
                                                      pool.constant(0, Type::i64()));
    if (!end) {
      count = nullptr;
      break;
    }
    count = count ? pool.ite(pool.lt(end, count), end, count) : end;
  }
  const auto refuse = [&] {
    return NotUnderstood(
        "how often the loop around this barrier runs ('" + to_string(pool, cond) + "')", loc);
  };
  if (!count) throw refuse();
  if (prover({zero_or_more(pool, k)}, pool.eq(cond, pool.lt(wide(pool, k), count)))) return count;
  // k != bound holds again behind the bound: only what runs up to it counts
  if (cond->op != Op::logical_not) throw refuse();
  Expr zero = pool.constant(0, Type::i64());
  if (!prover({}, pool.le(zero, count))) throw refuse();
  if (!prover({zero_or_more(pool, k), pool.le(wide(pool, k), count)},
              pool.eq(cond, pool.lt(wide(pool, k), count))))
    throw refuse();
  return count;
}

IterationGuard iteration_guard(Pool& pool, const std::vector<Expr>& conds, Expr k, Expr trips,
                               Loc loc, const Prover& prover) {
  return GuardReader(pool, k, trips, loc, prover).run(conds);
}

std::vector<std::int64_t> periodic_values(Pool& pool, Expr e, Expr k, const char* what, Loc loc,
                                          const Prover& prover) {
  if (const auto v = constant_value(e)) return {*v};
  const auto refuse = [&] {
    return NotUnderstood(std::string(what) + " '" + to_string(pool, e) +
                             "' is not a constant, nor one of "
                             "a few by the iteration number",
                         loc);
  };
  if (!k) throw refuse();
  const auto values = first_values(pool, e, k, 4 * max_period);
  if (values.size() < 4 * max_period) throw refuse();
  const auto table = repeated(values);
  if (!table || !prover({zero_or_more(pool, k)}, pool.eq(e, chain(pool, *table, k, e->type))))
    throw refuse();
  return *table;
}

} // namespace heddle::barrier
