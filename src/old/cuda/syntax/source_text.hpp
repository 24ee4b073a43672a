// Reading a source file into the form the preprocessor can take, column for column.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace heddle::cuda {

inline constexpr std::size_t max_file_bytes = std::size_t{32} << 20;

struct FileText {
  std::string original; // as the user sees it, without a byte order mark
  std::string cleaned;  // same lines and columns: see clean_source
};

// The bytes of a file, or std::nullopt and why: it is not there, is a directory, or is larger than
// max_file_bytes.
std::optional<FileText> read_source(const std::string& path, std::string& why);

// The same text, line for line and column for column, without what trips the preprocessor: carriage
// returns, NUL and other control bytes become blanks, and so do bytes outside ASCII that stand
// outside comments and literals. Ends in a newline.
std::string clean_source(const std::string& text);

// The deepest nesting of parentheses on one directive line (continuations included): the evaluation
// of `#if` recurses over it.
std::size_t deepest_directive(const std::string& text);

} // namespace heddle::cuda
