// Which of several files is meant where a name stands in all of them.
#pragma once
#include <cstddef>
#include <filesystem>
#include <utility>

namespace heddle::project {

// How near a file is to another one: folders from the top that they share, and then as few others
// on the way to it as may be. The greater one is nearer.
using Nearness = std::pair<std::ptrdiff_t, std::ptrdiff_t>;
Nearness nearness(const std::filesystem::path& file, const std::filesystem::path& to);

} // namespace heddle::project
