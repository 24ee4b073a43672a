// Why a possible race is not more than possible, and what would rule it out.
#pragma once
#include "check/environment.hpp"
#include "check/pairs.hpp"

namespace heddle::check {

struct Assumption {
  std::string text;        // as --assume takes it
  std::vector<Expr> facts; // what it says
};

// The integer parameters among `uniform` that may be zero or negative are positive; no facts when
// there are none.
Assumption positive_sizes(const Environment& env, const std::vector<Expr>& uniform);

// Fills Finding::control_dependent, data_dependent and suggestion of a possible race. An assumption
// is suggested when the solver says that it leaves the pair no race and the facts possible.
void explain(const Environment& env, const protocol::Trace& trace, const Pair& pair,
             Finding& finding);

} // namespace heddle::check
