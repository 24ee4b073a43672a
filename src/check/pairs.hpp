// The pairs of accesses of one trace that may race, with their conditions.
#pragma once
#include "protocol/traces.hpp"

#include <vector>

namespace heddle::check {

struct Pair {
  const protocol::TraceAccess* a;
  const protocol::TraceAccess* b;
  Expr meet = nullptr;       // both happen, on a common byte
  Expr race = nullptr;       // they meet, and it matters
  Expr same_value = nullptr; // both happen and write one value to one place; nullptr: cannot be
  bool compares_values = false;
};

// Conflicting pairs of `trace`. With `strict_writes` two writes of one value are a race as well.
std::vector<Pair> race_pairs(Pool& pool, const core::Kernel& kernel, const protocol::Trace& trace,
                             bool strict_writes);

} // namespace heddle::check
