// Source files and positions in them.
#pragma once
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace heddle {

// A position in a user's file. `line` and `column` count from 1; line 0 means "no position".
struct Loc {
  std::uint32_t file = 0; // index into SourceFiles
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  // Of several instructions at one place, as what a macro or an asm statement holds, and where
  // `#line` says so: which one it is of, counted from 1; 0: of none that is counted. Places are
  // equal without it.
  std::uint32_t operation = 0;
  explicit operator bool() const { return line != 0; }
  friend bool operator==(const Loc& a, const Loc& b) { return (a <=> b) == 0; }
  friend std::strong_ordering operator<=>(const Loc& a, const Loc& b) {
    return std::tie(a.file, a.line, a.column) <=> std::tie(b.file, b.line, b.column);
  }
};

// The files that a translation unit was read from; reports quote lines from here.
class SourceFiles {
public:
  // Adds `path` with `text`, or finds it when it was added before.
  std::uint32_t add(std::string path, std::string text);
  const std::string& path(std::uint32_t file) const { return files_.at(file).path; }
  const std::string& text(std::uint32_t file) const { return files_.at(file).text; }
  // Line `line` without its end; empty when there is no such line.
  std::string_view line(std::uint32_t file, std::uint32_t line) const;
  std::size_t size() const { return files_.size(); }
  // "path:line:column", or "<unknown>" for an empty position.
  std::string describe(Loc loc) const;

private:
  struct File {
    std::string path, text;
    std::vector<std::size_t> line_starts;
  };
  std::vector<File> files_;
  std::map<std::string, std::uint32_t> index_;
};

} // namespace heddle
