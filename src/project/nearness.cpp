#include "project/nearness.hpp"

#include <algorithm>
#include <iterator>

namespace heddle::project {

namespace fs = std::filesystem;

Nearness nearness(const fs::path& file, const fs::path& to) {
  const fs::path own = file.parent_path(), other = to.parent_path();
  const auto end = std::mismatch(own.begin(), own.end(), other.begin(), other.end()).first;
  return {std::distance(own.begin(), end), -std::distance(end, own.end())};
}

} // namespace heddle::project
