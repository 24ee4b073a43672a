// What comparisons say of the integers that floating-point values become, tried on values: whole
// ones, halves, those beside them, and numbers that a float cannot hold.
#include "cuda/lower/rounded.hpp"
#include "smt/query.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace heddle::cuda {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class Rounded : public testing::Test {
protected:
  Expr apply(const std::string& name, Type type, std::vector<Expr> args) {
    return pool.apply(pool.pure_function(name, type), std::move(args));
  }
  Expr number(const std::string& text, Type type) { return apply(text, type, {}); }

  // A floating-point value, as the machine computes it with the values of x and n.
  double value(Expr e, double x, std::int64_t n) {
    if (e->op == Op::ite)
      return truth(e->args[0], x, n) ? value(e->args[1], x, n) : value(e->args[2], x, n);
    const std::string& name = pool.function(e).name;
    const bool is_float = e->type == Type::opaque(32);
    const auto arg = [&](std::size_t i) { return value(e->args[i], x, n); };
    const auto as_type = [&](double v) {
      return is_float ? static_cast<double>(static_cast<float>(v)) : v;
    };
    if (name == "x") return as_type(x);
    if (name == "i2f") return as_type(static_cast<double>(n));
    if (name == "f2f") return as_type(arg(0));
    if (name == "fadd") return as_type(arg(0) + arg(1));
    if (name == "fsub") return as_type(arg(0) - arg(1));
    if (name == "minnum") return std::fmin(arg(0), arg(1));
    if (name == "maxnum") return std::fmax(arg(0), arg(1));
    if (name == "floor") return std::floor(arg(0));
    if (name == "ceil") return std::ceil(arg(0));
    if (name == "round") return std::round(arg(0));
    if (name == "trunc") return std::trunc(arg(0));
    return std::strtod(name.c_str(), nullptr);
  }

  bool truth(Expr e, double x, std::int64_t n) {
    const std::string& name = pool.function(e).name;
    const double a = value(e->args[0], x, n), b = value(e->args[1], x, n);
    const bool is_open = std::isnan(a) || std::isnan(b);
    if (name.starts_with("u") && is_open) return true;
    if (name.ends_with("lt")) return a < b;
    if (name.ends_with("le")) return a <= b;
    if (name.ends_with("gt")) return a > b;
    return a >= b;
  }

  // Do all facts hold of `integer`, but where the value that it is made of is none?
  void try_out(const std::vector<Expr>& facts, Expr integer, const std::vector<Expr>& conditions,
               double x, std::int64_t n) {
    const double from = value(integer->args[0], x, n);
    if (std::isnan(from) || std::abs(from) > 1e15) return;
    const std::string& name = pool.function(integer).name;
    double whole = std::trunc(from);
    if (name.ends_with("_rd")) whole = std::floor(from);
    if (name.ends_with("_ru")) whole = std::ceil(from);
    if (name.ends_with("_rn")) whole = std::nearbyint(from);
    smt::Model model;
    model.values[this->n] = n;
    model.values[integer] = static_cast<std::int64_t>(whole);
    for (Expr condition : conditions)
      model.values[condition] = truth(condition, x, n) ? 1 : 0;
    for (Expr fact : facts) {
      ++tried;
      ASSERT_EQ(model.eval(pool, fact), 1)
          << "x = " << x << ", n = " << n << ": " << to_string(pool, fact);
    }
  }

  Pool pool;
  const Expr n =
      pool.symbol_ref(pool.new_symbol({"n", Type::i64(), Role::parameter, 0, {}, {}, {}}));
  unsigned tried = 0;
};

std::vector<double> some_values(std::mt19937& random, std::int64_t n) {
  std::vector<double> found{nan, 0.0, -0.0, 1e300, -1e300};
  const double base = static_cast<double>(n);
  for (const double d : {0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0})
    for (const double sign : {-1.0, 1.0}) {
      found.push_back(sign * d);
      found.push_back(base + sign * d);
    }
  found.push_back(std::nextafter(base, 1e300));
  found.push_back(std::nextafter(base, -1e300));
  std::uniform_real_distribution<double> between(-4, 4);
  for (unsigned i = 0; i < 8; ++i)
    found.push_back(between(random));
  return found;
}

TEST_F(Rounded, FactsHoldOfAllValues) {
  std::mt19937 random(7);
  const auto one_of = [&](auto... choices) {
    const std::vector<std::common_type_t<decltype(choices)...>> all{choices...};
    return all[random() % all.size()];
  };
  unsigned known = 0;
  for (unsigned round = 0; round < 400; ++round) {
    const Type type = one_of(Type::opaque(32), Type::opaque(64));
    const char* suffix = type == Type::opaque(32) ? "f" : "";
    const std::string made = one_of(std::string("f2i"), std::string("__float2int_rd"),
                                    std::string("__float2int_ru"), std::string("__float2int_rn"));
    Expr x = apply("x", type, {});
    const Expr whole = apply("i2f", type, {n});
    const auto bound = [&]() -> Expr {
      const Expr constant =
          number(std::to_string(static_cast<int>(random() % 7) - 3) + ".0" + suffix, type);
      switch (random() % 4) {
      case 0:
        return constant;
      case 1:
        return whole;
      case 2:
        return number("0.5" + std::string(suffix), type); // nothing is known by it
      default:
        return apply(one_of(std::string("fadd"), std::string("fsub")), type, {whole, constant});
      }
    };
    const auto relation = [&] {
      return one_of(std::string("flt"), std::string("fle"), std::string("fgt"), std::string("fge"),
                    std::string("ult"), std::string("uge"));
    };
    for (unsigned depth = random() % 4; depth-- > 0;) {
      const Expr b = bound();
      if (random() % 2 == 0) {
        x = apply(one_of(std::string("minnum"), std::string("maxnum")), type, {x, b});
      } else {
        const Expr condition = apply(relation(), Type::boolean(),
                                     random() % 2 ? std::vector{x, b} : std::vector{b, x});
        x = random() % 2 ? pool.ite(condition, x, b) : pool.ite(condition, b, x);
      }
    }
    if (random() % 3 == 0)
      x = apply(one_of(std::string("floor"), std::string("ceil"), std::string("round"),
                       std::string("trunc")),
                type, {x});
    const Expr integer = apply(made, Type::i32(), {x});
    const Expr compared =
        random() % 4 == 0 && !x->args.empty() && x->op == Op::apply && x->args.size() == 1
            ? x->args[0]
            : x;
    RoundedValues values(pool);
    std::vector<Expr> conditions, facts;
    for (unsigned i = 0; i < 3; ++i) {
      const Expr b = bound();
      conditions.push_back(
          apply(relation(), Type::boolean(),
                random() % 2 ? std::vector{compared, b} : std::vector{b, compared}));
      if (i == 2) {
        const std::vector<Expr> more = values.convert(integer);
        facts.insert(facts.end(), more.begin(), more.end());
      }
      const std::vector<Expr> more =
          values.compare(conditions.back(), i == 2 ? std::vector{integer} : std::vector<Expr>{});
      facts.insert(facts.end(), more.begin(), more.end());
    }
    known += !facts.empty();
    for (const std::int64_t size : {-2, 0, 1, 2, 5, 16777216, 16777217, 16777219})
      for (const double v : some_values(random, size))
        try_out(facts, integer, conditions, v, size);
  }
  EXPECT_GT(known, 300U);
  EXPECT_GT(tried, 100'000U);
}

} // namespace
} // namespace heddle::cuda
