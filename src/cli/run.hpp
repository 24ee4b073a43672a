// `heddle check`: files in, results out as they become known.
#pragma once
#include "cli/check.hpp"

#include <string>
#include <vector>

namespace heddle::cli {

// `arguments` are those after `check`. Text is printed on the way; what is left in the outcome is
// to be printed at the end.
Outcome check(const std::vector<std::string>& arguments, bool colour_out, bool colour_err);

} // namespace heddle::cli
