// What Clang is told on its command line.
#pragma once
#include "heddle/options.hpp"

#include <string>
#include <vector>

namespace heddle::cuda {

// Where our headers stand in Clang's view of the file system.
inline constexpr const char* header_root = "/heddle/include";

std::vector<std::string> clang_arguments(const std::string& path, const Options& options);

} // namespace heddle::cuda
