#pragma once
#include <filesystem>
#include <optional>

namespace heddle::cuda {

// Where what can be made again is kept: $XDG_CACHE_HOME/heddle, else ~/.cache/heddle. Nothing if
// HEDDLE_CACHE=off.
std::optional<std::filesystem::path> cache_folder();

} // namespace heddle::cuda
