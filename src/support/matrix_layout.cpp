#include "support/matrix_layout.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace heddle {
namespace {

constexpr std::uint32_t core_rows = 8;          // of a core matrix: eight rows of 16 bytes
constexpr std::uint32_t core_bytes = 8 * 16;    //
constexpr std::uint32_t transposed_element = 2; // bytes

// Two that lie one behind the other are one.
MatrixTile simplified(MatrixTile tile) {
  if (tile.inner_stride > tile.outer_stride && tile.outer_count > 1) {
    std::swap(tile.inner_count, tile.outer_count);
    std::swap(tile.inner_stride, tile.outer_stride);
  }
  const auto join = [&](std::uint32_t& count, std::uint32_t stride) {
    if (count > 1 && stride != tile.size) return;
    tile.size *= count;
    count = 1;
  };
  join(tile.inner_count, tile.inner_stride);
  if (tile.inner_count == 1) join(tile.outer_count, tile.outer_stride);
  return tile;
}

} // namespace

MatrixFields matrix_fields(std::uint64_t descriptor) {
  static constexpr std::array<std::uint32_t, 4> swizzles{0, 128, 64, 32};
  const auto offset = [&](unsigned shift) {
    return static_cast<std::uint32_t>(descriptor >> shift & matrix_start_mask) * matrix_start_unit;
  };
  return {offset(16), offset(32), swizzles[descriptor >> 62]};
}

MatrixTile matrix_tile(const MatrixFields& fields, std::uint32_t extent, bool transposed,
                       std::uint32_t along_k) {
  MatrixTile tile;
  if (fields.swizzle == 0) { // core matrices
    tile.size = core_bytes;
    tile.inner_count = along_k / 16;
    tile.inner_stride = fields.leading;
    tile.outer_count = extent / core_rows;
    tile.outer_stride = fields.stride;
  } else if (!transposed) { // whole rows of the pattern: eight of them, then the next eight
    tile.align = fields.swizzle;
    tile.size = core_rows * fields.swizzle;
    tile.outer_count = extent / core_rows;
    tile.outer_stride = fields.stride;
  } else { // patterns of eight along K
    tile.align = fields.swizzle;
    tile.size = core_rows * fields.swizzle;
    tile.inner_count = (extent * transposed_element + fields.swizzle - 1) / fields.swizzle;
    tile.inner_stride = fields.leading;
    tile.outer_count = along_k / transposed_element / core_rows;
    tile.outer_stride = fields.stride;
  }
  return simplified(tile);
}

std::optional<std::uint32_t> wgmma_columns(std::string_view shape) {
  if (!shape.starts_with("m64n")) return std::nullopt;
  shape.remove_prefix(4);
  std::uint32_t columns = 0;
  const auto [end, error] = std::from_chars(shape.data(), shape.data() + shape.size(), columns);
  const bool fits = error == std::errc() && end != shape.data() + shape.size() && *end == 'k';
  if (!fits || columns == 0 || columns % core_rows != 0 || columns > 256) return std::nullopt;
  return columns;
}

} // namespace heddle
