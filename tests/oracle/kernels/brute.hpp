// All launches of a program that are small enough to try.
#pragma once
#include "machine.hpp"

#include <optional>

namespace heddle::oracle {

struct Enumeration {
  std::optional<Launch> launch; // the first that goes wrong
  std::optional<Error> error;   // what goes wrong there
  // No launch left the arithmetic of unbounded integers, was undefined, ran out of steps or had
  // results of atomics: together with `launch` unset, and for a bounded program, nothing can go
  // wrong (whatever the contents, if they steer nothing).
  bool exact = true;
  bool exited_at_barrier = false;
  std::size_t launches = 0;
};

Enumeration enumerate(const Program& program);
std::string to_string(const Launch& launch, const Error& error);

} // namespace heddle::oracle
