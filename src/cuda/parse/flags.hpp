// What Clang is told on its command line.
#pragma once
#include "cuda/parse/before.hpp"
#include "heddle/options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::cuda {

// Where our headers stand in Clang's view of the file system: no folder of anybody's begins so, for
// debug information takes names apart that begin as the current directory does.
inline constexpr const char* header_root = "/.heddle/include";

// To read a file, behind the prelude or what was kept of it (parse/cache.hpp).
std::vector<std::string> clang_arguments(const std::string& path, const Options& options,
                                         const Before& before,
                                         const std::optional<std::string>& precompiled);
// To read that alone which stands before a file.
std::vector<std::string> prelude_arguments(const Options& options, const Before& before);

} // namespace heddle::cuda
