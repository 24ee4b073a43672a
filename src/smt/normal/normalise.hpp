// Expressions of one query to the solver's terms, in the unbounded reading written down in
// query.hpp. Wraps that bounds exclude are dropped; every bound used is a fact of the result.
#pragma once
#include "smt/normal/problem.hpp"

#include <unordered_map>

namespace heddle::smt {

class Normaliser {
public:
  Normaliser(const Pool& pool, Problem& problem) : pool_(pool), problem_(problem) {}

  // Turns the conjunction into problem.roots: repeats while the facts tighten bounds of variables.
  void assert_all(const std::vector<Expr>& assertions);

  struct Value {
    Poly poly;
    Bounds bounds;
  };
  Value integer(Expr e); // integers and opaque values; booleans as 0 or 1
  FormId boolean(Expr e);

  // Bitwise operators of two variables, or shifts by a variable, were met: abstracted or tabled.
  bool has_bits() const { return has_bits_; }
  // Masks were met: sums of digits by now, of which machine words have the bits.
  bool has_masks() const { return has_masks_; }
  // Products of variables, or divisions by one.
  bool has_products() const { return has_products_; }

  std::vector<Expr> uniform; // sorted by id

private:
  // Operands first, with a stack of its own: no recursion over the user's nesting.
  void prepare(Expr root);
  Value compute(Expr e);
  FormId compute_boolean(Expr e);
  Value symbol(Expr e);
  Value apply(Expr e);
  Value multiply(Expr e);
  Value subtract(Expr e);
  Value divide(Expr e);
  Value cast(Expr e);
  Value choose(FormId c, const Value& t, const Value& f);
  FormId compare(Expr a, Expr b, bool strict);
  FormId compare_ends(Expr a, Expr b, bool strict);
  std::optional<FormId> power_of_two_alone(Expr e);

  // In normalise_divide.cpp.
  Value floor_divide(const Value& a, Wide c);
  Wide shared_divisor(const Poly& dividend, Wide divisor);
  Value modulo(const Value& a, Wide c);
  Value truncate(const Value& a, const Value& b, bool want_remainder);
  Value divide_symbolic(const Value& a, const Value& b, bool want_remainder);
  Value quotient_of(const Value& a, const Value& b, bool want_remainder);
  Value symbolic_quotient(const Value& a, const Value& b, bool floors, bool want_remainder);
  Value split_quotient(const Value& a, const Monomial& factors, Wide c, bool want_remainder);
  std::optional<Value> digit(const Value& a, const Value& b, bool want_remainder);
  // In normalise_digits.cpp.
  void equate_dividends();
  bool is_above_all_digits(const Value& a, const Value& b);
  const Var* quotient_alone(const Poly& p) const;
  std::optional<std::pair<VarId, VarId>> equal_variables(const Form& f) const;
  Wide lowest_digit(const Poly& dividend, Wide c) const;
  unsigned divisor_rank(const Poly& dividend, VarId v);
  Value as_multiples(const Value& a);
  Poly put_together(const Poly& p);
  bool has_digits(const Poly& p) const;
  std::optional<Poly> with_dividend(const Poly& p, MonoId m, Wide c);
  bool is_not_zero(const Poly& p);

  // In normalise_signs.cpp.
  std::optional<Value> choose_sign(FormId c, const Value& t, const Value& f);
  Value signed_by(const Value& v, const Monomial& signs);
  std::optional<Value> divide_unsigned(const Value& a, const Value& b, bool want_remainder);
  bool tighten_signs();
  bool tighten_signs(MonoId product, const Monomial& signs, const Bounds& by);

  // In normalise_positions.cpp.
  FormId equal_zero(const Poly& p);
  std::vector<VarId> sizes_in(const Poly& p) const;
  bool is_at_most_zero(const Poly& p, int steps, std::set<FormId>& facts);

  // Machine operators, in normalise_bits.cpp.
  Value reduce(const Value& a, Type type);
  Value mask(const Value& a, Wide c);
  Value and_values(const Value& a, const Value& b);
  Value xor_values(const Value& a, const Value& b);
  static std::optional<Wide> digits_above(const Value& a, const Value& b);
  static Bounds combined_bounds(const Value& a, const Value& b);
  Value bit_and(Expr e);
  Value bit_or(Expr e);
  Value bit_xor(Expr e);
  Value abstract_bits(Var::Kind kind, const Value& a, const Value& b);
  Value shift(Expr e);
  Value power(const Value& exponent, unsigned width, Wide otherwise);

  // 1, 0, or nothing when facts do not tell whether the value is negative.
  std::optional<bool> is_negative(const Value& v);
  bool is_above_fact(const Poly& p);
  static Value single(Value v);
  Value made(Poly p) const { return {p, problem_.bounds(p)}; }
  Value refined(Poly p, const Bounds& also) const { return {p, meet(problem_.bounds(p), also)}; }
  Value of_var(Var v);
  bool is_uniform(Expr atom) const;
  bool is_shared(Expr symbol) const;
  bool tighten(FormId root);
  bool learn(const Poly& p);
  bool tighten_apart(const Form& equation);
  bool tighten(const Poly& p);
  bool narrow(VarId v, const Bounds& by);
  bool is_kept(Expr cast, const Bounds& bounds);
  bool tighten_dividends();
  bool tighten_dividends(Expr asserted);
  void find_values();
  void find_quotients();
  void remember(const Poly& p);

  const Pool& pool_;
  Problem& problem_;
  std::unordered_map<Expr, Value> values_;
  std::unordered_map<Expr, FormId> forms_;
  std::set<FormId> equated_;  // roots that equate_dividends found
  std::set<MonoId> divisors_; // products of variables that the text divides by
  std::map<Poly, std::set<MonoId>> single_divisors_; // dividend -> variables it is divided by
  std::map<Poly, std::set<Wide>> constant_divisors_; // dividend -> constants it is divided by
  std::map<Poly, Poly> remainders_;                  // of a division by a product -> its dividend
  std::map<Poly, std::set<Wide>>
      lowest_digits_;        // dividend -> constants its remainders are divided by
  std::set<VarId> not_zero_; // sizes that conditions say it of
  bool again_ = false;       // a round learned something the terms depend on
  bool seeks_facts_ = false; // more of them may tell digits apart
  bool has_bits_ = false, has_masks_ = false, has_products_ = false;
};

// Depth of the deepest assertion stays under the limit that recursion over it allows.
void check_size(const std::vector<Expr>& assertions);
Wide constant_of(Expr e); // u64 constants are stored as i64
Bounds type_bounds(Type type);

} // namespace heddle::smt
