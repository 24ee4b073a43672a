#include "smt/cheapest.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <z3++.h>

namespace heddle::smt {

namespace {

// Z3 reads weights as decimals; ties between costs are broken by far smaller ones.
std::string decimal(double weight) {
  std::string text(64, '\0');
  const int length = std::snprintf(text.data(), text.size(), "%.9f", weight);
  text.resize(static_cast<std::size_t>(length));
  return text;
}

} // namespace

CheapestChoice cheapest(const ChoiceProblem& problem, double seconds) {
  z3::context context;
  z3::optimize solver(context);
  z3::params params(context);
  params.set("timeout", static_cast<unsigned>(std::max(1.0, seconds * 1000)));
  solver.set(params);
  std::map<unsigned, z3::expr> choices; // what no clause wants chosen is not chosen
  const auto choice = [&](unsigned i) {
    const auto known = choices.find(i);
    if (known != choices.end()) return known->second;
    const z3::expr e = context.bool_const(("c" + std::to_string(i)).c_str());
    choices.emplace(i, e);
    solver.add_soft(!e, decimal(problem.weights.at(i)).c_str());
    return e;
  };
  for (const ChoiceClause& clause : problem.clauses) {
    z3::expr_vector literals(context);
    for (const unsigned i : clause.chosen)
      literals.push_back(choice(i));
    for (const unsigned i : clause.left)
      literals.push_back(!choice(i));
    solver.add(z3::mk_or(literals));
  }
  switch (solver.check()) {
  case z3::unsat:
    return {true, std::nullopt};
  case z3::unknown:
    return {};
  case z3::sat:
    break;
  }
  const z3::model model = solver.get_model();
  std::vector<unsigned> chosen;
  for (const auto& [i, e] : choices)
    if (model.eval(e).is_true()) chosen.push_back(i);
  return {true, chosen};
}

} // namespace heddle::smt
