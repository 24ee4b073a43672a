// Variables that remainders of the iteration number drive:
//
//   stage = k % S; if (stage == S - 1) phase ^= 1;        phase at k is k / S % 2
//
// Such a variable is run from its constant on until it comes back.
#include "protocol/loops.hpp"

#include <numeric>

namespace heddle::protocol {

namespace {

constexpr std::int64_t max_period = 64;

// What remainders of the iteration number repeat after.
class Period {
public:
  Period(Pool& pool, Expr binder) : pool_(pool), binder_(binder), mentioned_(binder) {}

  // nullopt: the number occurs otherwise, too.
  std::optional<std::int64_t> of(Expr e) {
    if (!mentioned_.in(e)) return 1;
    if (const auto modulus = modulus_of(e)) return modulus;
    if (e == binder_ || e->op == Op::apply) return std::nullopt;
    std::int64_t all = 1;
    for (Expr part : e->args) {
      const auto own = of(part);
      if (!own) return std::nullopt;
      all = std::lcm(all, *own);
      if (all > max_period) return std::nullopt;
    }
    return all;
  }

private:
  // Of (c * k + d) % m, with constants of which none is negative.
  std::optional<std::int64_t> modulus_of(Expr e) {
    if (e->op != Op::rem && e->op != Op::bit_and) return std::nullopt;
    auto m = constant_value(e->args[1]);
    if (m && e->op == Op::bit_and) m = (*m & (*m + 1)) == 0 ? *m + 1 : 0;
    if (!m || *m < 2 || *m > max_period) return std::nullopt;
    const Linear sum = linear_exact(pool_, e->args[0]);
    if (sum.terms.size() != 1 || sum.constant < 0 || sum.terms[0].second < 0) return std::nullopt;
    Expr leaf = sum.terms[0].first;
    while (leaf->op == Op::cast)
      leaf = leaf->args[0];
    return leaf == binder_ ? m : std::nullopt;
  }

  Pool& pool_;
  Expr binder_;
  Mentioned mentioned_;
};

} // namespace

Expr turning_value(Pool& pool, Expr end, const CarriedVar& v, Expr binder) {
  if (!constant_value(v.init) || v.init->type != end->type) return nullptr;
  const auto driven = Period(pool, binder).of(end);
  if (!driven || *driven == 1) return nullptr;
  std::vector<Expr> values{v.init};
  while (static_cast<std::int64_t>(values.size()) <= max_period) {
    const auto k = static_cast<std::int64_t>(values.size()) - 1;
    Expr at = replace(pool, end, binder, pool.constant(k, binder->type));
    Expr next = replace(pool, at, v.head, values.back());
    if (!constant_value(next)) return nullptr;
    if ((k + 1) % *driven == 0 && next == values[0]) break;
    values.push_back(next);
  }
  const auto period = static_cast<std::int64_t>(values.size());
  if (period > max_period) return nullptr;
  const auto number = [&](std::int64_t c) { return pool.constant(c, binder->type); };
  const std::int64_t half = period / 2;
  const auto is_half = [&](std::int64_t from) {
    for (std::int64_t k = from; k < from + half; ++k)
      if (values[static_cast<std::size_t>(k)] != values[static_cast<std::size_t>(from)])
        return false;
    return true;
  };
  if (period % 2 == 0 && is_half(0) && is_half(half)) {
    Expr round = pool.rem(pool.div(binder, number(half)), number(2));
    Expr other = values[static_cast<std::size_t>(half)];
    if (constant_value(v.init) == 0 && constant_value(other) == 1 && other->type.is_int())
      return pool.cast(round, other->type);
    return pool.ite(pool.eq(round, number(0)), v.init, other);
  }
  Expr value = values.back(), phase = pool.rem(binder, number(period));
  for (std::int64_t k = period - 2; k >= 0; --k)
    value = pool.ite(pool.eq(phase, number(k)), values[static_cast<std::size_t>(k)], value);
  return value;
}

} // namespace heddle::protocol
