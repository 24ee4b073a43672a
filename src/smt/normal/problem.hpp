// A query in the solver's own terms: quantifier-free formulas over mathematical integers, in
// canonical form. The C operators are gone: what wraps, truncates or masks has become polynomials
// over variables with exact definitions (problem.hpp's Var). Example: with u32 a, b,
// `a - b < 4` is `a - b + 4294967296*[a < b] - 3 <= 0`, [..] being an indicator variable.
#pragma once
#include "expr/expr.hpp"
#include "smt/normal/poly.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::smt {

using FormId = std::uint32_t;

// A boolean formula; hash-consed in Problem.
struct Form {
  enum class Kind : std::uint8_t {
    truth,    // id 0 is false, id 1 is true
    symbol,   // boolean symbol
    at_most,  // poly <= 0
    zero,     // poly == 0
    negation, // of args[0]; never of at_most
    all,
    any,
    equivalence // args[0] == args[1]
  };
  Kind kind = Kind::truth;
  Expr atom = nullptr;
  Poly poly;
  std::vector<FormId> args;
  bool operator<(const Form& o) const;
};

struct Var {
  enum class Kind : std::uint8_t {
    symbol,    // integer or opaque symbol
    apply,     // application: function, args
    indicator, // 1 when `condition` holds, else 0
    sign,      // -1 when `condition` holds, else 1
    choice,    // condition ? args[0] : args[1]
    floor_div, // floor(args[0] / modulus), modulus >= 2
    floor_mod, // args[0] - modulus * floor(args[0] / modulus)
    quotient,  // C's args[0] / args[1]; any value when args[1] is 0. With `floors`: rounded down
    remainder, // belongs to the quotient with the same args: args[0] - quotient * args[1]
    power,     // 2^args[0] when 0 <= args[0] < modulus, else args[1] (a constant)
    bit_and,   // of two variable operands
    bit_xor
  };
  Kind kind = Kind::symbol;
  Expr atom = nullptr; // symbol
  FunctionId function = 0;
  FormId condition = 0;
  bool floors = false;
  Wide modulus = 0;
  std::vector<Poly> args;
  // Not part of the identity:
  Expr origin = nullptr; // symbol, apply: an expression that has this value
  bool uniform = false;
  Bounds bounds;          // hold in every solution
  bool tightened = false; // the bounds hold by facts, not by the definition alone
  std::string name;

  bool operator<(const Var& o) const;
};

class Problem {
public:
  static constexpr FormId no = 0, yes = 1;
  Problem();

  // Finds or adds; bounds of a known variable are narrowed.
  VarId intern(Var v);
  // The quotient or remainder with the same operands.
  VarId partner(const Var& v, Var::Kind kind);
  Var& var(VarId v) { return vars_[v]; }
  const Var& var(VarId v) const { return vars_[v]; }
  std::size_t var_count() const { return vars_.size(); }
  Poly of_var(VarId v) { return Poly::monomial(monomials.of_var(v)); }

  const Form& form(FormId f) const { return forms_[f]; }
  std::optional<VarId> single_variable(const Poly& p) const; // p is the variable alone

  FormId at_most_zero(Poly p);
  FormId zero(Poly p);
  FormId symbol(Expr atom);
  FormId negate(FormId f);
  FormId all(std::vector<FormId> fs) { return nary(Form::Kind::all, std::move(fs)); }
  FormId any(std::vector<FormId> fs) { return nary(Form::Kind::any, std::move(fs)); }
  FormId equivalence(FormId a, FormId b);

  Poly multiply(const Poly& a, const Poly& b);
  // p == by * first + second, where no term of the second is a multiple of `by`.
  std::pair<Poly, Poly> divided(const Poly& p, const Monomial& by);
  Poly indicator(FormId f);
  // In problem_signs.cpp. -1 where f holds, else 1.
  Poly sign(FormId f, bool uniform);
  Monomial signs_in(MonoId m) const;
  MonoId without_signs(MonoId m);
  Monomial common_signs(const Poly& p) const; // that all terms have as factors
  Poly times(const Poly& p, const Monomial& factors) {
    return factors.empty() ? p : multiply(p, Poly::monomial(monomials.intern(factors)));
  }
  // A fact says what several signs are multiplied; false: another says it of the last of them.
  bool relate_signs(Monomial signs, Wide product);
  // Of p <= 0, what it says whatever the signs in it are.
  std::optional<Poly> whatever_the_signs(const Poly& p);
  Bounds bounds(MonoId m) const;
  Bounds bounds(const Poly& p) const;
  bool uniform(const Poly& p) const;
  std::string to_string(const Poly& p) const;
  std::string to_string(FormId f) const;

  Monomials monomials;
  std::vector<FormId> roots; // conjunction
  // Products and compared sides as the text had them: sources of the linear form's cofactors.
  std::set<std::pair<Poly, Poly>> products;
  std::set<Poly> sides;
  // What a variable that is not negative lies below, by facts that are asserted.
  std::map<VarId, std::set<Poly>> below;
  // All that a variable can be, where facts that are asserted name it: 1, 2, 4, 8 of a stride.
  std::map<VarId, std::vector<Wide>> values;
  std::map<Poly, Wide> upper; // without constant, content 1 -> the most it is, by facts
  std::set<FormId> used;      // such facts that the forms rest on
  bool seeks_facts = false;   // more of them may tell digits apart

private:
  FormId intern(Form f);
  std::optional<FormId> positions(const Poly& p);
  std::optional<std::pair<Wide, Wide>> multiples_within(const Poly& low, Wide g);
  std::optional<Wide> most_by_facts(Poly p, std::set<FormId>& facts);
  std::optional<FormId> symbolic_positions(const Poly& p);
  std::optional<FormId> compared_by_sign(const Poly& p);
  Poly known_sign(VarId sign);
  Monomial without_squares(const Monomial& product) const;
  std::set<Poly> divisors_above(VarId v) const;
  bool is_digit(const Poly& p, const Poly& divisor) const;
  std::vector<FormId> met_bounds(const std::vector<FormId>& fs);
  bool decide_equivalence(std::vector<FormId>& fs);
  FormId nary(Form::Kind kind, std::vector<FormId> fs);
  std::vector<Var> vars_;
  std::map<Var, VarId> var_index_;
  std::vector<Form> forms_;
  std::map<Form, FormId> form_index_;
  std::map<VarId, Poly> sign_products_; // by facts: a sign -> others
};

// What the roots and tightened bounds speak of, each in order of creation: definitions before use.
struct Reach {
  std::set<FormId> forms;
  std::set<VarId> vars;
  std::vector<Poly> polys; // compared, or operands of a variable
};
Reach reach(Problem& problem, std::vector<FormId> roots, const std::vector<Poly>& values = {});

} // namespace heddle::smt
