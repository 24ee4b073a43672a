// Loop variables as functions of the iteration number (theory.md section 2: binders are counted as
// iteration numbers 0, 1, 2, ..).
//
// What one iteration does to the variables is given as `end` over the `head` symbols of all of
// them; what comes out is the value at the head of iteration k:
//
//   i += c, i -= c        i0 + c * k                 (c constant or symbolic, unchanged by the
//   loop) s *= c, s /= c, >>=   s(k), a Sequence           (c constant) i = (i + c) % m       (i0 +
//   c * k) % m p = 1 - p; swap(p,q)  k % 2 == 0 ? p0 : 1 - p0   (any permutation of short period)
//   if (k % 3 == 2) p ^= 1   k / 3 % 2
//   q = f(other)          k == 0 ? q0 : f(other at k - 1)
//   everything else       an unknown function of k
#pragma once
#include "protocol/infer/infer_values.hpp"

#include <functional>
#include <optional>

namespace heddle::protocol {

// A sum of integer leaves with constant coefficients.
struct Linear {
  std::vector<std::pair<Expr, std::int64_t>> terms; // in order of Expr::id, no zero coefficients
  std::int64_t constant = 0;
  std::int64_t coefficient(Expr leaf) const;
  void remove(Expr leaf);
  Linear minus(const Linear& other) const;
};
// `e` modulo 2^width of its type: casts that keep these bits are looked through.
Linear linear_modular(Expr e);
// `e` modulo 2^8, which all casts keep.
Linear linear_in_low_bits(Expr e);
// `e` as an integer in the unbounded reading: only casts that keep the value are looked through,
// and unsigned subtraction is a leaf.
Linear linear_exact(const Pool& pool, Expr e);
// The terms with positive coefficients minus those with negative ones, each as one expression.
struct Difference {
  Expr plus, minus; // nullptr: zero
};
Difference difference(Pool& pool, const Linear& sum, Type type);

// The same value modulo 2^width with like terms joined, when that is shorter.
Expr tidy(Pool& pool, Expr e);

// Does `leaf` occur in `e`?
bool mentions(Expr e, Expr leaf);
// `e` at the iteration before the one that `binder` counts.
Expr at_previous(Pool& pool, Expr e, Expr binder, Pool::Memo memo = {});
Expr replace(Pool& pool, Expr e, Expr leaf, Expr by);

// How often `cond` (over the iteration number k) holds from k = 0 on: a literal over an affine
// expression in k is solved, and so are several of them together. nullopt for others.
struct Trips {
  Expr entered; // cond at k = 0
  Expr count;   // number of iterations when entered
};
std::optional<Trips> count_trips(Pool& pool, Expr cond, Expr k);
// An equivalent condition for "all iterations up to k run": k != n with unit steps becomes k < n.
Expr as_range(Pool& pool, Expr cond, Expr k);
// Does `cond` stay true from one iteration to the next once it holds?
bool stays_true(Pool& pool, Expr cond, Expr k);

// An expression over the head of a variable, and what it is at iteration k.
struct KnownValue {
  Expr over_head, value;
};

struct CarriedVar {
  std::string name;
  Expr head;            // a symbol: the value at the head of an iteration
  Expr init;            // before the loop; nullptr: nothing assigned yet
  Expr end;             // at the end of the iteration, over heads and values the loop leaves alone
  Expr value = nullptr; // result: the value at the head of iteration k
  bool unknown = false; // result: no closed form
  bool simple = false;  // result: i0 + c * k or a sequence
  std::vector<KnownValue> known{}; // result: better than with the value in the place of the head
};

// The value at the head of iteration k where it repeats with remainders of k; `end`: over k and the
// variable's own head. nullptr: it does not.
Expr turning_value(Pool& pool, Expr end, const CarriedVar& v, Expr binder);

// How new functions come about; the caller knows the enclosing loops.
struct LoopFunctions {
  // Value of an unknown variable at iteration k >= 1 (bounded below by `low` when given).
  std::function<Expr(const CarriedVar&, Scope, std::optional<std::int64_t> low)> unknown;
  // fn(.., k) for a variable that is multiplied or divided.
  std::function<Expr(const CarriedVar&, Sequence::Step, std::int64_t factor)> sequence;
  // Value of a variable before anything was assigned to it.
  std::function<Expr(const CarriedVar&)> undefined;
};

// Fills the results. Conditions over heads: `runs`, under which an iteration runs its body, and
// `goes_on`, under which another one may follow.
void close_forms(Pool& pool, ExprTable& table, std::vector<CarriedVar>& vars, Expr binder,
                 Expr runs, Expr goes_on, const LoopFunctions& functions);

} // namespace heddle::protocol
