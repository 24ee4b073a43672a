// Cells of arrays in source terms.
#pragma once
#include "core/core.hpp"

#include <string>

namespace heddle::check {

// "[3][5]" by the declared extents, "[12]" without them, "[12].y" of a part of a vector, " byte 7"
// off the element grid.
std::string cell_text(const core::Array& array, std::int64_t offset);

// ".y" of the part of a vector of CUDA's, as float4, that begins there; empty: there is none.
std::string part_text(const core::Array& array, std::int64_t offset);

} // namespace heddle::check
