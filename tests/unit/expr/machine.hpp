// Random expressions with the machine's value of each, computed beside their construction.
#pragma once
#include "expr/expr.hpp"

#include <random>
#include <stdexcept>
#include <vector>

namespace heddle::test {

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

  const std::vector<Valued>& symbols() const { return symbols_; }

  // The machine's value, from those of the symbols.
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
    case Op::lt: // of 32 bits
      return a[0] < a[1];
    case Op::logical_not:
      return !a[0];
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

} // namespace heddle::test
