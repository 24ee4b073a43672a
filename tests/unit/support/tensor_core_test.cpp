// What instructions of the fifth generation's tensor core touch, and which come in order.
#include "support/tensor_core.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

std::uint32_t shape_of(std::uint32_t m, std::uint32_t n) { return m / 16 << 24 | n / 8 << 17; }

TEST(TensorCore, Shapes) {
  const auto shape = product_shape(shape_of(128, 256) | 1u << 4, "kind::f16");
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->rows, 128U);
  EXPECT_EQ(shape->columns, 256U);
  EXPECT_FALSE(shape->transposed_a || shape->transposed_b);
  EXPECT_TRUE(product_shape(shape_of(64, 8) | 1u << 16, "kind::f16")->transposed_b);
  EXPECT_FALSE(product_shape(shape_of(64, 8) | 1u << 16, "kind::tf32"));
  EXPECT_FALSE(product_shape(shape_of(128, 64) | 1u << 2, "kind::f16")) << "sparse";
  EXPECT_FALSE(product_shape(shape_of(256, 64), "kind::f16")) << "of two blocks";
  EXPECT_FALSE(product_shape(shape_of(128, 0), "kind::f16"));
}

TEST(TensorCore, Descriptors) {
  const auto bits = [](std::uint64_t swizzle, std::uint64_t more = 0) {
    return std::uint64_t{1024} / 16 << 32 | std::uint64_t{1} << 46 | swizzle << 61 | more;
  };
  EXPECT_EQ(tensor_fields(bits(2))->swizzle, 128U);
  EXPECT_EQ(tensor_fields(bits(4))->swizzle, 64U);
  EXPECT_EQ(tensor_fields(bits(6))->swizzle, 32U);
  EXPECT_EQ(tensor_fields(bits(0))->swizzle, 0U);
  EXPECT_EQ(tensor_fields(bits(0))->stride, 1024U);
  EXPECT_FALSE(tensor_fields(bits(1)));
  EXPECT_FALSE(tensor_fields(bits(3)));
  EXPECT_FALSE(tensor_fields(bits(2, std::uint64_t{1} << 49)));
  EXPECT_FALSE(tensor_fields(bits(2, std::uint64_t{1} << 52)));
}

TEST(TensorCore, Slices) {
  EXPECT_EQ(tensor_slice("32x32b", "x16")->columns, 16U);
  EXPECT_TRUE(tensor_slice("32x32b", "x1")->all_lanes);
  EXPECT_EQ(tensor_slice("16x256b", "x2")->columns, 16U);
  EXPECT_FALSE(tensor_slice("16x64b", "x1")->all_lanes);
  EXPECT_FALSE(tensor_slice("16x32bx2", "x1"));
  EXPECT_FALSE(tensor_slice("32x32b", "b32"));
  EXPECT_FALSE(tensor_slice("32x32b", "x"));
  EXPECT_EQ(tensor_copy("128x256b")->columns, 8U);
  EXPECT_FALSE(tensor_copy("4x256b"));
}

// PTX ISA, "Pipelined tcgen05 Instructions".
TEST(TensorCore, WhatComesInOrder) {
  const TensorPart head = tensor_part(TensorKind::head, 5), rest = tensor_part(TensorKind::rest, 5);
  const TensorPart other = tensor_part(TensorKind::head, 6);
  const TensorPart operand = tensor_part(TensorKind::operand), copy = tensor_part(TensorKind::copy);
  const TensorPart shift = tensor_part(TensorKind::shift);
  EXPECT_TRUE(is_pipelined(head, head));
  EXPECT_TRUE(is_pipelined(rest, rest));
  EXPECT_FALSE(is_pipelined(head, rest)) << "accumulators that overlap in part";
  EXPECT_FALSE(is_pipelined(head, other)) << "of another shape";
  EXPECT_TRUE(is_pipelined(copy, operand));
  EXPECT_TRUE(is_pipelined(copy, head));
  EXPECT_FALSE(is_pipelined(operand, copy));
  EXPECT_FALSE(is_pipelined(copy, copy));
  EXPECT_TRUE(is_pipelined(head, shift));
  EXPECT_TRUE(is_pipelined(shift, rest));
  EXPECT_FALSE(is_pipelined(shift, copy));
  EXPECT_FALSE(is_pipelined(no_tensor_part, head));
  EXPECT_FALSE(is_pipelined(head, no_tensor_part));
}

} // namespace
} // namespace heddle
