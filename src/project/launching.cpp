#include "project/launching.hpp"

#include "project/files.hpp"
#include "project/kernel_heads.hpp"

#include <algorithm>

namespace heddle::project {
namespace {

namespace fs = std::filesystem;

// Each of them is read: those of one kernel, and of all that a file has.
constexpr std::size_t max_launching = 8, max_read = 24;

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

std::map<std::size_t, LaunchIndex::Names> LaunchIndex::launching(std::size_t number) const {
  std::map<std::size_t, Names> found;
  const File& file = files_.at(number);
  for (const std::string& name : file.own) {
    const auto others = launching_.find(name);
    if (others == launching_.end() || file.launched.contains(name)) continue;
    std::vector<std::size_t> all;
    for (const std::size_t other : others->second)
      if (files_[other].declared.contains(name) && !files_[other].has.contains(name) &&
          nearest(name, other) == number)
        all.push_back(other);
    const auto more = std::ranges::count_if(all, [&](std::size_t f) { return !found.contains(f); });
    // some of many would say too much
    if (all.size() > max_launching || found.size() + static_cast<std::size_t>(more) > max_read)
      continue;
    for (const std::size_t other : all)
      found[other].insert(name);
  }
  return found;
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
