// The integer encoding of a query and a solver for it.
#pragma once
#include "smt/backend.hpp"
#include "smt/emit.hpp"
#include "smt/normal/normalise.hpp"
#include "smt/simplify.hpp"

#include <variant>

namespace heddle::smt {

struct Encoding {
  // `atoms`: of the original query; a model has values for them.
  Encoding(Pool& pool, const std::vector<Expr>& assertions, const std::vector<Expr>& uniform,
           const std::vector<Expr>& atoms, Simplified& simplified);
  bool refuted() const { return problem.roots == std::vector{Problem::no}; }

  Problem problem;
  Normaliser normaliser;
  std::vector<std::pair<Expr, std::variant<Poly, FormId>>> watched;
};

class Session : public Backend {
public:
  Session(const Pool& pool, Encoding& encoding, const Limits& limits, Emitter::Products products);

  void add(FormId f);
  Wide value(const Poly& p); // after sat
  Wide value(MonoId m);
  bool is_abstract() const { return emitter_.is_abstract(); }
  bool has_values() const { return emitter_.has_values(); }
  bool mentions(MonoId m) const { return emitter_.mentions(m); }

protected:
  z3::expr condition(Expr e) override;
  z3::expr_vector zero_quotients() override;
  void flush() override;

private:
  Encoding& encoding_;
  Emitter emitter_;
};

} // namespace heddle::smt
