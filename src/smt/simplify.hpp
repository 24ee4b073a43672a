// What is decided before any encoding: conjunctions are flattened, symbols that equal a constant
// are replaced, and sizes that equal another one by that.
#pragma once
#include "smt/query.hpp"

namespace heddle::smt {

struct Simplified {
  std::vector<Expr> assertions; // flat; {false} when trivially unsatisfiable
  Pool::Memo replaced;          // expression of the original -> what it became
  std::map<Expr, Expr> fixed;   // symbol -> constant, or size -> the size it equals

  Expr image(Pool& pool, Expr e);
};

// A number that launches choose: a parameter, a dimension.
bool is_launch_constant(const Pool& pool, Expr e);

Simplified simplify(Pool& pool, const std::vector<Expr>& assertions);

} // namespace heddle::smt
