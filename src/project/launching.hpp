// Which files of a run launch the kernels that another one has: programs of several files.
#pragma once
#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::project {

// By the texts of the files alone: what their launches really are is told by who reads them.
class LaunchIndex {
public:
  // Files are numbered as they are added. `read`: what it includes (HeaderLookup::Found).
  void add(const std::filesystem::path& path, const std::string& text,
           const std::set<std::filesystem::path>& read);
  using Names = std::set<std::string>;
  // The files that launch kernels which this one has and does not launch, and which of these count:
  // those that so few files launch that all of them can be read. Of several files that have a
  // kernel of a name the nearest one in the tree is meant; where several are as near, none.
  std::map<std::size_t, Names> launching(std::size_t file) const;

private:
  struct Header {
    Names has, declared, launched;
  };
  struct File {
    std::filesystem::path path;
    Names own;                     // kernels that it has itself
    Names has, declared, launched; // with what it includes
  };
  const Header& header_at(const std::filesystem::path& path);
  // The file with a kernel of this name that is meant there; the number of files: none.
  std::size_t nearest(const std::string& name, std::size_t to) const;

  std::vector<File> files_;
  std::map<std::string, std::vector<std::size_t>> having_, launching_; // files, by kernels
  std::map<std::filesystem::path, Header> headers_;
};

} // namespace heddle::project
