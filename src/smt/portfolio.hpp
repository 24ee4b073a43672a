// The order of attack of docs/solver.md.
#pragma once
#include "smt/lemmas.hpp"
#include "smt/normalise.hpp"
#include "smt/session.hpp"
#include "smt/simplify.hpp"

#include <variant>

namespace heddle::smt {

// A query with its integer encoding.
struct Encoding {
  Encoding(Pool& pool, const std::vector<Expr>& assertions, const std::vector<Expr>& uniform,
           const std::vector<Expr>& watched, Simplified& simplified);
  Problem problem;
  Normaliser normaliser;
  std::vector<std::pair<Expr, std::variant<Poly, FormId>>> watched; // original atoms

  bool refuted() const { return problem.roots == std::vector{Problem::no}; }
  void load(Session& session) const;
};

// Sizes of witnesses are tried in this order, for the reader and for the replay.
inline constexpr Wide size_levels[] = {4, 16, 64, 1024};
inline constexpr double value_slice = 2; // seconds for a query whose sizes are fixed
// Each of the variables at most `level`, where its bounds allow that.
std::vector<FormId> bounded(Problem& problem, const std::vector<VarId>& vars, Wide level);

class Portfolio {
public:
  Portfolio(Pool& pool, const Query& query, const Limits& limits);
  Answer run();
  std::string first_text();

private:
  struct Fixed {
    VarId var;
    Wide value;
  };
  bool decide();
  bool linear(Session& session, Problem& problem);
  bool opaque(Session& session, Encoding& encoding);
  Status refine(Session& session, Problem& problem, const std::vector<OrderLemma>& lemmas,
                const std::vector<Wide>& ks, double seconds, const std::vector<FormId>& given);
  std::size_t add_violated(Session& session, Problem& problem,
                           const std::vector<OrderLemma>& lemmas, const std::vector<Wide>& ks);
  bool try_values(Session& session, Encoding& encoding, const std::vector<OrderLemma>& lemmas);
  // Symbols and applications that make the problem linear when their values are known.
  std::vector<VarId> factors_to_fix(const Problem& problem) const;
  Status solve_fixed(const std::vector<Fixed>& values, const Problem& problem);
  bool real_products(Encoding& encoding);

  bool accept(Session& session); // the session's model, checked
  bool accept_or_avoid_zero(Session& session);
  bool conclude(Status status, const std::string& method);
  double slice(double seconds) const { return std::min(seconds, deadline_.left()); }
  Status check(Session& session, double seconds, const std::vector<FormId>& given = {});

  Pool& pool_;
  const Query& query_;
  const Limits limits_;
  Deadline deadline_;
  Simplified simplified_;
  std::vector<Expr> atoms_; // of the original assertions
  std::vector<Expr> uniform_;
  Answer answer_;
  std::string trouble_; // why attempts failed, the last one that matters
};

} // namespace heddle::smt
