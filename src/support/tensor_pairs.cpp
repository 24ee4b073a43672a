#include "support/tensor_pairs.hpp"

namespace heddle {

std::optional<PairShape> pair_shape(std::uint32_t descriptor, std::string_view kind) {
  constexpr std::uint32_t sparse = 1u << 2, column_step = 32, most_columns = 256;
  const ProductShape whole{(descriptor >> 24 & 0x1f) * 16, (descriptor >> 17 & 0x3f) * 8,
                           (descriptor >> 15 & 1) != 0, (descriptor >> 16 & 1) != 0};
  const bool transposed = whole.transposed_a || whole.transposed_b;
  const bool fits = (whole.rows == 128 || whole.rows == 256) && whole.columns != 0 &&
                    whole.columns <= most_columns && whole.columns % column_step == 0 &&
                    (!transposed || kind == "kind::f16");
  if ((descriptor & sparse) || !fits || kind.starts_with("kind::mx")) return std::nullopt;
  PairShape shape{whole, whole.rows / 2, whole.columns / 2, whole.columns};
  if (shape.rows == 64) shape.sums /= 2;
  return shape;
}

} // namespace heddle
