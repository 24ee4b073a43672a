// What deciding one question needs of its kernel. Shared by the tasks of one kernel, read-only but
// for the pool, which locks itself.
#pragma once
#include "core/core.hpp"
#include "heddle/heddle.hpp"
#include "protocol/traces.hpp"
#include "smt/query.hpp"

namespace heddle::check {

struct Environment {
  const core::Kernel& kernel;
  const protocol::Protocol& protocol;
  const Ctx& ctx;
  bool has_atomics = false; // the kernel has atomic accesses

  Pool& pool() const { return *kernel.pool; }
  smt::Limits limits() const { return {ctx.options.timeout_seconds, ctx.options.memory_mb}; }
  Position position(Loc loc) const;
  Unknown unknown(std::string reason, Loc loc) const;
};

// The answer to one trace or obligation: findings, and reasons why it is not wholly decided.
struct Decision {
  std::vector<Finding> findings;
  std::vector<Unknown> unknowns;
  unsigned solver_calls = 0;
};

Decision decide(const Environment& env, const protocol::Trace& trace);
Decision decide(const Environment& env, const protocol::Obligation& obligation);

} // namespace heddle::check
