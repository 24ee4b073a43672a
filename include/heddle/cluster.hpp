// Shapes of clusters, as options give them: --cluster 2,1,1.
#pragma once
#include <string_view>

namespace heddle {

// Options::params holds the shape under this name, as "2x1x1".
inline constexpr std::string_view cluster_shape_name = "clusterDim";

} // namespace heddle
