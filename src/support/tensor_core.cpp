#include "support/tensor_core.hpp"

#include <array>
#include <charconv>

namespace heddle {
namespace {

constexpr unsigned kind_bits = 4;
constexpr std::array<std::string_view, 7> kinds{"kind::f16",     "kind::tf32",     "kind::f8f6f4",
                                                "kind::i8",      "kind::mxf8f6f4", "kind::mxf4",
                                                "kind::mxf4nvf4"};

bool is_product(TensorKind kind) {
  return kind == TensorKind::operand || kind == TensorKind::head || kind == TensorKind::rest;
}

} // namespace

TensorPart tensor_part(TensorKind kind, std::uint32_t shape) {
  return static_cast<TensorPart>(kind) | shape << kind_bits;
}

TensorKind tensor_kind(TensorPart part) {
  return static_cast<TensorKind>(part & ((1u << kind_bits) - 1));
}

bool is_pipelined(TensorPart first, TensorPart second) {
  const TensorKind a = tensor_kind(first), b = tensor_kind(second);
  switch (a) {
  case TensorKind::head:
  case TensorKind::rest: // of the same accumulator, shape and kind
    return b == TensorKind::shift || first == second;
  case TensorKind::operand:
    return b == TensorKind::shift;
  case TensorKind::copy:
  case TensorKind::shift:
    return is_product(b);
  case TensorKind::none:
  case TensorKind::commit:
    break;
  }
  return false;
}

std::optional<ProductShape> product_shape(std::uint32_t descriptor, std::string_view kind) {
  constexpr std::uint32_t sparse = 1u << 2;
  const ProductShape shape{(descriptor >> 24 & 0x1f) * 16, (descriptor >> 17 & 0x3f) * 8,
                           (descriptor >> 15 & 1) != 0, (descriptor >> 16 & 1) != 0};
  const bool transposed = shape.transposed_a || shape.transposed_b;
  const bool fits = (shape.rows == 64 || shape.rows == 128) && shape.columns != 0 &&
                    shape.columns <= 256 && (!transposed || kind == "kind::f16");
  if ((descriptor & sparse) || !fits) return std::nullopt;
  return shape;
}

std::uint32_t shape_number(const ProductShape& shape, std::string_view kind) {
  std::uint32_t number = 0;
  while (number < kinds.size() && kinds[number] != kind)
    ++number;
  return number << 16 | shape.rows / 16 << 8 | shape.columns / 8;
}

std::optional<MatrixFields> tensor_fields(std::uint64_t descriptor) {
  constexpr std::uint64_t base_offset = std::uint64_t{7} << 49, absolute = std::uint64_t{1} << 52;
  MatrixFields fields = matrix_fields(descriptor & ~(std::uint64_t{7} << 61));
  switch (descriptor >> 61) {
  case 0:
    break;
  case 2:
    fields.swizzle = 128;
    break;
  case 4:
    fields.swizzle = 64;
    break;
  case 6:
    fields.swizzle = 32;
    break;
  default:
    return std::nullopt;
  }
  if (descriptor & (base_offset | absolute)) return std::nullopt;
  return fields;
}

std::optional<TensorSlice> tensor_slice(std::string_view shape, std::string_view repeat) {
  std::uint32_t times = 0;
  if (!repeat.starts_with('x')) return std::nullopt;
  const auto [end, error] =
      std::from_chars(repeat.data() + 1, repeat.data() + repeat.size(), times);
  if (error != std::errc() || end != repeat.data() + repeat.size() || times == 0 || times > 128)
    return std::nullopt;
  if (shape == "32x32b") return TensorSlice{true, times};
  if (shape == "16x64b") return TensorSlice{false, 2 * times};
  if (shape == "16x128b") return TensorSlice{false, 4 * times};
  if (shape == "16x256b") return TensorSlice{false, 8 * times};
  return std::nullopt;
}

std::optional<TensorCopy> tensor_copy(std::string_view shape) {
  if (shape == "128x256b") return TensorCopy{128, 32, 8};
  if (shape == "128x128b") return TensorCopy{128, 16, 4};
  if (shape == "64x128b") return TensorCopy{64, 16, 4};
  if (shape == "32x128b") return TensorCopy{32, 16, 4};
  return std::nullopt;
}

} // namespace heddle
