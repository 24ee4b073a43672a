#include "check/overlap.hpp"

#include <gtest/gtest.h>

namespace heddle::check {
namespace {

class OverlapTest : public testing::Test {
protected:
  Pool pool;
  Expr i = variable("i"), j = variable("j");
  Expr variable(const char* name) {
    return pool.symbol_ref(pool.new_symbol({name, Type::i64(), Role::parameter, 0, {}, {}, {}}));
  }
  Expr c(std::int64_t v) { return pool.constant(v, Type::i64()); }
  Expr cell(Expr index, std::int64_t stride, std::int64_t start) {
    return pool.add(pool.mul(index, c(stride)), c(start));
  }
  bool at(Expr e, std::int64_t vi, std::int64_t vj) {
    Expr r = pool.substitute(e, [&](Expr s) { return s == i ? c(vi) : s == j ? c(vj) : nullptr; });
    EXPECT_EQ(r->op, Op::constant);
    return is_true(r);
  }
};

TEST_F(OverlapTest, ElementsOfOneSizeMeetWhereOffsetsAreEqual) {
  Expr e = overlap(pool, cell(i, 4, 8), 4, cell(j, 4, 0), 4, false);
  EXPECT_EQ(e, pool.eq(cell(i, 4, 8), cell(j, 4, 0)));
}

// Every stride, start and size against the definition: some byte lies in both ranges.
TEST_F(OverlapTest, AgreesWithByteRanges) {
  for (int stride : {1, 2, 4, 8, 12})
    for (int start : {0, 1, 2, 4, 6})
      for (unsigned a_size : {1u, 2u, 4u, 8u})
        for (unsigned b_size : {1u, 4u, 16u}) {
          Expr e = overlap(pool, cell(i, stride, start), a_size, cell(j, 4, 0), b_size, false);
          for (int vi = 0; vi < 5; ++vi)
            for (int vj = 0; vj < 5; ++vj) {
              const std::int64_t a = vi * stride + start, b = vj * 4;
              EXPECT_EQ(at(e, vi, vj), a < b + b_size && b < a + a_size)
                  << stride << " " << start << " " << a_size << " " << b_size;
            }
        }
}

// Of offsets that are multiples of the size, the ranges have a byte in common where they are equal.
TEST_F(OverlapTest, AlignedAccessesAgreeWithByteRanges) {
  const Expr e = overlap(pool, i, 16, j, 16, true), ranges = overlap(pool, i, 16, j, 16, false);
  for (int a = 0; a < 96; a += 16)
    for (int b = 0; b < 96; b += 16)
      EXPECT_EQ(at(e, a, b), at(ranges, a, b)) << a << " " << b;
}

} // namespace
} // namespace heddle::check
