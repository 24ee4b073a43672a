// Boxes of tensor maps, as options give them: --tensor-map NAME=64x128xf16.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle {

// The bytes of a box: extents of 1 to 256, at most five of them, and the type of the elements, as
// cuTensorMapEncodeTiled has them. Nothing when it is written otherwise.
std::optional<std::int64_t> tensor_box_bytes(std::string_view box);

} // namespace heddle
