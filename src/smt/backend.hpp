// A solver of a Z3 context, with limits. Encoders derive from it.
#pragma once
#include "smt/engine.hpp"
#include "smt/normal/poly.hpp"
#include "smt/query.hpp"

namespace heddle::smt {

// Processor time that remains of a query to the thread that works on it.
class Deadline {
public:
  explicit Deadline(double seconds) : end_(clock_.now() + seconds) {}
  double left() const { return end_ - clock_.now(); }

private:
  ThreadClock clock_;
  double end_;
};

class Backend {
public:
  // Z3's SMT core; the same after preprocessing, for real products; and the one for bit-vectors.
  enum class Tactic { core, products, bits };
  Backend(const Limits& limits, Tactic tactic);
  virtual ~Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  // Under conditions over the query's atoms, for this check only.
  Status check(double seconds, const std::vector<Expr>& given = {});
  // Values of the query's atoms after sat; TooLarge when one does not fit.
  Model model();
  // Divisions by zero yield zero from here on, as Model::eval has it. False: there are none.
  bool avoid_zero_quotients();
  // Z3's older arithmetic, its newer one, and that with bounds propagated to all terms of a row,
  // not to variables alone. Of a core, which begins with the older one, before its first check.
  enum class Simplex { older, newer, newer_to_all };
  void use(Simplex simplex);
  // Why the last check was unknown, for users.
  const std::string& reason() const { return reason_; }
  std::string text() { return solver_.to_smt2(); }

protected:
  virtual z3::expr condition(Expr e) = 0;
  virtual z3::expr_vector zero_quotients() = 0;
  // Asserts what encoding has left to say about the terms it made.
  virtual void flush() = 0;
  virtual Wide number(const z3::expr& value) const;
  Wide value_of(const z3::expr& e);

  const std::shared_ptr<Engine> engine_;
  z3::context& context_;
  z3::solver solver_;
  std::vector<std::pair<Expr, z3::expr>> watched_; // atoms a model must tell

private:
  std::string explain(double seconds) const;
  const Limits limits_;
  std::unique_ptr<z3::model> model_;
  std::string reason_;
};

} // namespace heddle::smt
