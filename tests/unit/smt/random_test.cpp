// Random expressions over small ranges: solve() against enumeration in the unbounded reading.
#include "random.hpp"

#include <set>

namespace heddle::smt {
namespace {

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
      const Int value = reference.eval(e);
      if (!reference.overflowed) reached.insert(value);
      defined &= !reference.divided_by_zero && !reference.overflowed;
    });
    if (reached.empty()) continue; // every value is beyond the enumeration's 128 bits
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
      const Answer a = solve(pool, query, within(2));
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

class ConjunctionsTest : public RandomTest {
protected:
  int sat = 0, unsat = 0, unknown = 0;

  // With `in_types`, a proof may leave out what has a term beyond its type: where a size becomes a
  // constant, what is computed of it is folded as the machine does, and no run that the assumptions
  // hold for gets there.
  void compare(double seconds, bool in_types = false) {
    bool satisfiable = false, has_run = false, defined = true;
    Expr whole = pool.all(query.assertions);
    enumerate([&](const std::map<Expr, Int>& values) {
      Reference reference(values);
      const bool holds = reference.eval(whole) != 0;
      satisfiable |= holds && !reference.overflowed;
      has_run |= holds && !reference.overflowed && !(in_types && reference.left_type);
      defined &= !reference.divided_by_zero && !reference.overflowed;
    });
    const Answer a = solve(pool, query, within(seconds));
    const std::string text = to_string(pool, whole) + " [" + a.method + "]";
    if (a.status == Status::unknown) {
      unknown += defined;
    } else if (a.status == Status::sat) {
      ++sat;
      EXPECT_TRUE(satisfiable) << text;
    } else {
      ++unsat;
      EXPECT_FALSE(has_run) << text;
    }
  }

  void new_query() {
    new_vars();
    query.assertions.clear();
    for (int i = 0; i < 2 + pick(4); ++i)
      query.assertions.push_back(condition(pick(3)));
  }
};

TEST_F(ConjunctionsTest, AgreeWithEnumeration) {
  for (int round = 0; round < 1500; ++round) {
    new_query();
    compare(2);
  }
  EXPECT_GT(sat, 300);
  EXPECT_GT(unsat, 300);
  EXPECT_LT(unknown, 12);
  std::cout << sat << " sat, " << unsat << " unsat, " << unknown << " unknown\n";
}

// What is multiplied or divided by may be negative or zero, and both threads share it.
TEST_F(ConjunctionsTest, AgreeOnSizesOfAnySign) {
  for (int round = 0; round < 400; ++round) {
    vars.clear();
    query = {};
    for (int i = 0; i < 4; ++i) {
      const bool is_size = i < 2;
      const std::int64_t low = is_size ? -1 - pick(3) : pick(2), high = low + 2 + pick(5);
      vars.push_back({var("v" + std::to_string(i), Type::i32(), low, high,
                          is_size ? Role::parameter : Role::fresh),
                      {low, high}});
      if (is_size) query.uniform.push_back(vars.back().first);
    }
    const auto v = [&] { return vars[static_cast<std::size_t>(pick(4))].first; };
    Expr n = vars[0].first, m = vars[1].first;
    const Expr quotients[] = {pool.div(v(), n),           pool.rem(v(), m),
                              pool.div(mul(v(), v()), m), pool.rem(mul(n, v()), m),
                              mul(pool.div(v(), n), m),   mul(n, m)};
    const auto term = [&] { return add(quotients[pick(6)], pick(2) ? v() : mul(v(), n)); };
    for (int i = 0; i < 1 + pick(3); ++i)
      assume(pick(2) ? eq(term(), term()) : lt(term(), term()));
    if (pick(2)) assume(condition(pick(2)));
    compare(2, true);
  }
  EXPECT_GT(sat, 150);
  EXPECT_GT(unsat, 60);
  EXPECT_LT(unknown, 6);
  std::cout << sat << " sat, " << unsat << " unsat, " << unknown << " unknown\n";
}

// Time-outs and interrupts strike at all moments: answers become fewer, never wrong.
TEST_F(ConjunctionsTest, AgreeWithEnumerationWhenInterrupted) {
  for (int round = 0; round < 600; ++round) {
    new_query();
    compare((1 + pick(20)) / 1000.0);
  }
  EXPECT_GT(unsat, 100);
}

// Products of two values next to 2^64 exceed 128 bits: an enumeration that wrapped there would find
// solutions that are none.
TEST_F(ConjunctionsTest, ProductsOfWrappedValues) {
  const Type signed64 = Type::i64(), unsigned64 = Type::u64();
  auto u = [&](Expr e) { return pool.cast(e, unsigned64); };
  for (int round = 0; round < 30; ++round) {
    vars.clear();
    query.uniform.clear();
    for (int i = 0; i < 3; ++i) {
      const int low = pick(2) ? -pick(6) : pick(3), high = low + 1 + pick(7);
      Expr v =
          var("v" + std::to_string(i), pick(2) ? Type::i32() : Type::integer(8, true), low, high);
      vars.push_back({v, {low, high}});
      if (pick(3) == 0) query.uniform.push_back(v);
    }
    Expr a = vars[0].first, b = vars[1].first;
    Expr either = pool.bit_or(pool.cast(b, signed64), pool.cast(a, signed64));
    Expr chosen = pool.ite(lt(u(a), u(b)), c(-2, unsigned64), u(b));
    query.assertions = {
        lt(mul(7, either), pool.cast(pool.bit_xor(u(b), c(4, unsigned64)), signed64)),
        lt(pool.div(c(8, unsigned64), u(b)), mul(8, u(a))),
        lt(mul(u(b), chosen), mul(u(b), mul(12, u(vars[2].first))))};
    compare(2);
  }
  EXPECT_GT(sat, 0);
  EXPECT_GT(unsat, 5);
}

} // namespace
} // namespace heddle::smt
