// Short names for building queries.
#pragma once
#include "smt/query.hpp"

#include <gtest/gtest.h>

namespace heddle::smt {

class SolverTest : public testing::Test {
protected:
  Expr var(const std::string& name, Type type = Type::i32(), std::optional<std::int64_t> low = {},
           std::optional<std::int64_t> high = {}, Role role = Role::fresh) {
    return pool.symbol_ref(pool.new_symbol({name, type, role, 0, low, high, {}}));
  }
  // A size: shared by both threads, at least `low`.
  Expr size(const std::string& name, std::int64_t low = 1, std::optional<std::int64_t> high = {}) {
    Expr e = var(name, Type::i32(), low, high, Role::parameter);
    query.uniform.push_back(e);
    return e;
  }
  Expr c(std::int64_t v, Type type = Type::i32()) { return pool.constant(v, type); }
  Expr add(Expr a, Expr b) { return pool.add(a, b); }
  Expr sub(Expr a, Expr b) { return pool.sub(a, b); }
  Expr mul(Expr a, Expr b) { return pool.mul(a, b); }
  Expr mul(std::int64_t a, Expr b) { return pool.mul(c(a, b->type), b); }
  Expr eq(Expr a, Expr b) { return pool.eq(a, b); }
  Expr ne(Expr a, Expr b) { return pool.ne(a, b); }
  Expr lt(Expr a, Expr b) { return pool.lt(a, b); }
  Expr le(Expr a, Expr b) { return pool.le(a, b); }
  Expr any(std::vector<Expr> es) { return pool.any(es); }
  Expr all(std::vector<Expr> es) { return pool.all(es); }

  void assume(Expr e) { query.assertions.push_back(e); }
  Answer ask(double seconds = 10, bool may_guess = true) {
    Limits limits{seconds, 4096};
    limits.may_guess = may_guess;
    return solve(pool, query, limits);
  }
  void expect(Status status) {
    const Answer a = ask();
    EXPECT_EQ(a.status, status) << a.reason << " [" << a.method << "]\n" << to_smt2(pool, query);
    if (a.status != Status::sat) return;
    for (Expr e : query.assertions)
      EXPECT_EQ(a.model.eval(pool, e), 1) << to_string(pool, e);
  }

  Pool pool;
  Query query;
};

} // namespace heddle::smt
