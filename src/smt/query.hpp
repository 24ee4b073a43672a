// A question to the solver portfolio: are the assertions satisfiable together? (theory.md section
// 2, "Arithmetic"; which form Z3 answers fast was measured beforehand and is repeated in
// docs/solver.md.)
//
// Two expressions of one query share a value iff they are the same Expr: callers rename what two
// threads do not share. Applications of one function with equal arguments are equal (congruence).
// Type ranges and declared bounds of symbols and functions are added by the solver.
//
// The unbounded integer reading of expr.hpp, operator by operator (w: width of the node's type):
//   +, *, signed -   mathematical; so are casts to signed types of 32 and more bits
//   unsigned a - b   a - b, plus 2^w when that is negative
//   ~a               signed: -1 - a; unsigned: 2^w - 1 - a
//   cast             to unsigned of 32 bits and more: a, or a mod 2^w when a is negative;
//                    to narrower types: modulo 2^w into the range of the type
//   / %              truncate; x / 0 and x % 0 may be anything for a proof and are 0 in a model
//   & | ^            on two's complement of any length
//   << >>            times and floor division by 2^s; where s is not in 0..w-1, x << s is 0 and
//                    x >> s is x >> w, as the hardware clamps
// Opaque values are compared only; a model has numbers for them that fit their width.
#pragma once
#include "expr/expr.hpp"

#include <map>
#include <string>
#include <vector>

namespace heddle::smt {

struct Limits {
  double seconds = 10;       // of the thread's processor time, all attempts at the query together
  unsigned memory_mb = 4096; // of Z3 in the whole process: Z3 counts no less
  bool any_model = false;    // nobody reads it: no search for small values
  bool may_guess = true;     // false: what has a model is left to Z3, too
  unsigned variant = 0;      // 1, 2: sizes that are guessed are unusual or large ones
};

struct Query {
  std::string name;             // stable, e.g. "transpose.race.3.tile"; names a saved .smt2
  std::vector<Expr> assertions; // conjunction
  std::vector<Expr> uniform;    // atoms whose value both threads share (sizes, strides, shared
                                // binders): candidates for the factors of the linear form
};

enum class Status { sat, unsat, unknown };

struct Model {
  // Of every symbol and application in the query's assertions; u64 values as their bits.
  std::map<Expr, std::int64_t> values;
  // Value of an expression over the query's atoms in the unbounded reading (0 for absent ones and
  // beyond 128 bits); above 64 bits the low ones.
  std::int64_t eval(const Pool& pool, Expr e) const;
};

struct Answer {
  Status status = Status::unknown;
  Model model;        // sat: satisfies the assertions when re-evaluated (checked)
  std::string reason; // unknown: "timeout after 10 s", "memory limit", "incomplete (..)"
  // The attempt that decided: "trivial", "guesses", "bounds", "linear", "parts", "cases", "signs",
  // "remainders", "bit-vectors", "products-k1", "products-k2", "values", "products-real"
  // (docs/solver.md); or "known" (known.hpp).
  std::string method;
  double seconds = 0;
  unsigned solver_calls = 0;
};

// While one lives, the questions of its thread share a Z3 context. To make one takes Z3 longer than
// to answer most questions: it fills tables of 17 MB (Z3 4.8.12). A context numbers terms anew
// after other questions, and a model may be another one then: what is asked within must not depend
// on what other threads do.
class SharedContext {
public:
  SharedContext();
  ~SharedContext();
  SharedContext(const SharedContext&) = delete;
  SharedContext& operator=(const SharedContext&) = delete;
};

// Thread-safe: no two threads use one Z3 context. Never throws on solver failure. Models with small
// values of `uniform` atoms and launch constants are preferred.
Answer solve(Pool& pool, const Query& query, const Limits& limits);

// SMT-LIB text of the query as first attempted, for --dump=smt.
std::string to_smt2(Pool& pool, const Query& query);

} // namespace heddle::smt
