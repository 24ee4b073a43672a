#include "project/launching.hpp"

#include "project/files.hpp"
#include "project/kernel_heads.hpp"

#include <algorithm>

namespace heddle::project {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_launching = 4; // each of them is read

// How near a file is to another one: folders from the top that they share, and then as few others
// on the way to it as may be.
std::pair<std::ptrdiff_t, std::ptrdiff_t> nearness(const fs::path& file, const fs::path& to) {
  const fs::path own = file.parent_path(), other = to.parent_path();
  const auto end = std::mismatch(own.begin(), own.end(), other.begin(), other.end()).first;
  return {std::distance(own.begin(), end), -std::distance(end, own.end())};
}

} // namespace

void LaunchIndex::add(const fs::path& path, const std::string& text,
                      const std::set<fs::path>& read) {
  File file{path.lexically_normal(),
            kernels_in(text, true),
            {},
            kernels_in(text, false),
            launched_in(text)};
  const std::size_t number = files_.size();
  for (const std::string& name : file.own)
    having_[name].push_back(number);
  for (const std::string& name : file.launched)
    launching_[name].push_back(number);
  file.has = file.own;
  for (const fs::path& header : read) {
    const Header& said = header_at(header);
    file.has.insert(said.has.begin(), said.has.end());
    file.declared.insert(said.declared.begin(), said.declared.end());
    file.launched.insert(said.launched.begin(), said.launched.end());
  }
  files_.push_back(std::move(file));
}

std::vector<std::size_t> LaunchIndex::launching(std::size_t number) const {
  std::set<std::size_t> found;
  const File& file = files_.at(number);
  for (const std::string& name : file.own) {
    const auto others = launching_.find(name);
    if (others == launching_.end() || file.launched.contains(name)) continue;
    for (const std::size_t other : others->second)
      if (files_[other].declared.contains(name) && !files_[other].has.contains(name) &&
          nearest(name, other) == number)
        found.insert(other);
  }
  // some of many would say too much
  return found.size() > max_launching ? std::vector<std::size_t>{}
                                      : std::vector<std::size_t>(found.begin(), found.end());
}

std::size_t LaunchIndex::nearest(const std::string& name, std::size_t to) const {
  std::size_t best = files_.size();
  std::pair<std::ptrdiff_t, std::ptrdiff_t> most;
  bool is_only = false;
  for (const std::size_t file : having_.at(name)) {
    const auto near = nearness(files_[file].path, files_[to].path);
    if (best != files_.size() && near <= most) {
      is_only &= near < most;
      continue;
    }
    best = file;
    most = near;
    is_only = true;
  }
  return is_only ? best : files_.size();
}

const LaunchIndex::Header& LaunchIndex::header_at(const fs::path& path) {
  const auto [it, is_new] = headers_.try_emplace(path);
  if (!is_new) return it->second;
  const std::string text = read_text(path);
  return it->second = {kernels_in(text, true), kernels_in(text, false), launched_in(text)};
}

} // namespace heddle::project
