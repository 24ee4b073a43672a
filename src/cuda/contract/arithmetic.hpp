// C's operators on expressions, with promotions and the usual arithmetic conversions.
#pragma once
#include "cuda/contract/resolve.hpp"

namespace heddle::contract {

class Arithmetic {
public:
  using Result = std::variant<Expr, std::string>; // or the reason why there is no value

  Arithmetic(Pool& pool, Reading reading) : pool_(pool), reading_(reading) {}

  Result apply(Prefix op, Expr x);
  Result apply(Infix op, Expr a, Expr b);
  Result choose(Expr cond, Expr a, Expr b);
  Result extreme(bool largest, Expr a, Expr b); // min and max of CUDA
  Expr convert(Expr x, Type type);
  Expr truth(Expr x);

private:
  // Operands of the type in which C computes with them.
  struct Pair {
    Expr a, b;
    std::string problem; // empty: none
  };
  Pair common(Expr a, Expr b);
  Expr promote(Expr x);
  bool is_mathematical(Expr a, Expr b) const;
  Result compare(Infix op, Expr a, Expr b);
  Result compute(Infix op, Expr a, Expr b);
  Result shift(Infix op, Expr a, Expr b);
  Expr relation(Infix op, Expr a, Expr b);
  Expr unsigned_relation(Infix op, Expr a, Expr b);

  Pool& pool_;
  Reading reading_;
};

} // namespace heddle::contract
