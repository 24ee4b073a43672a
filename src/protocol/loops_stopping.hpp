// Loop variables that stay where they come to a limit.
#pragma once
#include "protocol/loops.hpp"

namespace heddle::protocol {

// if (x != limit) x += steps[0]; if (x != limit) x += steps[1]; .. of one iteration, `number` of
// them.
struct Stopping {
  Expr limit = nullptr;
  std::vector<Expr> steps; // that take turns
  Expr number = nullptr;
};

// What an iteration does to a variable, as `end` over its `head`; nullopt: something else.
std::optional<Stopping> stopping(Pool& pool, Expr end, Expr head);

// Its value at the head of iteration k. Exact.
Expr stopping_value(Pool& pool, const Stopping& s, Expr init, Expr binder);

} // namespace heddle::protocol
