// Headers that stand in the tree although no -I leads to them.
#pragma once
#include "heddle/options.hpp"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::project {

// Headers of a tree, by their names.
class HeaderIndex {
public:
  explicit HeaderIndex(const std::filesystem::path& root);
  // The folders for -I with which `name` ("sub/a.h"), as included by a file in `from`, is found: of
  // several the one that shares most of its path with `from`, or all of which none is nearer.
  std::vector<std::filesystem::path> folders_of(const std::string& name,
                                                const std::filesystem::path& from) const;

private:
  std::multimap<std::string, std::filesystem::path> paths_; // by filename
};

// Looks for what files include in the repository that they stand in; of files in none, in the
// folder that the user named, and in folders beside it that are called as such folders are.
class HeaderLookup {
public:
  // Of the paths that the user named only folders matter.
  explicit HeaderLookup(const std::vector<std::string>& named = {});
  struct Found {
    std::vector<std::string> told;        // a line for each folder, as assumptions are printed
    std::set<std::filesystem::path> read; // what may be included, by conditions or comments or not
  };
  // Adds the folders that `text`, of the file at `path`, and the headers that it reads need to
  // `options`.
  Found look_up(const std::filesystem::path& path, const std::string& text, Options& options);

private:
  std::filesystem::path root_of(const std::filesystem::path& folder) const; // "": none
  const HeaderIndex* index_for(const std::filesystem::path& folder);
  std::filesystem::path search(const std::string& name, const std::filesystem::path& folder,
                               Options& options, std::vector<std::string>& told);
  const std::vector<std::string>& names_in(const std::filesystem::path& header);

  std::vector<std::filesystem::path> named_;                        // folders, canonical
  std::map<std::filesystem::path, HeaderIndex> indexes_;            // by the root's folder
  std::map<std::filesystem::path, std::filesystem::path> roots_;    // of folders asked for
  std::map<std::filesystem::path, std::vector<std::string>> names_; // that headers include
};

} // namespace heddle::project
