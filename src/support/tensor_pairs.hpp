// What a product of two blocks (.cta_group::2) touches in each of them: PTX ISA, "CTA Pair". The
// blocks of a pair are those whose ranks in the cluster differ in the last bit alone.
#pragma once
#include "support/tensor_core.hpp"

namespace heddle {

// Each block holds half of the rows of A, in its shared or tensor memory, half of the columns of B,
// in its shared memory, and half of the rows of the accumulator ("Data Path Layout Organization",
// layouts A and B).
struct PairShape {
  ProductShape whole;
  std::uint32_t rows = 0;    // of A, in each block
  std::uint32_t columns = 0; // of B, likewise
  // Of the accumulator in the tensor memory of each: all lanes of these. Of 64 rows the upper lanes
  // have the second half of the columns.
  std::uint32_t sums = 0;
};
// As product_shape; std::nullopt: also where scales of blocks take part.
std::optional<PairShape> pair_shape(std::uint32_t descriptor, std::string_view kind);

} // namespace heddle
