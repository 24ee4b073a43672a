// Cells of arrays in source terms.
#include "check/witness/cells.hpp"

#include "core/join_blocks.hpp"
#include "core/pure.hpp"

#include <algorithm>
#include <string_view>

namespace heddle::check {

std::string part_text(const core::Array& array, std::int64_t offset) {
  std::string_view scalar = array.element;
  const unsigned parts = scalar.empty() ? 0 : static_cast<unsigned>(scalar.back() - '0');
  if (parts < 2 || parts > 4 || offset < 0) return "";
  scalar.remove_suffix(1);
  if (scalar.starts_with('u')) scalar.remove_prefix(1);
  static constexpr std::string_view scalars[] = {"char",     "short", "int",   "long",
                                                 "longlong", "float", "double"};
  const unsigned size = array.element_size / parts;
  if (std::ranges::find(scalars, scalar) == std::end(scalars) || size == 0 || offset % size != 0)
    return "";
  return core::part_of_vector(static_cast<unsigned>(offset % array.element_size / size));
}

std::string cell_text(const core::Array& array, std::int64_t offset) {
  const auto size = static_cast<std::int64_t>(array.element_size);
  if (core::is_distributed(array)) {
    core::Array row = array;
    row.row_bytes = 0;
    const std::int64_t block = offset / array.row_bytes, along_x = core::blocks_along_x;
    const std::string whose = " of block (" + std::to_string(block % along_x) + "," +
                              std::to_string(block / along_x) + ")";
    return core::is_lifetime(array) ? whose : cell_text(row, offset % array.row_bytes) + whose;
  }
  if (array.block_bytes > 0) {
    core::Array own = array;
    own.block_bytes = 0;
    const std::string whose =
        " of block " + std::to_string(offset / array.block_bytes) + " of the cluster";
    return core::is_lifetime(array) ? whose : cell_text(own, offset % array.block_bytes) + whose;
  }
  if (array.row_bytes > 0) {
    constexpr std::int64_t pointer_size = 8;
    core::Array row = array;
    row.row_bytes = 0;
    const std::int64_t apart = pointer_size * array.row_bytes;
    const std::int64_t at = offset / apart; // offsets before what a pointer points to are rare
    return "[" + std::to_string(at) + "]" + cell_text(row, offset % apart);
  }
  if (array.is_scalar && offset == 0) return "";
  if (size <= 0 || offset % size != 0) {
    const std::string part = part_text(array, offset);
    return part.empty() ? " byte " + std::to_string(offset)
                        : cell_text(array, offset - offset % size) + part;
  }
  std::int64_t index = offset / size;
  if (array.dims.size() < 2 || index < 0) return "[" + std::to_string(index) + "]";
  std::string text;
  for (std::size_t i = array.dims.size(); i-- > 1;) {
    if (array.dims[i] <= 0) return "[" + std::to_string(offset / size) + "]";
    text = "[" + std::to_string(index % array.dims[i]) + "]" + text;
    index /= array.dims[i];
  }
  return "[" + std::to_string(index) + "]" + text;
}

} // namespace heddle::check
