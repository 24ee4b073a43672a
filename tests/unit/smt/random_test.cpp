// Random expressions over small ranges: solve() against enumeration in the unbounded reading.
#include "fixture.hpp"

#include <algorithm>
#include <random>
#include <set>

namespace heddle::smt {
namespace {

__extension__ typedef __int128 Int;

// The reading of query.hpp once more, written from its text alone.
class Reference {
public:
  explicit Reference(const std::map<Expr, Int>& values) : values_(values) {}

  bool divided_by_zero = false;

  Int eval(Expr e) {
    std::vector<Int> a;
    for (Expr x : e->args)
      a.push_back(eval(x));
    const Int period = Int{1} << e->type.width;
    switch (e->op) {
    case Op::constant:
      return e->type == Type::u64() ? Int(static_cast<std::uint64_t>(e->value)) : Int(e->value);
    case Op::symbol:
    case Op::apply:
      return values_.at(e);
    case Op::add:
      return a[0] + a[1];
    case Op::sub:
      return a[0] - a[1] + (!e->type.is_signed && a[0] < a[1] ? period : 0);
    case Op::mul:
      return a[0] * a[1];
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
      return a[1] < 0 || a[1] >= e->type.width ? Int{0} : a[0] * (Int{1} << int(a[1]));
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

private:
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
  std::mt19937 rng{20240607u +
                   static_cast<unsigned>(testing::UnitTest::GetInstance()->random_seed())};
  std::vector<std::pair<Expr, std::pair<int, int>>> vars;

  int pick(int n) { return static_cast<int>(rng() % static_cast<unsigned>(n)); }

  Type random_type() {
    const Type types[] = {Type::i32(), Type::i32(),           Type::u32(),
                          Type::i64(), Type::u64(),           Type::integer(8, false),
                          Type::u32(), Type::integer(8, true)};
    return types[pick(8)];
  }

  Expr as(Expr e, Type t) { return pool.cast(e, t); }

  Expr leaf(Type t) {
    if (pick(3) == 0) {
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
      for (int v = vars[i].second.first; v <= vars[i].second.second; ++v) {
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
      const int low = t.is_signed && pick(2) ? -pick(6) : pick(3), high = low + 1 + pick(7);
      Expr v = var("v" + std::to_string(i), t, low, high);
      vars.push_back({v, {low, high}});
      if (pick(3) == 0) query.uniform.push_back(v);
    }
  }
};

TEST_F(RandomTest, ValuesAgreeWithEnumeration) {
  const std::map<Expr, Int> none;
  Reference constants(none);
  int sat = 0, unsat = 0, unknown = 0;
  for (int round = 0; round < 1200; ++round) {
    new_vars();
    const Type t = random_type();
    Expr e = integer(t, 1 + pick(3));
    std::set<Int> reached;
    bool defined = true;
    enumerate([&](const std::map<Expr, Int>& values) {
      Reference reference(values);
      reached.insert(reference.eval(e));
      defined &= !reference.divided_by_zero;
    });
    const auto& limits = std::numeric_limits<std::int64_t>();
    for (int which = 0; which < 2; ++which) {
      Int value = 0;
      if (which == 0)
        value = *std::next(reached.begin(), pick(static_cast<int>(reached.size())));
      else
        value = pick(40) - 10;
      if (value < limits.min() || value > limits.max()) continue;
      Expr wanted = c(static_cast<std::int64_t>(value), t);
      if (constants.eval(wanted) != value) continue; // not a value of the type
      query.assertions = {eq(e, wanted)};
      const Answer a = solve(pool, query, {2, 4096});
      const std::string text = to_string(pool, query.assertions[0]);
      if (a.status == Status::unknown) {
        unknown += defined;
        EXPECT_FALSE(a.reason.empty()) << text;
      } else if (a.status == Status::sat) {
        ++sat;
        EXPECT_TRUE(reached.contains(value)) << text << " [" << a.method << "]";
        EXPECT_EQ(a.model.eval(pool, query.assertions[0]), 1) << text;
      } else {
        ++unsat;
        EXPECT_FALSE(reached.contains(value)) << text << " [" << a.method << "]";
      }
    }
  }
  EXPECT_GT(sat, 700);
  EXPECT_GT(unsat, 500);
  EXPECT_LT(unknown, 12);
  std::cout << sat << " sat, " << unsat << " unsat, " << unknown << " unknown\n";
}

TEST_F(RandomTest, ConjunctionsAgreeWithEnumeration) {
  int sat = 0, unsat = 0, unknown = 0;
  for (int round = 0; round < 1500; ++round) {
    new_vars();
    query.assertions.clear();
    for (int i = 0; i < 2 + pick(4); ++i)
      query.assertions.push_back(condition(pick(3)));
    bool satisfiable = false, defined = true;
    Expr whole = pool.all(query.assertions);
    enumerate([&](const std::map<Expr, Int>& values) {
      Reference reference(values);
      satisfiable |= reference.eval(whole) != 0;
      defined &= !reference.divided_by_zero;
    });
    const Answer a = solve(pool, query, {2, 4096});
    const std::string text = to_string(pool, whole) + " [" + a.method + "]";
    if (a.status == Status::unknown) {
      unknown += defined;
    } else if (a.status == Status::sat) {
      ++sat;
      EXPECT_TRUE(satisfiable) << text;
    } else {
      ++unsat;
      EXPECT_FALSE(satisfiable) << text;
    }
  }
  EXPECT_GT(sat, 300);
  EXPECT_GT(unsat, 300);
  EXPECT_LT(unknown, 12);
  std::cout << sat << " sat, " << unsat << " unsat, " << unknown << " unknown\n";
}

} // namespace
} // namespace heddle::smt
