// What a finding hangs on, and what would rule it out.
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

// Are the sizes positive there?
bool are_positive(const Environment& env, const std::vector<Expr>& uniform,
                  const smt::Model& model);

// Replaces the model of `query` by one with positive sizes, where there is one: a reader takes a
// witness with sizes that no host passes for a false alarm. Returns the calls of the solver.
unsigned prefer_positive_sizes(const Environment& env, smt::Query query, smt::Answer& answer);

// Fills Finding::contents and suggestion of a race, and control_dependent and data_dependent of a
// possible one. `model`: the finding's.
void explain(const Environment& env, const protocol::Trace& trace, const Pair& pair,
             Expr Pair::*question, const smt::Model& model, Finding& finding);
// Of a warning, which is not worth a search: whether what most kernels rely on rules it out.
void explain_quickly(const Environment& env, const protocol::Trace& trace, const Pair& pair,
                     const smt::Model& model, Finding& finding);
// As explain() of a broken obligation.
void explain(const Environment& env, const protocol::Obligation& obligation,
             const smt::Model& model, Finding& finding);

} // namespace heddle::check
