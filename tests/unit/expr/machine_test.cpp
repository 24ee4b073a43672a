// Builders keep machine values: random expressions are computed beside their construction.
#include "expr/expr.hpp"

#include <gtest/gtest.h>

#include <random>

namespace heddle {
namespace {

struct Valued {
  Expr expr;
  std::int64_t value;
};

class Machine {
public:
  explicit Machine(unsigned seed) : random_(seed) {
    for (Type type : {Type::u32(), Type::i32(), Type::u64(), Type::i64()})
      for (const char* name : {"x", "y", "z"}) {
        const SymbolId id =
            pool.new_symbol({name, type, Role::parameter, 0, std::nullopt, std::nullopt, {}});
        symbols_.push_back({pool.symbol_ref(id), wrap(interesting(), type)});
      }
  }

  Pool pool;

  Valued make(Type type, int depth) {
    if (depth == 0 || below(6) == 0) return leaf(type);
    switch (below(6)) {
    case 0:
      return join(make(type, depth - 1), make(type, depth - 1), Op::add);
    case 1:
      return join(make(type, depth - 1), make(type, depth - 1), Op::sub);
    case 2:
      return join(make(type, depth - 1), leaf(type), Op::mul);
    case 3: {
      const Valued a = make(type, depth - 1), b = make(type, depth - 1);
      const bool c = below(2) != 0;
      const SymbolId id = pool.new_symbol({"c", Type::boolean(), Role::parameter, 0, {}, {}, {}});
      symbols_.push_back({pool.symbol_ref(id), c});
      return {pool.ite(symbols_.back().expr, a.expr, b.expr), c ? a.value : b.value};
    }
    default: {
      static const Type types[] = {Type::u32(), Type::i32(), Type::u64(), Type::i64()};
      const Valued a = make(types[below(4)], depth - 1);
      return {pool.cast(a.expr, type), wrap(a.value, type)};
    }
    }
  }

  std::int64_t eval(Expr e) {
    std::vector<std::int64_t> a;
    if (e->op == Op::symbol)
      for (const Valued& s : symbols_)
        if (s.expr == e) return s.value;
    for (Expr x : e->args)
      a.push_back(eval(x));
    switch (e->op) {
    case Op::constant:
      return e->value;
    case Op::add:
    case Op::sub:
    case Op::mul:
      return apply(e->op, a[0], a[1], e->type);
    case Op::bit_and:
      return a[0] & a[1];
    case Op::cast:
      return wrap(a[0], e->type);
    case Op::ite:
      return a[0] ? a[1] : a[2];
    default:
      throw std::logic_error("operator");
    }
  }

private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::int64_t interesting() {
    static const std::int64_t values[] = {0,  1,  2,  5,          31,         1000,
                                          -1, -2, -7, 2147483647, 4294967295, 4294967290};
    return values[below(12)];
  }
  Valued leaf(Type type) {
    if (below(2) == 0) {
      const std::int64_t v = wrap(interesting(), type);
      return {pool.constant(v, type), v};
    }
    while (true) {
      const Valued& s = symbols_[static_cast<std::size_t>(below(12))];
      if (s.expr->type == type) return s;
    }
  }
  static std::int64_t apply(Op op, std::int64_t a, std::int64_t b, Type type) {
    const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    return wrap(static_cast<std::int64_t>(op == Op::add   ? x + y
                                          : op == Op::sub ? x - y
                                                          : x * y),
                type);
  }
  Valued join(Valued a, Valued b, Op op) {
    Expr e = op == Op::add   ? pool.add(a.expr, b.expr)
             : op == Op::sub ? pool.sub(a.expr, b.expr)
                             : pool.mul(a.expr, b.expr);
    return {e, apply(op, a.value, b.value, e->type)};
  }

  std::mt19937 random_;
  std::vector<Valued> symbols_;
};

TEST(ExprMachine, BuildersKeepValues) {
  for (unsigned seed = 1; seed <= 10'000; ++seed) {
    Machine m(seed);
    const Valued v = m.make(seed % 2 ? Type::u32() : Type::i64(), 5);
    ASSERT_EQ(m.eval(v.expr), v.value) << "seed " << seed << ": " << to_string(m.pool, v.expr);
  }
}

// Differences of unsigned values that wrapped are negative again as signed values, and there is one
// place at most where a sum of unsigned values wraps.
TEST(ExprMachine, UnsignedDifferences) {
  Pool pool;
  const Type u = Type::u32();
  Expr x = pool.symbol_ref(pool.new_symbol({"x", u, Role::parameter, 0, {}, {}, {}}));
  Expr y = pool.symbol_ref(pool.new_symbol({"y", u, Role::parameter, 0, {}, {}, {}}));
  const auto c = [&](std::int64_t v) { return pool.constant(v, u); };
  EXPECT_EQ(to_string(pool, pool.cast(pool.sub(x, c(1)), Type::i32())), "(i32)x - 1");
  EXPECT_EQ(to_string(pool, pool.cast(pool.sub(x, c(1)), Type::i64())), "(i64)(x - 1)");
  EXPECT_EQ(to_string(pool, pool.add(x, c(4294967295))), "x - 1");
  EXPECT_EQ(to_string(pool, pool.add(pool.sub(x, c(3)), c(5))), "x + 2");
  EXPECT_EQ(to_string(pool, pool.add(pool.sub(x, y), c(1))), "x + 1 - y");
  EXPECT_EQ(to_string(pool, pool.mul(pool.sub(x, c(1)), y)), "x * y - y");
  EXPECT_EQ(pool.add(pool.sub(x, y), y), x);
}

} // namespace
} // namespace heddle
