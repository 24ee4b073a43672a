// Conditions over the iteration number: ranges, trip counts.
#include "protocol/loops.hpp"

#include <algorithm>
#include <array>

namespace heddle::protocol {

namespace {

// c when `e` is c * k with a constant c >= 1, else 0.
std::int64_t multiple_of(const Pool& pool, Expr e, Expr k) {
  const Linear sum = linear_exact(pool, e);
  if (sum.constant != 0 || sum.terms.size() != 1 || sum.terms[0].first != k) return 0;
  return std::max<std::int64_t>(sum.terms[0].second, 0);
}

bool at_least(const Pool& pool, Expr e, std::int64_t bound) {
  const Interval i = interval(pool, e);
  return i.low && *i.low >= bound;
}

// a < x - c * k, unsigned -> a + c * k < x: the first iteration where they differ is after the
// first one where both fail, when a >= c - 1. Likewise a <= x - c * k when a >= c.
Expr from_unsigned_difference(Pool& pool, Expr cond, Expr k) {
  Expr a = cond->args[0], b = cond->args[1];
  if (b->op != Op::sub || b->type.is_signed || mentions(a, k) || mentions(b->args[0], k))
    return cond;
  const std::int64_t c = multiple_of(pool, b->args[1], k);
  if (c == 0 || !at_least(pool, a, cond->op == Op::lt ? c - 1 : c)) return cond;
  Expr sum = pool.add(a, b->args[1]);
  return cond->op == Op::lt ? pool.lt(sum, b->args[0]) : pool.le(sum, b->args[0]);
}

// k != p - n -> k + n < p || p < n: from k = 0 on it fails first where k reaches p - n.
Expr until(Pool& pool, Expr k, Expr plus, Expr minus, Type type) {
  Expr zero = pool.constant(0, type), p = plus ? plus : zero, n = minus ? minus : zero;
  Expr before = pool.lt(pool.add(pool.cast(k, type), n), p);
  if (!minus && at_least(pool, p, 0)) return before;
  return pool.logical_or(before, pool.lt(p, n));
}

Expr from_inequality(Pool& pool, Expr cond, Expr k) {
  Expr a = cond->args[0]->args[0], b = cond->args[0]->args[1];
  if (!a->type.is_int()) return cond;
  if (a->op == Op::sub && !a->type.is_signed && b->op == Op::constant && !mentions(a->args[0], k) &&
      multiple_of(pool, a->args[1], k) == 1)
    return until(pool, k, a->args[0], b->value ? b : nullptr, a->type);
  Linear d = linear_exact(pool, a).minus(linear_exact(pool, b));
  const std::int64_t slope = d.coefficient(k);
  if (slope != 1 && slope != -1) return cond;
  d.remove(k);
  if (std::ranges::any_of(d.terms, [&](const auto& t) { return mentions(t.first, k); }))
    return cond;
  const Difference rest = difference(pool, d, a->type);
  return slope < 0 ? until(pool, k, rest.plus, rest.minus, a->type)
                   : until(pool, k, rest.minus, rest.plus, a->type);
}

} // namespace

Expr as_range(Pool& pool, Expr cond, Expr k) {
  if (cond->op == Op::logical_and) {
    std::vector<Expr> parts;
    for (Expr part : cond->args)
      parts.push_back(as_range(pool, part, k));
    return pool.all(parts);
  }
  if (cond->op == Op::lt || cond->op == Op::le) return from_unsigned_difference(pool, cond, k);
  if (cond->op == Op::logical_not && cond->args[0]->op == Op::eq)
    return from_inequality(pool, cond, k);
  return cond;
}

namespace {

// All of the conditions: until the first of them fails.
std::optional<Trips> count_until_first(Pool& pool, Expr all, Expr k) {
  Expr count = nullptr;
  for (Expr part : all->args) {
    if (!mentions(part, k)) continue;
    const auto one = count_trips(pool, part, k);
    if (!one || (count && one->count->type != count->type)) return std::nullopt;
    count = count ? pool.ite(pool.lt(one->count, count), one->count, count) : one->count;
  }
  if (!count) return std::nullopt;
  return Trips{replace(pool, all, k, pool.constant(0, k->type)), count};
}

} // namespace

std::optional<Trips> count_trips(Pool& pool, Expr cond, Expr k) {
  cond = as_range(pool, cond, k);
  if (cond->op == Op::logical_and) return count_until_first(pool, cond, k);
  Expr entered = replace(pool, cond, k, pool.constant(0, k->type));
  if (is_false(cond)) return Trips{cond, pool.constant(0, k->type)};
  if (cond->op != Op::lt && cond->op != Op::le) return std::nullopt;
  const Type type = cond->args[0]->type;
  Linear d = linear_exact(pool, cond->args[1]).minus(linear_exact(pool, cond->args[0]));
  const std::int64_t step = -d.coefficient(k);
  if (step <= 0) return std::nullopt;
  d.remove(k);
  if (std::ranges::any_of(d.terms, [&](const auto& t) { return mentions(t.first, k); }))
    return std::nullopt;
  // d - step * k > 0 (or >= 0) holds for k < ceil(d / step) (or floor(d / step) + 1)
  d.constant += cond->op == Op::lt ? step - 1 : step;
  const Difference parts = difference(pool, d, type);
  Expr sum = parts.plus ? parts.plus : pool.constant(0, type);
  if (parts.minus) sum = pool.sub(sum, parts.minus);
  return Trips{entered, pool.div(sum, pool.constant(step, type))};
}

bool stays_true(Pool& pool, Expr cond, Expr k) {
  if (!mentions(cond, k)) return true;
  if (cond->op == Op::logical_or || cond->op == Op::logical_and)
    return std::ranges::all_of(cond->args, [&](Expr e) { return stays_true(pool, e, k); });
  if (cond->op != Op::lt && cond->op != Op::le) return false;
  const Linear d = linear_exact(pool, cond->args[1]).minus(linear_exact(pool, cond->args[0]));
  return std::ranges::all_of(d.terms, [&](const auto& term) {
    const auto [leaf, c] = term;
    if (!mentions(leaf, k)) return true;
    if (leaf == k) return c > 0;
    if (leaf->op != Op::mul || c < 0) return false;
    Expr factor = leaf->args[0] == k ? leaf->args[1] : leaf->args[0];
    return (leaf->args[0] == k || leaf->args[1] == k) && !mentions(factor, k) &&
           at_least(pool, factor, 0);
  });
}

} // namespace heddle::protocol
