// A search for a model with small values, before a solver is asked: most questions that have a
// model have one that a few guesses find, in less time than it takes to state the question to Z3;
// and it is the model that a reader would choose.
#pragma once
#include "expr/expr.hpp"

#include <map>

namespace heddle::smt::small {

struct Task {
  const std::vector<Expr>& assertions; // simplified
  const std::vector<Expr>& sizes;      // values that both threads share
  Expr question;                       // where it is an `or`, one of its cases is to hold
  std::uint64_t work;                  // terms to look at before it gives up
  bool is_read;                        // large sizes are of no use
  unsigned variant = 0;                // which sizes come first: usual, unusual, large ones
};

// By symbol and application; u64 values as their bits.
using Values = std::map<Expr, std::int64_t>;

// Values of the atoms of the assertions. To be checked by the caller: applications with equal
// arguments may differ. The same answer on all machines.
std::optional<Values> find(const Pool& pool, const Task& task);

} // namespace heddle::smt::small
