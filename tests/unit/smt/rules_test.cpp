// Every rule of the builders (expr/rules.hpp) is a theorem. Each operator is built of all pairs of
// operands of many shapes, and Z3 proves for all values of the symbols that what was built is the
// operator applied to the operands: in the machine's reading always, in the unbounded one as
// RuleText::holds says. A rule has a proof where it fires alone, or with rules that have one.
#include "readings.hpp"

#include "expr/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace heddle {
namespace {

using test::Meaning;
using test::Reading;

class RulesTest : public testing::Test {
protected:
  Expr symbol(const std::string& name, Type type, std::optional<std::int64_t> low = {},
              std::optional<std::int64_t> high = {}) {
    return pool.symbol_ref(pool.new_symbol({name, type, Role::parameter, 0, low, high, {}}));
  }

  // Builds with `build` what the operator makes of the operands, and proves that it did.
  template <class Build> void check(Op op, Type type, std::vector<Expr> operands, Build build) {
    RuleCounts<Rule> counts;
    Expr after = nullptr;
    {
      CountsRules<Rule> counting;
      after = build();
      counts = counting.counts;
    }
    std::set<Rule> fired;
    for (const RuleText& text : rules)
      if (counts[index_of(text.rule)] != 0) fired.insert(text.rule);
    if (fired.empty()) return;
    const std::string what = described(op, operands) + " became " + to_string(pool, after);
    Meaning machine(context, pool, Reading::machine);
    EXPECT_TRUE(test::is_theorem(context, machine.of(op, type, operands) == machine.of(after)))
        << what;
    ++proofs;
    bool& supposes = instances[fired];
    if (supposes) return;
    Meaning unbounded(context, pool, Reading::unbounded, width);
    supposes = !test::is_theorem(context, unbounded.of(op, type, operands) == unbounded.of(after));
    EXPECT_TRUE(!supposes || std::ranges::any_of(fired, without_overflow))
        << what << " where nothing overflows";
  }

  static bool without_overflow(Rule rule) { return text_of(rule).holds == Holds::without_overflow; }

  std::string described(Op op, const std::vector<Expr>& operands) {
    std::string text = "operator " + std::to_string(static_cast<int>(op)) + " of";
    for (Expr e : operands)
      text += " (" + to_string(pool, e) + ")";
    return text;
  }

  using Builder = Expr (Pool::*)(Expr, Expr);
  void pairs(Op op, Builder builder, const std::vector<Expr>& operands) {
    const bool compares = op == Op::eq || op == Op::lt || op == Op::le;
    for (Expr a : operands)
      for (Expr b : operands)
        if (a->type == b->type)
          check(op, compares ? Type::boolean() : a->type, {a, b},
                [&] { return (pool.*builder)(a, b); });
  }

  std::vector<Expr> constants(Type type) {
    const std::int64_t top =
        type.is_signed ? std::int64_t(~std::uint64_t{0} >> (65 - type.width)) : -1;
    std::vector<Expr> all;
    for (const std::int64_t v : {std::int64_t{0}, std::int64_t{1}, std::int64_t{5}, top,
                                 std::int64_t(std::uint64_t{1} << (type.width - 1)),
                                 std::int64_t{-3}, std::int64_t{70000}})
      all.push_back(pool.constant(v, type));
    return all;
  }

  // Fewer of 64 bits, whose proofs take longer: what the builders do by width, they do in
  // constants.
  std::vector<Expr> numbers(Type type) {
    Expr x = symbol("x", type), y = symbol("y", type), b = symbol("b", Type::boolean());
    const auto c = [&](std::int64_t v) { return pool.constant(v, type); };
    std::vector<Expr> all = constants(type);
    all.insert(all.end(), {x, pool.add(x, c(5)), pool.sub(x, y), pool.bit_not(x)});
    if (type.width < 64)
      all.insert(all.end(), {pool.add(x, y), pool.sub(y, x), pool.mul(x, c(3)), pool.mul(x, c(8)),
                             pool.ite(b, c(2), c(5)), pool.ite(b, x, pool.sub(x, y))});
    return all;
  }

  void numbers_of(Type type) {
    const std::vector<Expr> all = numbers(type);
    const std::pair<Op, Builder> builders[] = {
        {Op::add, &Pool::add},         {Op::sub, &Pool::sub},       {Op::mul, &Pool::mul},
        {Op::bit_and, &Pool::bit_and}, {Op::bit_or, &Pool::bit_or}, {Op::bit_xor, &Pool::bit_xor},
        {Op::shl, &Pool::shl},         {Op::shr, &Pool::shr},       {Op::eq, &Pool::eq},
        {Op::lt, &Pool::lt},           {Op::le, &Pool::le}};
    for (const auto& [op, builder] : builders)
      pairs(op, builder, all);
    for (Expr a : all)
      check(Op::bit_not, type, {a}, [&] { return pool.bit_not(a); });
    for (Expr a : all)
      for (Expr b : constants(type))
        if (b->value != 0) {
          check(Op::div, type, {a, b}, [&] { return pool.div(a, b); });
          check(Op::rem, type, {a, b}, [&] { return pool.rem(a, b); });
        }
  }

  // An unsigned number and what may be negative.
  void signed_parts(Type type) {
    const Type number = Type::integer(type.width, true);
    Expr x = symbol("x", type), z = symbol("z", number), n = symbol("n", number, 0);
    Expr part = pool.cast(z, type), as_number = pool.cast(x, number);
    check(Op::add, type, {x, part}, [&] { return pool.add(x, part); });
    if (Expr wide = symbol("w", Type::i64()); type.width == 32) {
      Expr low = pool.cast(wide, type);
      check(Op::add, type, {x, low}, [&] { return pool.add(x, low); });
    }
    Expr five = pool.constant(5, type);
    check(Op::sub, type, {part, five}, [&] { return pool.sub(part, five); });
    if (type.width == 32) // else the product needs a wider reading
      check(Op::mul, type, {x, part}, [&] { return pool.mul(x, part); });
    for (Expr more : {n, pool.constant(-3, number)}) {
      Expr sum = pool.add(as_number, more);
      check(Op::cast, type, {sum}, [&] { return pool.cast(sum, type); });
    }
  }

  void casts_of(Type from) {
    std::vector<Expr> all = numbers(from);
    for (const Type through : {Type::integer(8, true), Type::integer(16, false), Type::i32(),
                               Type::u32(), Type::i64(), Type::u64()})
      all.push_back(pool.cast(symbol("z", through), from));
    for (const Type to : {Type::integer(8, true), Type::integer(16, false), Type::i32(),
                          Type::u32(), Type::i64(), Type::u64()})
      for (Expr a : all)
        check(Op::cast, to, {a}, [&] { return pool.cast(a, to); });
  }

  void conditions() {
    Expr b = symbol("b", Type::boolean()), p = symbol("p", Type::boolean());
    Expr x = symbol("x", Type::i32()), y = symbol("y", Type::i32());
    const std::vector<Expr> all{pool.boolean(false),
                                pool.boolean(true),
                                b,
                                p,
                                pool.logical_not(b),
                                pool.logical_and(b, p),
                                pool.logical_or(b, p),
                                pool.lt(x, y),
                                pool.le(y, x),
                                pool.eq(x, y),
                                pool.ite(b, p, pool.lt(x, y))};
    const Type type = Type::boolean();
    pairs(Op::logical_and, &Pool::logical_and, all);
    pairs(Op::logical_or, &Pool::logical_or, all);
    pairs(Op::eq, &Pool::eq, all);
    check(Op::logical_and, type, {}, [&] { return pool.all({}); });
    check(Op::logical_or, type, {}, [&] { return pool.any({}); });
    for (Expr c : all) {
      check(Op::logical_not, type, {c}, [&] { return pool.logical_not(c); });
      check(Op::logical_and, type, {c}, [&] { return pool.all(std::array{c}); });
      check(Op::logical_or, type, {c}, [&] { return pool.any(std::array{c}); });
      for (Expr t : all)
        for (Expr f : all)
          check(Op::ite, type, {c, t, f}, [&] { return pool.ite(c, t, f); });
    }
    const std::vector<Expr> values{x, y, pool.ite(b, x, y), pool.ite(p, y, x)};
    for (Expr c : all)
      for (Expr t : values)
        for (Expr f : values)
          check(Op::ite, t->type, {c, t, f}, [&] { return pool.ite(c, t, f); });
  }

  std::set<Rule> proved() const {
    std::set<Rule> known;
    for (std::size_t before = known.size() + 1; before != known.size();) {
      before = known.size();
      for (const auto& [fired, supposes] : instances) {
        std::vector<Rule> open;
        std::ranges::set_difference(fired, known, std::back_inserter(open));
        if (open.size() == 1) known.insert(open.front());
      }
    }
    return known;
  }

  // Rules that alone can be why the unbounded reading has another value.
  std::set<Rule> proved_to_suppose() const {
    std::set<Rule> found;
    for (const auto& [fired, supposes] : instances)
      if (supposes && std::ranges::count_if(fired, without_overflow) == 1)
        found.insert(*std::ranges::find_if(fired, without_overflow));
    return found;
  }

  Pool pool;
  z3::context context;
  // Each set of rules that fired together, and whether they supposed that nothing overflows.
  std::map<std::set<Rule>, bool> instances;
  unsigned width = 0; // of the unbounded reading: no operand here has more factors than one
  std::size_t proofs = 0;
};

TEST_F(RulesTest, EachRuleOfTheBuildersIsATheorem) {
  for (const Type type : {Type::i32(), Type::u32(), Type::i64(), Type::u64()}) {
    width = 2 * type.width + 8;
    numbers_of(type);
    if (!type.is_signed) signed_parts(type);
    width = 80;
    casts_of(type);
  }
  conditions();
  const std::set<Rule> known = proved(), supposing = proved_to_suppose();
  for (const RuleText& text : rules) {
    EXPECT_TRUE(known.contains(text.rule)) << text.name << " has no proof";
    EXPECT_EQ(supposing.contains(text.rule), without_overflow(text.rule))
        << text.name << " supposes that nothing overflows, or does not";
  }
  std::cout << proofs << " proofs, " << instances.size() << " sets of rules\n";
}

} // namespace
} // namespace heddle
