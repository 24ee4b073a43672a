#include "cuda/launch/seen_calls.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// Each is a question of every condition that is tried.
constexpr std::size_t most_seen = 16;

// Facts of a launch are those but constants.
Expr condition_of(const core::Kernel& kernel, const KnownLaunch& launch) {
  Pool& pool = *kernel.pool;
  std::vector<Expr> all;
  const auto equal = [&](SymbolId id, Expr value) {
    const Expr symbol = pool.symbol_ref(id);
    if (!value || !symbol->type.is_int() || !value->type.is_int()) return;
    if (const auto known = constant_value(value))
      all.push_back(pool.eq(symbol, pool.constant(*known, symbol->type)));
  };
  for (const LaunchFact& fact : launch.facts)
    all.push_back(fact.cond);
  for (const core::Parameter& p : kernel.params) {
    const auto passed = std::ranges::find(launch.data.passed, p.name, &PassedValue::name);
    if (p.symbol && passed != launch.data.passed.end()) equal(*p.symbol, passed->integer);
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (launch.data.grid) equal(kernel.grid_dim[axis], (*launch.data.grid)[axis]);
    if (launch.data.block) equal(kernel.block_dim[axis], (*launch.data.block)[axis]);
  }
  return pool.all(all);
}

} // namespace

std::vector<Expr> seen_calls(const core::Kernel& kernel, const std::vector<KnownLaunch>& seen,
                             const Options& options) {
  std::vector<Expr> found;
  for (const KnownLaunch& launch : seen) {
    if (found.size() == most_seen) break;
    if (launch_facts(kernel, launch.data, options).impossible) continue;
    const Expr condition = condition_of(kernel, launch);
    if (!is_true(condition) && std::ranges::find(found, condition) == found.end())
      found.push_back(condition);
  }
  return found;
}

} // namespace heddle::cuda
