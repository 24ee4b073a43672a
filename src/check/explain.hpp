// Why a possible race is not more than possible, and what would rule it out.
#pragma once
#include "check/environment.hpp"
#include "check/pairs.hpp"

namespace heddle::check {

// Fills Finding::control_dependent, data_dependent and suggestion of a possible race. An assumption
// is suggested when the solver says that it leaves the pair no race and the facts possible.
void explain(const Environment& env, const protocol::Trace& trace, const Pair& pair,
             Finding& finding);

} // namespace heddle::check
