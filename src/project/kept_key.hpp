// What the result of a file depends on besides what is on the disk.
#pragma once
#include "project/pool.hpp"

#include <string>

namespace heddle::project {

// A fingerprint of the file's name, all options, the current folder and the program with its
// libraries.
std::string key_of(const Job& job);

} // namespace heddle::project
