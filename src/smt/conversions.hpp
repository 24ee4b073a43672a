// Offsets computed in unsigned words of 64 bits from values that may be negative. Every such value
// is x, or x + 2^64 below zero: products of several of them leave the numbers counted with here.
#pragma once
#include "smt/query.hpp"

namespace heddle::smt {

// Reads i64(u64(x) * u64(y)) as x * y, and sums likewise. They are equal modulo 2^64, so that a run
// in which neither overflows is the same in both readings.
class SignedOffsets {
public:
  // `comparisons`: of words, and their quotients and remainders, too, as if none of the values that
  // were converted were negative.
  SignedOffsets(Pool& pool, bool comparisons) : pool_(pool), comparisons_(comparisons) {}
  Query rewrite(const Query& query);
  // Of the values that were converted, none is negative.
  std::vector<Expr> nonnegative() const;
  // Values for what `query` mentions, where `model` is one of rewrite(query).
  void complete(Model& model, const Query& query);

private:
  Expr rewrite(Expr root);
  Expr rebuilt(Expr e);
  Expr as_signed(Expr e);
  Pool& pool_;
  const bool comparisons_;
  Pool::Memo memo_, signed_;
  std::vector<Expr> converted_;
};

} // namespace heddle::smt
