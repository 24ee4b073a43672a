// Which numbers may bound what launches choose.
#include "check/witness/candidates.hpp"

namespace heddle::check {

namespace {

constexpr std::int64_t most_bytes = 8; // numbers up to this one may be sizes of elements
constexpr std::int64_t threads_of_warp = 32;

} // namespace

bool Candidates::is_natural(const Size& size, std::int64_t bound) const {
  const auto is_one = [&](std::int64_t c) {
    return bound == c || bound == c - 1 || bound == c + 1;
  };
  std::int64_t threads = 1; // along axes that are known
  for (const SymbolId axis : env_.kernel.block_dim) {
    const auto extent = only_value(pool_.symbol_ref(axis));
    if (!extent) continue;
    if (*extent > 1 && is_one(*extent)) return true;
    threads *= *extent;
  }
  if (threads > 1 && is_one(threads)) return true;
  const auto fits = [&](std::int64_t c) {
    if (c <= most_bytes) return false;
    return is_one(c) || std::ranges::any_of(constants_, [&](std::int64_t other) {
             if (size.name.starts_with("blockDim")) return bound == c * other;
             return size.name.starts_with("gridDim") && bound > 1 && bound * other == c;
           });
  };
  return std::ranges::any_of(constants_, fits);
}

std::optional<std::int64_t> Candidates::natural_bound(const Size& size, std::int64_t most) const {
  if (is_natural(size, most)) return most;
  constexpr std::int64_t arrays_of_element = 8;
  const auto& extents = env_.kernel.member_extents;
  const auto behind = extents.upper_bound(most);
  if (size.is_dimension || behind == extents.begin()) return std::nullopt;
  const std::int64_t extent = *std::prev(behind);
  return extent > 1 && most / arrays_of_element < extent ? std::optional(extent) : std::nullopt;
}

bool Candidates::leaves_no_warp(const Size& size, std::int64_t most) const {
  bool is_of_block = false;
  std::int64_t threads = most;
  for (const SymbolId axis : env_.kernel.block_dim) {
    const Expr e = pool_.symbol_ref(axis);
    const Interval range = interval(pool_, e);
    if (e == size.e)
      is_of_block = true;
    else if (!range.high || threads >= threads_of_warp)
      return false;
    else
      threads *= *range.high;
  }
  return is_of_block && threads < threads_of_warp && !is_row_of_tile(most);
}

// Has an array of the block rows of so many elements, or of one more?
bool Candidates::is_row_of_tile(std::int64_t columns) const {
  return std::ranges::any_of(env_.kernel.arrays, [&](const core::Array& array) {
    return array.space == core::Space::shared && array.dims.size() > 1 &&
           (array.dims.back() == columns || array.dims.back() == columns + 1);
  });
}

} // namespace heddle::check
