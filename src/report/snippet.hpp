// Quoting one source line with a caret under a column.
#pragma once
#include <string>

namespace heddle::report {

// Bytes below 0x20 and 0x7f, which could steer a terminal, become '?'; tabs become one space.
std::string printable(const std::string& text);

//    14 |     a[i] = b[j];
//       |     ^ label
// `column` counts bytes from 1; out of range, the caret is left out. A line longer than a screen is
// cut around the column. `green` and `reset` surround the caret.
std::string snippet(const std::string& source_line, unsigned line, unsigned column,
                    const std::string& label, const std::string& green, const std::string& reset);

} // namespace heddle::report
