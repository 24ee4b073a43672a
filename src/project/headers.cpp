#include "project/headers.hpp"

#include "cuda/parse/headers.hpp"
#include "project/files.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace heddle::project {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_headers = 256; // that one file reads
constexpr std::uintmax_t max_header_bytes = 1 << 20;

bool is_header(const fs::path& path) {
  const std::string end = path.extension().string();
  return end == ".h" || end == ".hpp" || end == ".cuh" || end == ".inl" || end == ".hxx" ||
         end == ".hh" || end == ".inc" || end.empty();
}

// CUDA's and the standard library's, which Heddle has itself.
bool is_ours(const std::string& name) {
  static const std::set<std::string> names = [] {
    std::set<std::string> all;
    for (const auto& [path, text] : cuda::headers())
      for (auto at = path.find('/'); at != std::string_view::npos; at = path.find('/', at + 1))
        all.emplace(path.substr(at + 1));
    return all;
  }();
  return names.contains(name);
}

bool is_there(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}

// One of the system, which no folder of the tree stands before unless -I says so.
bool is_of_system(const std::string& name) {
  return std::ranges::any_of(std::initializer_list<const char*>{"/usr/local/include",
                                                                "/usr/include",
                                                                "/usr/include/" HEDDLE_MULTIARCH},
                             [&](const char* folder) { return is_there(fs::path(folder) / name); });
}

// Where a file in `folder` finds `name`; empty: nowhere.
fs::path found(const std::string& name, const fs::path& folder, const Options& options) {
  if (is_there(folder / name)) return folder / name;
  for (const std::string& include : options.includes)
    if (is_there(fs::path(include) / name)) return fs::path(include) / name;
  for (const std::string& flag : options.flags)
    if (flag.starts_with("-isystem") && is_there(fs::path(flag.substr(8)) / name))
      return fs::path(flag.substr(8)) / name;
  return {};
}

// Where there is no repository: the whole of a folder such as /tmp is not searched.
std::vector<fs::path> beside(const std::string& name, const fs::path& folder) {
  for (const char* near : {"include", "inc", "../include", "../inc"}) {
    std::error_code none;
    const fs::path there = fs::weakly_canonical(folder / near, none);
    if (!none && is_there(there / name)) return {there};
  }
  return {};
}

} // namespace

HeaderIndex::HeaderIndex(const fs::path& root) {
  std::vector<Message> unread; // then nothing is found there
  for_each_file(root, unread, [&](const fs::path& path) {
    if (is_header(path)) paths_.emplace(path.filename().string(), path);
  });
}

std::vector<fs::path> HeaderIndex::folders_of(const std::string& name, const fs::path& from) const {
  const fs::path wanted(name);
  const auto parts = std::distance(wanted.begin(), wanted.end());
  std::vector<fs::path> nearest;
  std::ptrdiff_t most = -1;
  const auto [first, last] = paths_.equal_range(wanted.filename().string());
  for (auto it = first; it != last; ++it) {
    fs::path folder = it->second;
    for (std::ptrdiff_t i = 0; i < parts; ++i)
      folder = folder.parent_path();
    if (folder / wanted != it->second) continue;
    const auto shared = std::mismatch(folder.begin(), folder.end(), from.begin(), from.end()).first;
    const std::ptrdiff_t length = std::distance(folder.begin(), shared);
    if (length < most) continue;
    if (length > most) nearest.clear();
    most = length;
    nearest.push_back(folder);
  }
  std::ranges::sort(nearest);
  return nearest;
}

HeaderLookup::HeaderLookup(const std::vector<std::string>& named) {
  std::error_code error;
  for (const std::string& path : named)
    if (fs::is_directory(path, error)) named_.push_back(fs::weakly_canonical(path, error));
  std::ranges::sort(named_); // outer folders first
}

fs::path HeaderLookup::root_of(const fs::path& folder) const {
  fs::path root = find_upwards(folder, ".git");
  if (!root.empty()) return root;
  std::error_code error;
  const fs::path inner = fs::weakly_canonical(folder, error);
  for (const fs::path& outer : named_)
    if (std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end())
      return outer;
  return {};
}

const HeaderIndex* HeaderLookup::index_for(const fs::path& folder) {
  const auto [known, is_new] = roots_.try_emplace(folder);
  if (is_new) known->second = root_of(folder);
  const fs::path& root = known->second;
  if (root.empty()) return nullptr;
  return &indexes_.try_emplace(root, root).first->second;
}

const std::vector<std::string>& HeaderLookup::names_in(const fs::path& header) {
  const auto [known, is_new] = names_.try_emplace(header);
  std::error_code none;
  if (is_new && fs::file_size(header, none) <= max_header_bytes && !none)
    known->second = included_names(read_text(header));
  return known->second;
}

// A header that no -I leads to; adds the one that does.
fs::path HeaderLookup::search(const std::string& name, const fs::path& folder, Options& options,
                              std::vector<std::string>& told) {
  std::vector<fs::path> folders;
  std::error_code none;
  if (const HeaderIndex* index = index_for(folder))
    folders = index->folders_of(name, fs::weakly_canonical(folder, none));
  else
    folders = beside(name, folder);
  if (folders.empty()) return {};
  const auto shown = [&](const fs::path& path) {
    const std::string near = path.lexically_relative(fs::current_path(none)).string();
    return near.empty() || near.starts_with("../../..") ? path.string() : near;
  };
  if (folders.size() > 1) {
    const std::string which =
        name + " is in " + shown(folders[0]) + " and in " + shown(folders[1]) + ": -I says which";
    if (std::ranges::find(told, which) == told.end()) told.push_back(which);
    return {};
  }
  options.includes.push_back(shown(folders[0]));
  told.push_back(name + " is found with -I " + options.includes.back());
  return folders[0] / name;
}

HeaderLookup::Found HeaderLookup::look_up(const fs::path& path, const std::string& text,
                                          Options& options) {
  struct Asked {
    std::string name;
    fs::path folder; // of the file that includes it
  };
  Found all;
  std::vector<Asked> open;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  for (std::string& name : included_names(text))
    open.push_back({std::move(name), folder});
  for (std::size_t i = 0; i < open.size() && all.read.size() < max_headers; ++i) {
    const Asked asked = open[i];
    if (is_ours(asked.name) && !is_there(asked.folder / asked.name)) continue;
    fs::path at = found(asked.name, asked.folder, options);
    if (at.empty() && !is_of_system(asked.name)) at = search(asked.name, folder, options, all.told);
    if (at.empty() || !all.read.insert(at.lexically_normal()).second) continue;
    for (const std::string& name : names_in(at))
      open.push_back({name, at.parent_path()});
  }
  return all;
}

} // namespace heddle::project
