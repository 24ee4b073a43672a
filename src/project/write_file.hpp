// Files that are written whole or not at all.
#pragma once
#include <string>

namespace heddle::project {

// Puts the text into the file: under another name beside it first, so that a disk that is full or a
// process that is killed leaves what was there. A file that is there keeps its permissions; a
// link stays one. What is no regular file, and what lies where no other may be made, is written as
// it comes. Nothing: it is done; otherwise why it is not, as the system says it.
std::string write_file(const std::string& path, const std::string& text);

} // namespace heddle::project
