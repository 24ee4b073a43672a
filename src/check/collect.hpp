// Joins the decisions of one kernel into its result.
#pragma once
#include "check/environment.hpp"

namespace heddle::check {

// Equal findings (kind and places) are reported once, confirmed before possible, warnings after
// errors; the verdict follows from findings and unknowns.
KernelResult collect(const Environment& env, std::vector<Decision> decisions,
                     const std::vector<std::pair<std::string, Loc>>& unknowns);

bool same_places(const Finding& a, const Finding& b); // and the same kind
bool same_unknown(const Unknown& a, const Unknown& b);
// Errors before warnings, confirmed before possible.
int finding_rank(const Finding& f);
// What is reported for two findings must rule both out.
void join_suggestion(Finding& kept, const Finding& f);

} // namespace heddle::check
