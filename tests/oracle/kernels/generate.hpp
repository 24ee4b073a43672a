// Draws oracle programs from seeds.
#pragma once
#include "program.hpp"
#include "random.hpp"

namespace heddle::oracle {

Program generate(std::uint64_t seed, const std::string& name);

inline Expr number(std::int64_t n) { return {Expr::Kind::constant, "", n, {}}; }
inline Expr variable(std::int64_t slot) { return {Expr::Kind::variable, "", slot, {}}; }
inline Expr builtin(const std::string& name) { return {Expr::Kind::builtin, name, 0, {}}; }
inline Expr binary(const std::string& op, Expr a, Expr b) {
  return {Expr::Kind::binary, op, 0, {std::move(a), std::move(b)}};
}
inline Expr unary(const std::string& op, Expr a) {
  return {Expr::Kind::unary, op, 0, {std::move(a)}};
}
inline Expr cast(const std::string& type, Expr a) {
  return {Expr::Kind::cast, type, 0, {std::move(a)}};
}
inline Expr choose(Expr c, Expr a, Expr b) {
  return {Expr::Kind::conditional, "", 0, {std::move(c), std::move(a), std::move(b)}};
}

// Draws expressions over what is in scope.
class ExpressionSource {
public:
  ExpressionSource(Program& program, Random& random) : program_(program), random_(random) {}

  struct Scope {
    std::vector<std::int64_t> uniform;  // slots of loop variables that all threads agree about
    std::vector<std::int64_t> varying;  // other slots that may be read
    std::vector<std::int64_t> pointers; // slots
    bool two_dimensional = false;
    std::int64_t thread = -1; // slot that holds the linear thread number
    bool loads = true;        // may expressions read memory?
    bool locals = false;      // is there an array l?
    bool in_helper = false;   // neither parameters nor arrays of the kernel
  };
  Scope scope;

  Expr uniform();
  Expr thread();
  Expr condition(bool uniform);
  Expr value();
  Expr any(int depth); // of whatever operators
  // A place to access; mostly one that keeps threads apart.
  Expr place(bool may_be_input);
  Expr load();

private:
  Expr own_index();
  Expr own_index_in_loop();
  Expr common_index();
  Expr global_index();
  Expr pick_uniform_variable();
  Expr simple_condition();
  Expr width(); // of the block

  Program& program_;
  Random& random_;
};

} // namespace heddle::oracle
