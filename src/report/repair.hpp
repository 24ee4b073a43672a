// What `heddle repair` found, for people and for programs (docs/json.md).
#pragma once
#include "heddle/repair.hpp"

#include <string>

namespace heddle::report {

// One line for each group of kernels, and one for each barrier that comes or goes, or reason:
//   transpose.cu: transpose: repaired, cost 100 -> 200 (optimal), 3 checks in 0.20 s
//     add a barrier behind 19:46, cost 100: orders the read at 19:46 and the write at 16:13 of
//     'tile'
std::string to_text(const RepairResult& result);
std::string to_json(const RepairResult& result);

} // namespace heddle::report
