// `heddle repair`.
#pragma once
#include "cli/check.hpp"

#include <string>
#include <vector>

namespace heddle::cli {

// `arguments` are those after `repair`. The diff of each file goes to standard output as it is
// made, what is said of it to standard error.
Outcome repair(const std::vector<std::string>& arguments, bool colour_out, bool colour_err);

} // namespace heddle::cli
