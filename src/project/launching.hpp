// Which files of a run launch the kernels that another one has: programs of several files.
#pragma once
#include "heddle/options.hpp"
#include "project/naming.hpp"
#include "project/repeated_calls.hpp"

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
  // The other files that launch, or give away, kernels which this one has, and which of these
  // count: those that so few files launch that all of them can be read. Of several files that have
  // a kernel of a name the nearest one in the tree is meant; where several are as near, none.
  std::map<std::size_t, Names> launching(std::size_t file) const;
  // Kernels that this file launches, and so many others that none of these is read.
  Names launched_by_too_many(std::size_t file) const;

  // A file that may call functions of those that were added: host code, too. Once is enough.
  void add_calls(const std::filesystem::path& path, const std::string& text);
  bool has_calls_of(const std::filesystem::path& path) const {
    return called_from_.contains(path.lexically_normal());
  }
  // What other files pass twice to functions that this one has, which launches, or one of
  // `launching`, and to its kernels where their launches are not read. Of several files that have
  // such a function the nearest ones are meant.
  std::vector<CallWithOne> calls_with_one(std::size_t file) const;

  // A file of the run, or one that it includes, once all that may be checked were added. Each once.
  void add_names(const std::filesystem::path& path, const std::string& text);
  // Is it asked for, before it is read?
  bool wants_names_of(const std::filesystem::path& path) const {
    return !of_programs_.empty() && !named_from_.contains(path.lexically_normal());
  }
  // Functions of a program, or of `launching` that are one, which other files may call: their
  // parameters are not what the program's own calls say.
  std::set<NamedElsewhere> named_elsewhere(std::size_t file) const;
  // What the files include.
  std::set<std::filesystem::path> headers() const;

private:
  struct Header {
    Names has, declared, launched;
  };
  struct File {
    std::filesystem::path path;
    Names own;                     // kernels that it has itself
    Names has, declared, launched; // with what it includes
    Names functions;               // kernels, and all of one that launches or may have a main
    bool is_program = false;       // perhaps
  };
  struct Calling {
    std::filesystem::path path;
    RepeatedCall call;
  };
  // Files that launch this kernel of that one.
  std::vector<std::size_t> others_launching(std::size_t file, const std::string& kernel) const;
  bool is_part(const std::filesystem::path& file, const std::filesystem::path& of) const;
  const Header& header_at(const std::filesystem::path& path);
  // The file with a kernel of this name that is meant there; the number of files: none.
  std::size_t nearest(const std::string& name, std::size_t to) const;
  bool is_near(std::size_t file, const std::vector<std::size_t>& others,
               const std::filesystem::path& to) const;

  std::vector<File> files_;
  std::map<std::string, std::vector<std::size_t>> having_, launching_; // files, by kernels
  std::map<std::filesystem::path, Header> headers_;
  std::map<std::string, std::vector<std::size_t>> functions_; // files, by what they have
  std::map<std::string, std::vector<Calling>> calling_;       // by what they call
  std::set<std::filesystem::path> called_from_, named_from_;
  std::map<std::filesystem::path, std::set<std::filesystem::path>> read_; // by files
  Functions of_programs_;
  std::map<std::string, std::map<std::filesystem::path, std::set<NamedElsewhere>>> naming_;
};

} // namespace heddle::project
