// Assumptions that kernels commonly rely on, to be tried as suggestions.
#pragma once
#include "check/witness/explain.hpp"

namespace heddle::check {

class Candidates {
public:
  // `uniform`: the atoms of the question that both threads share; `used`: all that it says.
  Candidates(const Environment& env, std::vector<Expr> uniform, std::vector<Expr> used);

  std::vector<Assumption> contracts() const;  // of arrays that are read
  std::vector<Assumption> positive() const;   // each size, and all of them
  std::vector<Assumption> relations() const;  // between sizes and dimensions
  std::vector<Assumption> orders() const;     // one size at least another one, as pitch and width
  std::vector<Assumption> covers() const;     // sizes that are the numbers of threads
  std::vector<Assumption> dimensions() const; // whole warps, one block
  // Lists of a size being a multiple of 1024, 512, .. 2, each weaker than the one before.
  std::vector<std::vector<Assumption>> multiples() const;

private:
  struct Size {
    Expr e;
    std::string name;
  };
  bool is_open(Expr e) const;
  bool maybe_zero(Expr e) const;
  std::vector<Size> sizes() const;

  const Environment& env_;
  Pool& pool_;
  std::vector<Expr> uniform_, used_;
};

} // namespace heddle::check
