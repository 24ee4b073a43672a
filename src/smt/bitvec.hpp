// Queries with bitwise operators of variables or symbolic shifts, as bit-vectors of one width for
// all terms. The width holds every value that a solution gives to any term, so nothing overflows
// and both answers agree with the unbounded reading.
#pragma once
#include "smt/backend.hpp"
#include "smt/normal/normalise.hpp"
#include "smt/simplify.hpp"

#include <unordered_map>

namespace heddle::smt {

// The width for these expressions by the bounds that `normaliser` knows; nothing when a term is not
// bounded or the width would exceed `limit`.
std::optional<unsigned> bit_width(Normaliser& normaliser, const std::vector<Expr>& roots,
                                  unsigned limit);

class BitSession : public Backend {
public:
  BitSession(Pool& pool, Normaliser& normaliser, const std::vector<Expr>& assertions,
             const std::vector<Expr>& atoms, Simplified& simplified, unsigned width,
             const Limits& limits);

protected:
  z3::expr condition(Expr e) override { return boolean(e); }
  z3::expr_vector zero_quotients() override { return zero_quotients_; }
  void flush() override;
  Wide number(const z3::expr& value) const override;

private:
  z3::expr boolean(Expr e) { return encode(e); }
  z3::expr encode(Expr e);
  z3::expr compute(Expr e);
  z3::expr symbol(Expr e);
  z3::expr apply(Expr e);
  z3::expr divide(Expr e);
  z3::expr shift(Expr e);
  z3::expr cast(Expr e);
  z3::expr number_of(Wide value);
  z3::expr as_bits(Expr e); // booleans as 0 or 1
  void bound(Expr e, const z3::expr& value);

  const Pool& pool_;
  Normaliser& normaliser_;
  const unsigned width_;
  std::unordered_map<Expr, z3::expr> memo_;
  z3::expr_vector facts_{context_}, zero_quotients_{context_};
  unsigned fresh_ = 0;
};

} // namespace heddle::smt
