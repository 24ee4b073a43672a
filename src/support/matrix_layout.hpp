// What a matrix product reads of shared memory through a descriptor: PTX ISA, "Asynchronous
// Warpgroup Level Matrix Shared Memory Layout" and "Matrix Descriptor Format" of wgmma.
//
//   bits  0-13  start address / 16        32-45  stride dimension byte offset / 16
//        16-29  leading dimension / 16    62-63  swizzle: none, 128, 64, 32 bytes
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle {

// The parts of a descriptor. All offsets are in bytes.
struct MatrixFields {
  std::uint32_t leading = 0, stride = 0;
  std::uint32_t swizzle = 0; // bytes of a row of the pattern; 0: none
};
// `descriptor` without its start address.
MatrixFields matrix_fields(std::uint64_t descriptor);
inline constexpr std::uint64_t matrix_start_mask = 0x3fff; // in units of 16 bytes
inline constexpr std::uint32_t matrix_start_unit = 16;

// outer_count times, `outer_stride` apart, inner_count times, `inner_stride` apart: `size` bytes.
// The first begins where the descriptor says, rounded down to a multiple of `align`: a product may
// take a part of the rows of a pattern, and swizzling spreads it over all of their bytes.
struct MatrixTile {
  std::uint32_t align = 1, size = 0;
  std::uint32_t inner_count = 1, inner_stride = 0, outer_count = 1, outer_stride = 0;
};

// Of one operand: `extent` rows of A or columns of B, each with 32 bytes along K (all shapes of
// wgmma have that). `transposed`: the extent is what lies contiguous (the MN-major layouts, of 16
// bits alone). `along_k`: as many bytes instead, 16 or 32.
inline constexpr std::uint32_t bytes_along_k = 32;
MatrixTile matrix_tile(const MatrixFields& fields, std::uint32_t extent, bool transposed,
                       std::uint32_t along_k = bytes_along_k);

// m64n128k16: the columns of B; nothing when this is no such shape.
std::optional<std::uint32_t> wgmma_columns(std::string_view shape);
inline constexpr std::uint32_t wgmma_rows = 64;
// The lane that reads what `wgmma` multiplies for all of its warp. Any thread of the warpgroup
// waits for that; of what is waited for before it must no lane lack anything that this one has.
inline constexpr unsigned multiplying_lane = 0;

} // namespace heddle
