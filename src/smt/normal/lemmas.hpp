// The linear form: what is said about opaque products (theory.md section 2, "Arithmetic";
// docs/solver.md). For a factor M and the difference d of two of its cofactors,
//   M >= 0  =>  (d >= k => dM >= kM) and (d <= k => dM <= kM)
// for any integer k: theorems, so an unsat answer with any of them is a proof.
#pragma once
#include "smt/normal/problem.hpp"

namespace heddle::smt {

struct OrderLemma {
  Poly factor, difference, product; // product = factor * difference, as monomials
};

// Candidates for the problem's factors that both threads share, the likeliest first.
std::vector<OrderLemma> order_lemmas(Problem& problem);

// The same of squares, as of triangular numbers: the difference of i * (i + 1) and j * (j + 1) is
// i - j times i + j + 1. Factors near that one, which need not be shared.
std::vector<OrderLemma> square_lemmas(Problem& problem);

// The lemma for one k.
FormId instance(Problem& problem, const OrderLemma& lemma, Wide k);

} // namespace heddle::smt
