// Counts of bits below a place, against counting.
#include "protocol/infer/infer_counts.hpp"
#include "protocol/protocol.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <functional>

namespace heddle::protocol {
namespace {

class CountsTest : public testing::Test {
protected:
  Pool p;
  Expr x = symbol("x", Type::u32(), {});
  Expr lane = symbol("lane", Type::u32(), 31);

  Expr symbol(const char* name, Type type, std::optional<std::int64_t> high) {
    return p.symbol_ref(p.new_symbol({name, type, Role::parameter, 0, 0, high, {}}));
  }
  Expr number(std::int64_t n) { return p.constant(n, Type::u32()); }
  Expr popc(Expr e) { return p.apply(p.pure_function("popc", Type::i32()), {e}); }
  Expr all() { return number(0xffffffff); }

  // With numbers put in and bits counted; of what was shifted by a whole word, none are left.
  std::int64_t value(Expr e, std::uint32_t word, unsigned place) {
    const Expr folded = p.substitute(e, [&](Expr leaf) -> Expr {
      if (leaf == x) return number(word);
      if (leaf == lane) return number(place);
      if (leaf->op != Op::apply) return nullptr;
      const auto bits = static_cast<std::uint32_t>(constant_value(leaf->args[0]).value_or(0));
      if (p.function(leaf).name == "popc") return p.constant(std::popcount(bits), leaf->type);
      const std::int64_t end = constant_value(leaf->args[1]).value();
      const std::uint64_t below = (std::uint64_t{1} << end) - 1;
      return p.constant(std::popcount(bits & below), leaf->type);
    });
    return constant_value(folded).value();
  }
  // Is it told by counts of bits of x below places, and are these right?
  void counts(Expr mask_of_x) {
    const Expr count = popc(mask_of_x), below = counted_below(p, count);
    ASSERT_TRUE(below);
    bool told = false;
    for (Expr a : atoms(below))
      told = told || (a->op == Op::apply && p.function(a).name == bits_below && a->args[0] == x);
    EXPECT_TRUE(told) << to_string(p, below);
    for (const std::uint32_t word : {0U, 1U, 0x80000001U, 0xffffffffU, 0x12345678U, 0xf0f0a5a5U})
      for (unsigned place = 0; place < 32; ++place)
        EXPECT_EQ(value(below, word, place), value(count, word, place))
            << to_string(p, count) << " for " << word << ", " << place;
  }
};

TEST_F(CountsTest, OfAllBits) { counts(x); }
TEST_F(CountsTest, OfLanesBefore) {
  counts(p.bit_and(x, p.sub(p.shl(number(1), lane), number(1))));
  counts(p.bit_and(p.bit_not(p.shl(all(), lane)), x));
  counts(p.bit_and(x, p.shr(all(), p.sub(number(32), lane))));
}
TEST_F(CountsTest, OfSignedMasks) {
  const Expr one = p.shl(p.constant(1), p.cast(lane, Type::i32()));
  counts(p.bit_and(x, p.cast(p.add(one, p.constant(-1)), Type::u32())));
}
TEST_F(CountsTest, OfLanesUpToTheOwn) {
  counts(p.bit_and(x, p.sub(p.shl(number(2), lane), number(1))));
  counts(p.bit_and(x, p.shr(all(), p.sub(number(31), lane))));
}
TEST_F(CountsTest, OfLanesBehind) {
  counts(p.bit_and(x, p.shl(all(), lane)));
  counts(p.bit_and(x, p.bit_not(p.sub(p.shl(number(2), lane), number(1)))));
  counts(p.shr(x, lane));
}
TEST_F(CountsTest, OfBitsMovedOut) { counts(p.shl(x, p.sub(number(32), lane))); }
TEST_F(CountsTest, OfBitsThatAreNotSet) {
  counts(p.bit_and(p.bit_not(x), p.sub(p.shl(number(1), lane), number(1))));
}
TEST_F(CountsTest, OfEitherMask) {
  const Expr odd = p.eq(p.rem(lane, number(2)), number(1));
  const Expr before = p.sub(p.shl(number(1), lane), number(1));
  const Expr up_to = p.sub(p.shl(number(2), lane), number(1));
  counts(p.bit_and(x, p.ite(odd, before, up_to)));
}
// A shift by more than a word has bits is something else.
TEST_F(CountsTest, OfShiftsThatMayBeLarge) {
  const Expr far = symbol("far", Type::u32(), 40);
  const Expr e = counted_below(p, popc(p.bit_and(x, p.sub(p.shl(number(1), far), number(1)))));
  ASSERT_TRUE(e);
  for (Expr a : atoms(e))
    if (a->op == Op::apply) {
      EXPECT_NE(a->args[0], x);
    }
}

} // namespace
} // namespace heddle::protocol
