// Which files of a run are one program with a file that launches: those that call its functions.
#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heddle::project {

// By the texts of the files alone: what they call really is told by who reads them.
class ProgramIndex {
public:
  using Headers = std::set<std::filesystem::path>;
  // Tells what a file includes (HeaderLookup::Found).
  using Reads = std::function<Headers(const std::filesystem::path& path, const std::string& text)>;
  explicit ProgramIndex(Reads reads) : reads_(std::move(reads)) {}

  void add(const std::filesystem::path& path, std::string_view text); // each once

  using Files = std::vector<std::filesystem::path>;
  // Of a file without main: for each program that calls its functions, or those of files that call
  // them, the files that it has beside this one, and the one with main last. All files that name
  // what one of these has are among them, or are programs of their own. Nothing where they are too
  // many to read, or where no program does.
  std::vector<Files> programs_of(const std::filesystem::path& path);

  // Variables of the file that others declare, and may change.
  std::set<std::string> variables_elsewhere(const std::filesystem::path& path);

private:
  struct File {
    std::filesystem::path path;
    std::set<std::string> functions; // that have a body there
    std::set<std::string> macros;    // that it defines before it includes something
    std::set<std::string> variables; // that belong to no function or class, and others
    std::set<std::string> shared;    // those that it declares extern
    bool is_header = false, is_program = false;
  };
  std::optional<std::vector<std::size_t>> naming(std::size_t file);
  void add_sharing(std::size_t file, const std::string& name,
                   const std::vector<std::size_t>& sharing, std::set<std::size_t>& to);
  const Headers& read_by(std::size_t file);
  bool may_declare(std::size_t file, const std::string& text, const std::string& function);
  bool says(const std::filesystem::path& path, const std::string& word) const;
  bool may_read_differently(const std::vector<std::size_t>& files);
  bool is_nearest(std::size_t file, const std::string& name, std::size_t to) const;
  const std::vector<std::size_t>& files_with(const std::string& word) const;

  Reads reads_;
  std::vector<File> files_;
  std::map<std::size_t, Headers> read_; // by files
  std::map<std::filesystem::path, std::size_t> numbers_;
  std::map<std::string, std::vector<std::size_t>> having_; // files, by functions and variables
  // Files, by the hashes of their words: there are many.
  std::unordered_map<std::size_t, std::vector<std::size_t>> saying_;
  std::map<std::string, std::vector<std::size_t>> sharing_; // files, by what they declare extern
};

} // namespace heddle::project
