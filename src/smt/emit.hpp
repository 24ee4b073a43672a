// Problem to Z3 over integers. Only src/smt includes Z3's headers.
#pragma once
#include "smt/normal/problem.hpp"

#include <unordered_map>
#include <z3++.h>

namespace heddle::smt {

class Emitter {
public:
  enum class Products { real, opaque }; // opaque: each monomial of degree >= 2 is a constant
  Emitter(z3::context& context, const Pool& pool, Problem& problem, Products products)
      : z3_(context), pool_(pool), problem_(problem), products_(products), facts_(context) {}

  z3::expr form(FormId f);
  z3::expr poly(const Poly& p);
  z3::expr var(VarId v);
  z3::expr number(Wide value);
  bool mentions(MonoId m) const { return monos_.contains(m); }
  // Facts about what the above mentioned since the last call: bounds and definitions. To be
  // asserted beside it; empty when there is nothing new.
  z3::expr_vector take_facts();
  // A quotient by zero may have any value: this asks for 0, as Model::eval has it.
  z3::expr_vector zero_quotients() { return zero_quotients_; }
  // Products or bit operations stand for more than is said about them: only unsat counts.
  bool is_abstract() const { return is_abstract_; }
  // Products were told apart by the values of a factor.
  bool has_values() const { return has_values_; }

private:
  z3::expr mono(MonoId m);
  z3::expr by_values(const Monomial& factors, VarId of);
  z3::expr product_constant(const Monomial& factors);
  z3::expr constant(const std::string& name) { return z3_.int_const(name.c_str()); }
  z3::expr make(VarId v);
  z3::expr apply(const Var& v);
  void define(VarId id, const z3::expr& value);
  void define_quotient(const Var& v);
  void define_exponent(const Var& v, const z3::expr& value);
  void define_power(const Var& v, const z3::expr& value);
  void define_bits(const Var& v);
  z3::expr bit_function(Var::Kind kind, const z3::expr& a, const z3::expr& b);
  void bound(const z3::expr& e, const Bounds& b);

  z3::context& z3_;
  const Pool& pool_;
  Problem& problem_;
  Products products_;
  bool is_abstract_ = false, has_values_ = false;
  z3::expr_vector facts_;
  z3::expr_vector zero_quotients_{z3_};
  std::unordered_map<FormId, z3::expr> forms_;
  std::unordered_map<VarId, z3::expr> vars_;
  std::unordered_map<MonoId, z3::expr> monos_;
};

} // namespace heddle::smt
