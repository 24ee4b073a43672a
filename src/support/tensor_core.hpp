// The tensor core of the fifth generation (tcgen05) and its memory: what front end, analysis and
// engine must agree on. Sections are of the PTX ISA, "TensorCore 5th Generation Family
// Instructions".
//
// Tensor memory ("Tensor Memory Addressing") has 128 lanes of 512 columns of 32 bits; an address
// has the lane in its upper half, the column in the lower. As an array its cells are 16 lanes of a
// column each, so many as instructions tell apart: cell (half, column) is at byte
// 4 * (half * 512 + column), half = lane / 16.
#pragma once
#include "support/matrix_layout.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace heddle {

inline constexpr std::int64_t tensor_columns = 512, tensor_halves = 8, tensor_cell = 4;
inline constexpr std::int64_t lanes_of_half = 16, tensor_lane_unit = 1 << 16; // of an address

// Of what the lanes of a warp move together, each its own part, one makes the accesses of all: one
// that kernels seldom choose to arrive or to wait for its warp. What some lanes do, it among them,
// would count for all of them: that is for those to refuse who follow order.
inline constexpr unsigned moving_lane = 13;

// Whole rows of cells are only written by tcgen05.dealloc, which is synchronous.
constexpr bool is_deallocation(std::int64_t bytes) { return bytes == tensor_columns * tensor_cell; }

// ---- operations that run on by themselves
// --------------------------------------------------------

// What an access of tcgen05.mma, .cp or .shift is, as far as that decides about order ("Pipelined
// tcgen05 Instructions"): 0 is no such access.
using TensorPart = std::uint32_t;
inline constexpr TensorPart no_tensor_part = 0;

enum class TensorKind : std::uint8_t {
  none,
  operand, // what a product reads but for its accumulator
  head,    // the first column of its accumulator,
  rest,    // and the others: products with equal accumulators meet in equal parts
  copy,    // tcgen05.cp
  shift,   // tcgen05.shift
  commit   // the arrival of tcgen05.commit
};
// `shape`: of head and rest, equal for products of equal shape and kind; below 2^28.
TensorPart tensor_part(TensorKind kind, std::uint32_t shape = 0);
TensorKind tensor_kind(TensorPart part);

// Is an operation of the one executed before a later one of the other, whatever they touch, where
// both are issued in this order? All others may overtake each other.
bool is_pipelined(TensorPart first, TensorPart second);

// ---- what instructions touch
// ---------------------------------------------------------------------

// The parts of an instruction descriptor ("Instruction descriptor").
struct ProductShape {
  std::uint32_t rows = 0, columns = 0; // of the accumulator: M, N
  bool transposed_a = false, transposed_b = false;
};
// `kind`: "kind::f16". std::nullopt: sparse, or of a shape that one block does not multiply.
std::optional<ProductShape> product_shape(std::uint32_t descriptor, std::string_view kind);
// Of the kind and the shape: for tensor_part.
std::uint32_t shape_number(const ProductShape& shape, std::string_view kind);

// The fields of a descriptor of shared memory ("Shared memory descriptor"), without its start
// address; std::nullopt: one that is not understood (a base offset, absolute strides, the swizzling
// of 32-byte atoms).
std::optional<MatrixFields> tensor_fields(std::uint64_t descriptor);

// What tcgen05.ld and .st access: "32x32b", "x8" (.pack and .unpack: twice the columns).
struct TensorSlice {
  bool all_lanes = true; // of the warp; else 16 of them
  std::uint32_t columns = 1;
};
std::optional<TensorSlice> tensor_slice(std::string_view shape, std::string_view repeat);

// What tcgen05.cp copies, to all lanes: "32x128b".
struct TensorCopy {
  std::uint32_t rows = 0, bytes = 0; // of shared memory, `bytes` a row
  std::uint32_t columns = 0;
};
std::optional<TensorCopy> tensor_copy(std::string_view shape);

} // namespace heddle
