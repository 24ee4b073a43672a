// Quoting one source line with a caret under a column.
#pragma once
#include <cstddef>
#include <string>

namespace heddle::report {

// Bytes below 0x20 and 0x7f, which could steer a terminal, become '?'; tabs become one space.
std::string printable(const std::string& text);

//    14 |     a[i] = b[j];
//       |     ^ label
// `column` counts bytes from 1; out of range, the caret is left out. A line longer than a screen is
// cut around the column, with dots where it goes on; a label that does not fit gets lines of its
// own.
struct SnippetStyle {
  std::string green, reset; // around the caret
  std::size_t width = 0;    // of the screen, in columns; 0: not known
};
std::string snippet(const std::string& source_line, unsigned line, unsigned column,
                    const std::string& label, const SnippetStyle& style);

} // namespace heddle::report
