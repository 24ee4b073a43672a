// `heddle explain`: what a kind of finding means, or one finding of a report at length.
#pragma once
#include "cli/check.hpp"

#include <string>
#include <vector>

namespace heddle::cli {

// `arguments` are those after `explain`: KIND, or FINDING-ID REPORT.json. Throws UsageError.
Outcome explain(const std::vector<std::string>& arguments, bool colour);

} // namespace heddle::cli
