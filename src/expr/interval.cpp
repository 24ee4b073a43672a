#include "expr/expr.hpp"

#include <algorithm>

namespace heddle {

namespace {

using Bound = std::optional<std::int64_t>;

Bound lift(Bound a, Bound b, bool (*op)(std::int64_t, std::int64_t, std::int64_t*)) {
  std::int64_t r = 0;
  if (!a || !b || op(*a, *b, &r)) return std::nullopt;
  return r;
}
bool add_overflows(std::int64_t a, std::int64_t b, std::int64_t* r) {
  return __builtin_add_overflow(a, b, r);
}
bool sub_overflows(std::int64_t a, std::int64_t b, std::int64_t* r) {
  return __builtin_sub_overflow(a, b, r);
}
bool mul_overflows(std::int64_t a, std::int64_t b, std::int64_t* r) {
  return __builtin_mul_overflow(a, b, r);
}

Interval clip(Interval i, Interval by) {
  if (by.low && (!i.low || *i.low < *by.low)) i.low = by.low;
  if (by.high && (!i.high || *i.high > *by.high)) i.high = by.high;
  return i;
}

Interval multiply(Interval a, Interval b) {
  if (a.low && a.high && b.low && b.high) {
    Bound products[] = {lift(a.low, b.low, mul_overflows), lift(a.low, b.high, mul_overflows),
                        lift(a.high, b.low, mul_overflows), lift(a.high, b.high, mul_overflows)};
    if (std::ranges::all_of(products, [](const Bound& p) { return p.has_value(); })) {
      auto [low, high] = std::ranges::minmax(products);
      return {low, high};
    }
    return {};
  }
  if (a.low && b.low && *a.low >= 0 && *b.low >= 0)
    return {lift(a.low, b.low, mul_overflows), std::nullopt};
  return {};
}

class Evaluator {
public:
  explicit Evaluator(const Pool& pool) : pool_(pool) {}

  Interval eval(Expr e) {
    if (auto it = memo_.find(e); it != memo_.end()) return it->second;
    Interval r = compute(e);
    memo_.emplace(e, r);
    return r;
  }

private:
  Interval compute(Expr e) {
    switch (e->op) {
    case Op::constant:
      if (e->type == Type::u64() && e->value < 0) return {0, std::nullopt};
      return {e->value, e->value};
    case Op::symbol: {
      const Symbol& s = pool_.symbol(e);
      return clip(type_range(e->type), {s.low, s.high});
    }
    case Op::apply: {
      const Function& f = pool_.function(e);
      return clip(type_range(e->type), {f.low, f.high});
    }
    case Op::add:
      return binary(e, add_overflows);
    case Op::sub:
      return subtract(e);
    case Op::mul:
      return multiply(eval(e->args[0]), eval(e->args[1]));
    case Op::div:
      return divide(e);
    case Op::rem:
      return remainder(e);
    case Op::bit_and:
      return mask(e);
    case Op::shr:
      return shift_right(e);
    case Op::cast:
      return convert(e);
    case Op::ite:
      return join(eval(e->args[1]), eval(e->args[2]));
    case Op::bit_or:
    case Op::bit_xor:
      return combine(e);
    case Op::bit_not:
    case Op::shl:
    case Op::eq:
    case Op::lt:
    case Op::le:
    case Op::logical_not:
    case Op::logical_and:
    case Op::logical_or:
      return type_range(e->type);
    }
    return {};
  }

  Interval binary(Expr e, bool (*op)(std::int64_t, std::int64_t, std::int64_t*)) {
    Interval a = eval(e->args[0]), b = eval(e->args[1]);
    return {lift(a.low, b.low, op), lift(a.high, b.high, op)};
  }

  Interval subtract(Expr e) {
    Interval a = eval(e->args[0]), b = eval(e->args[1]);
    Interval r{lift(a.low, b.high, sub_overflows), lift(a.high, b.low, sub_overflows)};
    if (!e->type.is_signed && (!r.low || *r.low < 0)) return type_range(e->type); // may wrap
    return r;
  }

  Interval divide(Expr e) {
    Interval a = eval(e->args[0]), b = eval(e->args[1]);
    if (a.low && *a.low >= 0 && b.low && *b.low >= 1) {
      Bound high = a.high ? Bound(*a.high / *b.low) : std::nullopt;
      return {b.high ? *a.low / *b.high : 0, high};
    }
    return {};
  }

  Interval remainder(Expr e) {
    Interval a = eval(e->args[0]), b = eval(e->args[1]);
    if (a.low && *a.low >= 0 && b.low && *b.low >= 1) {
      Bound high = b.high ? Bound(*b.high - 1) : std::nullopt;
      if (a.high && (!high || *a.high < *high)) high = a.high;
      return {0, high};
    }
    return {};
  }

  Interval mask(Expr e) {
    Interval a = eval(e->args[0]), b = eval(e->args[1]);
    const bool a_pos = a.low && *a.low >= 0, b_pos = b.low && *b.low >= 0;
    if (!a_pos && !b_pos) return type_range(e->type);
    Interval r{0, std::nullopt};
    if (a_pos) r.high = a.high;
    if (b_pos && b.high && (!r.high || *b.high < *r.high)) r.high = b.high;
    return r;
  }

  // x | y and x ^ y of non-negative values stay below the next power of two.
  Interval combine(Expr e) {
    Interval a = eval(e->args[0]), b = eval(e->args[1]);
    if (!(a.low && *a.low >= 0 && b.low && *b.low >= 0)) return type_range(e->type);
    if (!a.high || !b.high) return clip({0, std::nullopt}, type_range(e->type));
    std::int64_t top = std::max(*a.high, *b.high), bound = 0;
    while (bound < top)
      bound = bound * 2 + 1;
    return {0, bound};
  }

  Interval shift_right(Expr e) {
    Interval a = eval(e->args[0]);
    if (!a.low || *a.low < 0) return type_range(e->type);
    if (auto c = constant_value(e->args[1]); c && *c >= 0 && *c < 63)
      return {*a.low >> *c, a.high ? Bound(*a.high >> *c) : std::nullopt};
    return {0, a.high};
  }

  // Conversions keep the value where it fits; to 32- and 64-bit types overflow is assumed away
  // upwards, and to unsigned types negative values wrap.
  Interval convert(Expr e) {
    Interval a = eval(e->args[0]), range = type_range(e->type);
    const bool low_fits = a.low && range.low && *a.low >= *range.low;
    const bool high_fits = a.high && (!range.high || *a.high <= *range.high);
    if (low_fits && high_fits) return a;
    if (a.low && range.high && *a.low > *range.high) return range;
    if (e->type.width >= 32 && (e->type.is_signed || (a.low && *a.low >= 0))) return clip(a, range);
    return range;
  }

  static Interval join(Interval a, Interval b) {
    Interval r;
    if (a.low && b.low) r.low = std::min(*a.low, *b.low);
    if (a.high && b.high) r.high = std::max(*a.high, *b.high);
    return r;
  }

  const Pool& pool_;
  std::unordered_map<Expr, Interval> memo_;
};

} // namespace

Interval type_range(Type type) {
  if (type.is_bool()) return {0, 1};
  if (type.is_opaque()) return {};
  if (type.is_signed) {
    const auto high = static_cast<std::int64_t>((std::uint64_t{1} << (type.width - 1)) - 1);
    return {-high - 1, high};
  }
  if (type.width >= 64) return {0, std::nullopt};
  return {0, static_cast<std::int64_t>((std::uint64_t{1} << type.width) - 1)};
}

Interval interval(const Pool& pool, Expr e) { return Evaluator(pool).eval(e); }

} // namespace heddle
