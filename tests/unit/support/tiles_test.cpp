// What matrix products read through a descriptor, and what copies by tensor maps copy.
#include "support/matrix_layout.hpp"
#include "support/tensor_map.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

std::uint64_t descriptor(std::uint64_t leading, std::uint64_t stride, std::uint64_t swizzle) {
  return leading / 16 << 16 | stride / 16 << 32 | swizzle << 62;
}

MatrixTile tile(std::uint64_t bits, std::uint32_t extent, bool transposed = false) {
  return matrix_tile(matrix_fields(bits), extent, transposed);
}

TEST(MatrixTile, SwizzledRowsAreOnePieceWhereTheyFollowEachOther) {
  const MatrixTile a = tile(descriptor(16, 1024, 1), 64);
  EXPECT_EQ(a.align, 128U);
  EXPECT_EQ(a.size, 64U * 128);
  EXPECT_EQ(a.outer_count * a.inner_count, 1U);
  const MatrixTile apart = tile(descriptor(16, 2048, 1), 64); // every other eight rows
  EXPECT_EQ(apart.size, 1024U);
  EXPECT_EQ(apart.outer_count, 8U);
  EXPECT_EQ(apart.outer_stride, 2048U);
  EXPECT_EQ(tile(descriptor(0, 256, 3), 8).size, 256U);
}

TEST(MatrixTile, CoreMatricesWithoutSwizzling) {
  // along K first: two core matrices of a row of eight, then the next eight rows
  EXPECT_EQ(tile(descriptor(128, 256, 0), 64).size, 64U * 32);
  // along the rows first
  EXPECT_EQ(tile(descriptor(64 * 16, 128, 0), 64).size, 64U * 32);
  const MatrixTile apart = tile(descriptor(128, 512, 0), 16);
  EXPECT_EQ(apart.size, 256U);
  EXPECT_EQ(apart.outer_count, 2U);
}

TEST(MatrixTile, Transposed) {
  // 128 columns of 16 bits: two patterns of 64, each with two times eight along K
  const MatrixTile b = tile(descriptor(4096, 1024, 1), 128, true);
  EXPECT_EQ(b.size, 2048U);
  EXPECT_EQ(b.outer_count, 2U);
  EXPECT_EQ(b.outer_stride, 4096U);
}

TEST(MatrixTile, Shapes) {
  EXPECT_EQ(wgmma_columns("m64n256k16"), 256U);
  EXPECT_EQ(wgmma_columns("m64n8k32"), 8U);
  for (const char* other : {"m16n8k16", "m64n12k16", "m64n264k16", "m64n", "m64n8", ""})
    EXPECT_FALSE(wgmma_columns(other)) << other;
}

TEST(TensorMap, Boxes) {
  EXPECT_EQ(tensor_box_bytes("64x128xf16"), 64 * 128 * 2);
  EXPECT_EQ(tensor_box_bytes("256xu8"), 256);
  EXPECT_EQ(tensor_box_bytes("1x2x3x4x5xf64"), 120 * 8);
  for (const char* other : {"", "f16", "x", "xf16", "0xf16", "257xf16", "64x128", "64xx2xf16",
                            "1x1x1x1x1x1xu8", "7", "-4xu8"})
    EXPECT_FALSE(tensor_box_bytes(other)) << other;
}

} // namespace
} // namespace heddle
