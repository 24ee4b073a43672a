// Where no overflow check fails, both readings of an expression agree; the checks of a loop cover
// what it computes last.
#include "protocol/overflow.hpp"
#include "smt/eval.hpp"
#include "unit/core/builder.hpp"
#include "unit/expr/machine.hpp"

#include <gtest/gtest.h>

namespace heddle::protocol {
namespace {

using core::Builder;

std::vector<Expr> checks_of(const NodePtr& node) {
  std::vector<Expr> found;
  if (const auto* check = std::get_if<Check>(&node->node)) found.push_back(check->cond);
  if (const auto* seq = std::get_if<Seq>(&node->node))
    for (const NodePtr& part : seq->parts)
      for (Expr e : checks_of(part))
        found.push_back(e);
  return found;
}

// The bits of a mathematical integer in a machine word; nothing when it is no value of the type.
bool same(smt::Wide unbounded, std::int64_t machine, Type type) {
  return unbounded == (type == Type::u64() ? smt::Wide{static_cast<std::uint64_t>(machine)}
                                           : smt::Wide{machine});
}

TEST(Overflow, ChecksThatHoldMakeTheReadingsAgree) {
  unsigned agreed = 0, differed = 0;
  for (unsigned seed = 1; seed <= 20'000; ++seed) {
    test::Machine machine(seed);
    const test::Valued offset = machine.make(Type::i64(), 5);
    Protocol protocol;
    protocol.pool = std::shared_ptr<Pool>(std::shared_ptr<Pool>(), &machine.pool);
    Access access;
    access.offset = offset.expr;
    protocol.root = std::make_shared<const Node>(Node{access});

    smt::Model model;
    for (const test::Valued& s : machine.symbols())
      model.values[s.expr] = s.value;
    smt::Evaluator unbounded(machine.pool, model);
    const auto value = [&](Expr e) -> std::optional<smt::Wide> {
      try {
        return unbounded.eval(e);
      } catch (const smt::TooLarge&) { // beyond 128 bits, so of no machine type
        return std::nullopt;
      }
    };
    bool holds = true;
    for (Expr check : checks_of(with_overflow_checks(protocol).root))
      holds = holds && value(check).value_or(0) != 0;
    const auto mathematical = value(offset.expr);
    const bool equal = mathematical && same(*mathematical, offset.value, Type::i64());
    if (holds) {
      ASSERT_TRUE(equal) << "seed " << seed << ": " << to_string(machine.pool, offset.expr);
      ++agreed;
    }
    differed += !equal;
  }
  EXPECT_GT(agreed, 5'000U);
  EXPECT_GT(differed, 500U);
}

class OverflowLoop : public ::testing::Test {
protected:
  Builder b{"f"};
  Pool& p = b.pool();
  core::ArrayId out = b.array("out");

  std::string text() {
    Ctx ctx;
    const Protocol protocol = with_overflow_checks(infer(b.kernel, ctx));
    EXPECT_EQ(check(protocol), std::vector<std::string>{});
    return to_string(protocol);
  }
  Expr v(core::VarId id) { return b.ref(id); }
};

TEST_F(OverflowLoop, TheStepAfterTheLastIterationCounts) {
  Expr n = b.param("n");
  const core::VarId i = b.var("i");
  b.add(b.assign(i, b.c(0)));
  b.add(b.at(core::Loop{
      1, {}, p.lt(v(i), n), {b.write(out, v(i), nullptr)}, {b.assign(i, p.add(v(i), b.c(3)))}}));
  EXPECT_EQ(text(), "protocol f\n"
                    "  for k while k * 3 < n, i = k * 3 // line 40\n"
                    "    write out[(i64)(k * 3) * 4 .. +4]\n"
                    "    check k + 1 <= 2147483647\n"
                    "    check (k + 1) * 3 <= 2147483647\n");
}

} // namespace
} // namespace heddle::protocol
