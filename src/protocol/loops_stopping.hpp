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
  std::vector<Expr> before; // each step, what the variable is, over its value at the head
};

// What an iteration does to a variable, as `end` over its `head`; nullopt: something else.
std::optional<Stopping> stopping(Pool& pool, Expr end, Expr head);

// Its value at the head of iteration k. Exact.
Expr stopping_value(Pool& pool, const Stopping& s, Expr init, Expr binder);

// What iteration k asks before each step, whether the limit is there, and the values in between:
// over the value at the head, and what they are. Only where it is known when the variable stops.
std::vector<KnownValue> known_on_the_way(Pool& pool, const Stopping& s, Expr init, Expr binder);

} // namespace heddle::protocol
