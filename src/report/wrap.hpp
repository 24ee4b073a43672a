// Text in lines that fit a terminal.
#pragma once
#include <cstddef>
#include <string>

namespace heddle::report {

// Columns of text in UTF-8.
std::size_t columns(const std::string& text);

// Broken between words where a line would be longer than `width` columns; the first begins at
// column `start`, those that follow with `indent` blanks. Words stay whole, lines that are there
// stay. 0: as it is.
std::string wrapped(const std::string& text, std::size_t width, std::size_t start,
                    std::size_t indent);

} // namespace heddle::report
