// One launch's values, rewritten over the kernel's symbols.
#pragma once
#include "core/core.hpp"
#include "cuda/launch/launch.hpp"

namespace heddle::cuda {

// A condition over the kernel's parameters and dimensions, and host values that none of these
// holds; of an equation also its sides.
struct LaunchFact {
  Expr cond = nullptr, symbol = nullptr, value = nullptr;
};

// What holds whenever this launch happens, but for constants. Nothing for a launch that is not
// understood. The case's expressions are of the kernel's pool.
struct LaunchFacts {
  std::vector<LaunchFact> facts{};
  bool impossible = false; // they contradict each other: it never happens
};
LaunchFacts launch_facts(const core::Kernel& kernel, const LaunchCase& launch,
                         const Options& options);

// Text of expressions in which host values are numbered: two launches have the same only where they
// say the same. Null expressions count.
std::string host_text(const Pool& pool, const std::vector<Expr>& list);
bool is_host_value(const Pool& pool, Expr e);
// Expressions of one pool in another; symbols become new ones, of the same name.
class PoolCopy {
public:
  PoolCopy(Pool& to, const Pool& from) : to_(to), from_(from) {}
  Expr operator()(Expr e);
  LaunchCase operator()(const LaunchCase& launch);

private:
  Pool& to_;
  const Pool& from_;
  std::unordered_map<Expr, Expr> known_;
};

} // namespace heddle::cuda
