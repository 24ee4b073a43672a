#include "smt/small/narrow.hpp"

#include "smt/normal/normalise.hpp"
#include "smt/normal/operators.hpp"

#include <algorithm>
#include <array>

namespace heddle::smt::small {

namespace {

Wide clamp(Wide v) { return std::clamp(v, -far, far); }
bool is_far(Wide v) { return v <= -far || v >= far; }

Wide plus(Wide a, Wide b) {
  if (is_far(a)) return a;
  return is_far(b) ? b : clamp(a + b);
}
Wide minus(Wide a, Wide b) { return plus(a, -b); }

Wide times(Wide a, Wide b) {
  Wide r = 0;
  if (__builtin_mul_overflow(a, b, &r)) return (a < 0) == (b < 0) ? far : -far;
  return clamp(r);
}

// Of a bound: none stays none.
Wide down(Wide a, Wide by) { return is_far(a) ? a : floor_div(a, by); }
Wide up(Wide a, Wide by) { return is_far(a) ? a : -floor_div(-a, by); }

Range hull(std::array<Wide, 4> v) {
  const auto [low, high] = std::ranges::minmax(v);
  return {low, high};
}

Range product_of(const Range& a, const Range& b) {
  return hull(
      {times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)});
}

// Of a truncating division by b > 0.
Wide truncated(Wide a, Wide b) { return is_far(a) ? a : a / b; }

// The numbers up to v have no other bits.
Wide ones(Wide v) {
  Wide all = 0;
  while (all < v && all < far)
    all = all * 2 + 1;
  return all;
}

} // namespace

bool Narrower::exclude(TermId t, Wide v) {
  const Range r = of(t);
  if (r.low == v) return set_low(t, v + 1);
  return r.high != v || set_high(t, v - 1);
}

bool Narrower::revise(TermId t) {
  const Expr e = terms_.expr(t);
  if (e->args.empty() || e->op == Op::apply) return true;
  switch (e->op) {
  case Op::eq:
    return equality(t);
  case Op::lt:
    return order(t, 1);
  case Op::le:
    return order(t, 0);
  case Op::logical_not: {
    const TermId a = terms_.args(t)[0];
    return set(t, {1 - of(a).high, 1 - of(a).low}) && set(a, {1 - of(t).high, 1 - of(t).low});
  }
  case Op::logical_and:
    return conjunction(t, false);
  case Op::logical_or:
    return conjunction(t, true);
  case Op::ite:
    return choice(t);
  default:
    break;
  }
  const bool divides = e->op == Op::div || e->op == Op::rem;
  if (divides && !exclude(terms_.args(t)[1], 0)) return false;
  if (std::ranges::all_of(terms_.args(t), [&](TermId a) { return of(a).is_point(); }))
    return compute(t);
  switch (e->op) {
  case Op::add:
    return sum(t);
  case Op::sub:
    return difference(t);
  case Op::mul:
    return product(t);
  case Op::div:
    return quotient(t);
  case Op::rem:
    return remainder(t);
  case Op::bit_and:
  case Op::bit_or:
  case Op::bit_xor:
    return bits(t);
  case Op::bit_not:
    return complement(t);
  case Op::shl:
  case Op::shr:
    return shift(t);
  case Op::cast:
    return conversion(t);
  default:
    return true;
  }
}

bool Narrower::compute(TermId t) {
  std::array<Wide, 3> values{};
  const std::vector<TermId>& args = terms_.args(t);
  for (std::size_t i = 0; i < args.size(); ++i)
    values[i] = of(args[i]).low;
  try {
    const Wide v = value_of_operator(terms_.expr(t), values);
    return set(t, {v, v});
  } catch (const TooLarge&) {
    return false; // no model for the evaluator, which has the last word
  }
}

bool Narrower::sum(TermId t) {
  const TermId a = terms_.args(t)[0], b = terms_.args(t)[1];
  return set(t, {plus(of(a).low, of(b).low), plus(of(a).high, of(b).high)}) &&
         set(a, {minus(of(t).low, of(b).high), minus(of(t).high, of(b).low)}) &&
         set(b, {minus(of(t).low, of(a).high), minus(of(t).high, of(a).low)});
}

// Unsigned: plus 2^w where it is negative, once.
bool Narrower::difference(TermId t) {
  const TermId a = terms_.args(t)[0], b = terms_.args(t)[1];
  const Type type = terms_.expr(t)->type;
  const Range plain{minus(of(a).low, of(b).high), minus(of(a).high, of(b).low)};
  const Wide period = power_of_two(type.width);
  if (!type.is_signed && plain.low < 0)
    return set(t, {std::min<Wide>(0, plus(plain.low, period)), std::max(plain.high, period - 1)});
  return set(t, plain) && set(a, {plus(of(t).low, of(b).low), plus(of(t).high, of(b).high)}) &&
         set(b, {minus(of(a).low, of(t).high), minus(of(a).high, of(t).low)});
}

bool Narrower::product(TermId t) {
  const TermId a = terms_.args(t)[0], b = terms_.args(t)[1];
  return set(t, product_of(of(a), of(b))) && factor(a, of(t), of(b)) && factor(b, of(t), of(a));
}

bool Narrower::factor(TermId f, const Range& product, const Range& other) {
  if (other.low >= 1) {
    const Wide low = product.low <= 0 ? up(product.low, other.low) : up(product.low, other.high);
    const Wide high =
        product.high >= 0 ? down(product.high, other.low) : down(product.high, other.high);
    return set(f, {low, high});
  }
  if (!other.is_point() || other.low == 0) return true;
  const Wide c = -other.low;
  return set(f, {up(-product.high, c), down(-product.low, c)});
}

bool Narrower::quotient(TermId t) {
  const TermId a = terms_.args(t)[0], b = terms_.args(t)[1];
  const Range x = of(a), y = of(b);
  if (y.low < 1) return true;
  if (!set(t, {truncated(x.low, x.low < 0 ? y.low : y.high),
               truncated(x.high, x.high < 0 ? y.high : y.low)}))
    return false;
  const Range q = of(t);
  if (y.is_point()) {
    const Wide c = y.low;
    const Wide low = q.low > 0 ? times(q.low, c) : minus(times(q.low, c), c - 1);
    const Wide high = q.high < 0 ? times(q.high, c) : plus(times(q.high, c), c - 1);
    return set(a, {low, high});
  }
  return x.low < 0 || q.low < 1 || set_high(b, down(x.high, q.low));
}

bool Narrower::remainder(TermId t) {
  const TermId a = terms_.args(t)[0], b = terms_.args(t)[1];
  const Range x = of(a), y = of(b);
  if (y.low < 1 || x.low < 0) return true;
  if (!set(t, {0, std::min(minus(y.high, 1), x.high)})) return false;
  if (x.high < y.low) return set(t, x) && set(a, of(t));
  if (!set_low(b, plus(of(t).low, 1))) return false;
  const Range r = of(t);
  if (!y.is_point() || !r.is_point()) return true;
  const Wide c = y.low;
  return set_low(a, x.low + floor_mod(r.low - x.low, c)) &&
         (is_far(x.high) || set_high(a, x.high - floor_mod(x.high - r.low, c)));
}

// Of values that are not negative.
bool Narrower::bits(TermId t) {
  const Op op = terms_.expr(t)->op;
  const TermId a = terms_.args(t)[0], b = terms_.args(t)[1];
  const Range x = of(a), y = of(b);
  if (op == Op::bit_and) {
    if (x.low < 0 && y.low < 0) return true;
    const Wide high = std::min(x.low < 0 ? far : x.high, y.low < 0 ? far : y.high);
    if (!set(t, {0, high})) return false;
    const Wide low = of(t).low;
    return (x.low < 0 || set_low(a, low)) && (y.low < 0 || set_low(b, low));
  }
  if (x.low < 0 || y.low < 0) return true;
  const Wide high = ones(std::max(x.high, y.high));
  if (!set(t, {op == Op::bit_or ? std::max(x.low, y.low) : 0, high})) return false;
  const Range r = of(t);
  const Wide top = r.low < 1 ? 0 : ones(r.low) / 2 + 1; // its highest bit is one of theirs
  if (top > 0 && !is_far(top)) {
    if (y.high < top && !set_low(a, top)) return false;
    if (x.high < top && !set_low(b, top)) return false;
  }
  return op != Op::bit_or || (set_high(a, r.high) && set_high(b, r.high));
}

bool Narrower::complement(TermId t) {
  const TermId a = terms_.args(t)[0];
  const Type type = terms_.expr(t)->type;
  const Wide all = type.is_signed ? Wide{-1} : power_of_two(type.width) - 1;
  return set(t, {minus(all, of(a).high), minus(all, of(a).low)}) &&
         set(a, {minus(all, of(t).high), minus(all, of(t).low)});
}

bool Narrower::shift(TermId t) {
  const TermId a = terms_.args(t)[0], b = terms_.args(t)[1];
  const Range x = of(a), y = of(b);
  if (y.low < 0 || y.high >= static_cast<Wide>(terms_.expr(t)->type.width)) return true;
  const auto least = power_of_two(static_cast<unsigned>(y.low));
  const auto most = power_of_two(static_cast<unsigned>(y.high));
  if (terms_.expr(t)->op == Op::shl)
    return set(t, product_of(x, {least, most})) && factor(a, of(t), {least, most});
  if (!set(t, {x.low < 0 ? down(x.low, least) : down(x.low, most),
               x.high < 0 ? down(x.high, most) : down(x.high, least)}))
    return false;
  const Range q = of(t);
  return !y.is_point() || set(a, {times(q.low, least), plus(times(q.high, least), least - 1)});
}

// Keeps what fits; to signed types of 32 and more bits, all.
bool Narrower::conversion(TermId t) {
  const TermId a = terms_.args(t)[0];
  const Type type = terms_.expr(t)->type;
  const Bounds bounds = type_bounds(type);
  const Range range{bounds.low.value_or(-far), bounds.high.value_or(far)};
  const bool keeps = type.width >= 32 ? type.is_signed || of(a).low >= 0
                                      : of(a).low >= range.low && of(a).high <= range.high;
  // what is negative would become more than the result may be
  const bool is_kept = type.width >= 32 && of(t).high < plus(of(a).low, power_of_two(type.width));
  if (keeps || is_kept) return (keeps || set_low(a, 0)) && set(t, of(a)) && set(a, of(t));
  return type.width < 32 ? set(t, range) : set_low(t, 0);
}

bool Narrower::equality(TermId t) {
  const TermId a = terms_.args(t)[0], b = terms_.args(t)[1];
  const Range x = of(a), y = of(b);
  if (x.high < y.low || y.high < x.low) return set(t, {0, 0});
  if (x.is_point() && x == y) return set(t, {1, 1});
  if (of(t).low == 1) return set(a, y) && set(b, of(a));
  if (of(t).high == 1) return true;
  return (!y.is_point() || exclude(a, y.low)) && (!x.is_point() || exclude(b, x.low));
}

// a + gap <= b
bool Narrower::order(TermId t, Wide gap) {
  const TermId a = terms_.args(t)[0], b = terms_.args(t)[1];
  if (plus(of(a).high, gap) <= of(b).low) return set(t, {1, 1});
  if (plus(of(a).low, gap) > of(b).high) return set(t, {0, 0});
  if (of(t).low == 1)
    return set_high(a, minus(of(b).high, gap)) && set_low(b, plus(of(a).low, gap));
  if (of(t).high == 1) return true;
  return set_low(a, plus(of(b).low, 1 - gap)) && set_high(b, minus(of(a).high, 1 - gap));
}

// An `or` is an `and` of the opposite.
bool Narrower::conjunction(TermId t, bool is_or) {
  const Range neutral = is_or ? Range{0, 0} : Range{1, 1};
  const Range decisive = is_or ? Range{1, 1} : Range{0, 0};
  std::optional<TermId> open;
  bool is_single = true;
  for (TermId a : terms_.args(t)) {
    if (of(a) == decisive) return set(t, decisive);
    if (of(a) == neutral) continue;
    is_single = !open;
    open = a;
  }
  if (!open) return set(t, neutral);
  if (of(t) == decisive) return !is_single || set(*open, decisive);
  if (of(t) != neutral) return true;
  return std::ranges::all_of(terms_.args(t), [&](TermId a) { return set(a, neutral); });
}

bool Narrower::least_of(TermId t, TermId x, TermId y) {
  return set_high(t, std::min(of(x).high, of(y).high)) && set_low(x, of(t).low) &&
         set_low(y, of(t).low);
}

bool Narrower::greatest_of(TermId t, TermId x, TermId y) {
  return set_low(t, std::max(of(x).low, of(y).low)) && set_high(x, of(t).high) &&
         set_high(y, of(t).high);
}

bool Narrower::choice(TermId t) {
  const TermId c = terms_.args(t)[0], x = terms_.args(t)[1], y = terms_.args(t)[2];
  const auto apart = [&](TermId a) { return of(a).high < of(t).low || of(t).high < of(a).low; };
  if (of(c).is_point()) {
    const TermId taken = of(c).low ? x : y;
    return set(t, of(taken)) && set(taken, of(t));
  }
  if (!set(t, {std::min(of(x).low, of(y).low), std::max(of(x).high, of(y).high)})) return false;
  if (const Op op = terms_.expr(c)->op; op == Op::lt || op == Op::le) {
    const TermId less = terms_.args(c)[0], more = terms_.args(c)[1];
    if (less == x && more == y && !least_of(t, x, y)) return false;
    if (less == y && more == x && !greatest_of(t, x, y)) return false;
  }
  return (!apart(x) || set(c, {0, 0})) && (!apart(y) || set(c, {1, 1}));
}

} // namespace heddle::smt::small
