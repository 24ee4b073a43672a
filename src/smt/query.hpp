// A question to the solver portfolio: are the assertions satisfiable together? (theory.md section
// 2, "Arithmetic"; which form Z3 answers fast was measured beforehand and is repeated in
// docs/solver.md.)
//
// Two expressions of one query share a value iff they are the same Expr: callers rename what two
// threads do not share. Applications of one function with equal arguments are equal (congruence).
// The unbounded integer reading of expr.hpp is used; type ranges and declared bounds of symbols and
// functions are added by the solver.
#pragma once
#include "expr/expr.hpp"

#include <map>
#include <string>
#include <vector>

namespace heddle::smt {

struct Limits {
  double seconds = 10; // for the whole query, all attempts together
  unsigned memory_mb = 4096;
};

struct Query {
  std::string name;             // stable, e.g. "transpose.race.3.tile"; names a saved .smt2
  std::vector<Expr> assertions; // conjunction
  std::vector<Expr> uniform;    // atoms whose value both threads share (sizes, strides, shared
                                // binders): candidates for the factors of the linear form
};

enum class Status { sat, unsat, unknown };

struct Model {
  std::map<Expr, std::int64_t> values; // of every symbol and application in the query (int, bool)
  // Value of an integer or boolean expression over the query's atoms (0 for absent ones).
  std::int64_t eval(const Pool& pool, Expr e) const;
};

struct Answer {
  Status status = Status::unknown;
  Model model;        // sat: satisfies the assertions when re-evaluated (checked)
  std::string reason; // unknown: "timeout after 10 s", "memory limit", "incomplete (..)"
  std::string method; // which attempt decided: "linear", "bit-vectors", "products-k1", ..
  double seconds = 0;
  unsigned solver_calls = 0;
};

// Thread-safe: every call owns its Z3 context. Never throws on solver failure.
Answer solve(Pool& pool, const Query& query, const Limits& limits);

// SMT-LIB text of the query as first attempted, for --dump=smt.
std::string to_smt2(Pool& pool, const Query& query);

} // namespace heddle::smt
