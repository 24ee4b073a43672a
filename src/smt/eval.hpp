// The unbounded reading of expressions (query.hpp), evaluated: written apart from the encoders so
// that every model is checked by other code than found it.
#pragma once
#include "smt/normal/poly.hpp"
#include "smt/query.hpp"

#include <unordered_map>
#include <vector>

namespace heddle::smt {

class Evaluator {
public:
  Evaluator(const Pool& pool, const Model& model) : pool_(pool), model_(model) {}
  Wide eval(Expr e); // throws TooLarge beyond 128 bits

private:
  Wide compute(Expr e);
  Wide atom(Expr e) const;
  const Pool& pool_;
  const Model& model_;
  std::unordered_map<Expr, Wide> memo_;
  std::vector<Wide> args_; // of the operator at hand
};

// Empty when every assertion holds, every symbol and application is in its range and equal
// arguments of one function have equal results; else what does not.
std::string check_model(const Pool& pool, const Model& model, const std::vector<Expr>& assertions);

} // namespace heddle::smt
