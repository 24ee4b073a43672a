// Random queries over small ranges, and what each of their assignments makes of them.
#pragma once
#include "fixture.hpp"

#include <algorithm>
#include <random>

namespace heddle::smt {

__extension__ typedef __int128 Int;

// The reading of query.hpp once more, written from its text alone.
class Reference {
public:
  explicit Reference(const std::map<Expr, Int>& values) : values_(values) {}

  bool divided_by_zero = false;
  bool overflowed = false; // beyond 128 bits: the value means nothing
  bool left_type = false;  // a term has a value that its type has not: no real execution

  Int eval(Expr e) {
    const Int value = compute(e), half = Int{1} << (e->type.width - 1);
    if (e->type.is_int())
      left_type |=
          e->type.is_signed ? value < -half || value >= half : value < 0 || value / 2 >= half;
    return value;
  }

private:
  Int compute(Expr e) {
    std::vector<Int> a;
    for (Expr x : e->args)
      a.push_back(eval(x));
    const Int period = Int{1} << e->type.width;
    Int result = 0;
    switch (e->op) {
    case Op::constant:
      return e->type == Type::u64() ? Int(static_cast<std::uint64_t>(e->value)) : Int(e->value);
    case Op::symbol:
    case Op::apply:
      return values_.at(e);
    case Op::add:
      overflowed |= __builtin_add_overflow(a[0], a[1], &result);
      return result;
    case Op::sub:
      return a[0] - a[1] + (!e->type.is_signed && a[0] < a[1] ? period : 0);
    case Op::mul:
      overflowed |= __builtin_mul_overflow(a[0], a[1], &result);
      return result;
    case Op::div:
      divided_by_zero |= a[1] == 0;
      return a[1] == 0 ? 0 : a[0] / a[1];
    case Op::rem:
      divided_by_zero |= a[1] == 0;
      return a[1] == 0 ? 0 : a[0] % a[1];
    case Op::bit_and:
      return a[0] & a[1];
    case Op::bit_or:
      return a[0] | a[1];
    case Op::bit_xor:
      return a[0] ^ a[1];
    case Op::bit_not:
      return e->type.is_signed ? ~a[0] : period - 1 - a[0];
    case Op::shl:
      if (a[1] < 0 || a[1] >= e->type.width) return 0;
      overflowed |= __builtin_mul_overflow(a[0], Int{1} << int(a[1]), &result);
      return result;
    case Op::shr:
      return a[0] >> (a[1] < 0 || a[1] >= e->type.width ? int(e->type.width) : int(a[1]));
    case Op::cast:
      return convert(a[0], e->type);
    case Op::eq:
      return a[0] == a[1];
    case Op::lt:
      return a[0] < a[1];
    case Op::le:
      return a[0] <= a[1];
    case Op::logical_not:
      return !a[0];
    case Op::logical_and:
      return std::ranges::all_of(a, [](Int x) { return x != 0; });
    case Op::logical_or:
      return std::ranges::any_of(a, [](Int x) { return x != 0; });
    case Op::ite:
      return a[0] ? a[1] : a[2];
    }
    return 0;
  }

  static Int convert(Int v, Type to) {
    const Int period = Int{1} << to.width, bits = ((v % period) + period) % period;
    if (to.width < 32) return to.is_signed && bits >= period / 2 ? bits - period : bits;
    return to.is_signed || v >= 0 ? v : bits;
  }
  const std::map<Expr, Int>& values_;
};

class RandomTest : public SolverTest {
protected:
  // --gtest_random_seed gives other cases.
  std::mt19937 rng{20240607u + static_cast<unsigned>(GTEST_FLAG_GET(random_seed))};
  std::vector<std::pair<Expr, std::pair<std::int64_t, std::int64_t>>> vars; // with their ranges
  bool extreme = false; // constants and ranges up to those of the types: not to be enumerated

  // Guesses would leave few models to the other attempts.
  Limits within(double seconds) { return {seconds, 4096, false, pick(4) == 0}; }

  int pick(int n) { return static_cast<int>(rng() % static_cast<unsigned>(n)); }

  Type random_type() {
    const Type types[] = {Type::i32(), Type::i32(),           Type::u32(),
                          Type::i64(), Type::u64(),           Type::integer(8, false),
                          Type::u32(), Type::integer(8, true)};
    return types[pick(8)];
  }

  Expr as(Expr e, Type t) { return pool.cast(e, t); }

  // A power of two, its negative, or next to one.
  std::int64_t far() {
    const int exponents[] = {15, 16, 31, 32, 33, 48, 62, 63};
    const std::uint64_t power = std::uint64_t{1} << exponents[pick(8)];
    const std::uint64_t off = pick(2) ? 0 : static_cast<std::uint64_t>(pick(5) - 2);
    return static_cast<std::int64_t>((pick(2) ? power : -power) + off);
  }

  Expr leaf(Type t) {
    if (pick(3) == 0) {
      if (extreme && pick(3) == 0) return c(wrap(far(), t), t);
      const int values[] = {0, 1, 2, 3, 4, 5, 7, 8, 16, -1, -2, -3, 12, 255};
      return c(values[pick(14)], t);
    }
    return as(vars[static_cast<std::size_t>(pick(static_cast<int>(vars.size())))].first, t);
  }

  Expr integer(Type t, int depth) {
    if (depth == 0) return leaf(t);
    auto sub_term = [&] { return integer(t, depth - 1 - pick(2) * (depth > 1)); };
    auto constant = [&](std::initializer_list<int> vs) {
      return c(std::data(vs)[pick(static_cast<int>(vs.size()))], t);
    };
    switch (pick(17)) {
    case 0:
    case 1:
      return add(sub_term(), sub_term());
    case 2:
    case 3:
      return sub(sub_term(), sub_term());
    case 4:
      return mul(sub_term(), constant({2, 3, 4, 8}));
    case 5:
      return mul(sub_term(), sub_term());
    case 6:
      return pool.div(sub_term(), constant({2, 3, 4, 32}));
    case 7:
      return pool.rem(sub_term(), constant({2, 3, 4, 8, 32}));
    case 8:
      return pool.div(sub_term(), sub_term());
    case 9:
      return pool.rem(sub_term(), sub_term());
    case 10:
      return pool.bit_and(sub_term(), constant({1, 3, 7, 6, -4, 5, 31}));
    case 11:
      return pick(2) ? pool.bit_or(sub_term(), constant({1, 4, 3, 8}))
                     : pool.bit_xor(sub_term(), constant({1, 4, 3, -1}));
    case 12:
      return pool.shr(sub_term(), constant({1, 2, 3, 5}));
    case 13:
      return pool.shl(sub_term(), constant({1, 2, 3}));
    case 14:
      return as(integer(random_type(), depth - 1), t);
    case 15:
      return pool.ite(condition(depth - 1), sub_term(), sub_term());
    default:
      return bitwise(t, depth);
    }
  }

  Expr bitwise(Type t, int depth) {
    Expr a = integer(t, depth - 1), b = integer(t, depth - 1);
    switch (pick(6)) {
    case 0:
      return pool.bit_and(a, b);
    case 1:
      return pool.bit_or(a, b);
    case 2:
      return pool.bit_xor(a, b);
    case 3:
      return pool.bit_not(a);
    case 4:
      return pool.shl(a, as(leaf(Type::i32()), t));
    default:
      return pool.shr(a, as(leaf(Type::i32()), t));
    }
  }

  Expr condition(int depth) {
    const Type t = random_type();
    Expr a = integer(t, depth), b = integer(t, depth);
    switch (pick(4)) {
    case 0:
      return eq(a, b);
    case 1:
      return pool.logical_or(lt(a, b), eq(leaf(t), b));
    case 2:
      return le(a, b);
    default:
      return lt(a, b);
    }
  }

  // Calls f for every assignment.
  template <typename F> void enumerate(F f) {
    std::map<Expr, Int> values;
    auto go = [&](auto&& self, std::size_t i) -> void {
      if (i == vars.size()) return f(values);
      for (std::int64_t v = vars[i].second.first; v <= vars[i].second.second; ++v) {
        values[vars[i].first] = v;
        self(self, i + 1);
      }
    };
    go(go, 0);
  }

  void new_vars() {
    vars.clear();
    query.uniform.clear();
    for (int i = 0; i < 2 + pick(2); ++i) {
      const Type t = random_type();
      std::int64_t low = t.is_signed && pick(2) ? -pick(6) : pick(3), high = low + 1 + pick(7);
      if (extreme && pick(2)) {
        const std::int64_t a = wrap(far(), t), b = pick(2) ? wrap(far(), t) : pick(5);
        const auto [least, most] = std::minmax(a, b);
        low = t.is_signed ? least : std::max<std::int64_t>(least, 0);
        high = t.is_signed ? most : std::max<std::int64_t>(most, 0);
      }
      Expr v = var("v" + std::to_string(i), t, low, high);
      vars.push_back({v, {low, high}});
      if (pick(3) == 0) query.uniform.push_back(v);
    }
  }
};

} // namespace heddle::smt
