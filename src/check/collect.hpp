// Joins the decisions of one kernel into its result.
#pragma once
#include "check/environment.hpp"

namespace heddle::check {

// Equal findings (kind and places) are reported once, confirmed before possible, warnings after
// errors; the verdict follows from findings and unknowns.
KernelResult collect(const Environment& env, std::vector<Decision> decisions,
                     const std::vector<std::pair<std::string, Loc>>& unknowns);

} // namespace heddle::check
