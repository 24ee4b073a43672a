#include "protocol/align/align.hpp"

namespace heddle::protocol {

namespace {

constexpr std::int64_t instantiated_iterations = 4;

} // namespace

Expr Loops::derived(const Loop& loop, std::unordered_map<SymbolId, Expr>& table, const char* mark) {
  auto [it, inserted] = table.try_emplace(loop.binder, nullptr);
  if (inserted) {
    Symbol symbol = pool_.symbol(loop.binder);
    symbol.name += mark;
    symbol.role = Role::fresh;
    symbol.low = 0;
    it->second = pool_.symbol_ref(pool_.new_symbol(std::move(symbol)));
  }
  return it->second;
}

Expr Loops::at(const Loop& loop, Expr e, Expr iteration) {
  Expr k = binder(loop);
  return pool_.substitute(e, [&](Expr x) { return x == k ? iteration : nullptr; });
}

bool Loops::monotone(const Loop& loop) {
  return Growth(pool_, binder(loop), sequences_).decreasing(loop.cond);
}

Guard Loops::runs(const Loop& loop) {
  if (auto it = runs_.find(loop.binder); it != runs_.end()) return it->second;
  pool_.bound_symbol(loop.binder, 0, {});
  Guard guard{loop.cond, true};
  if (!monotone(loop)) {
    // What is monotone holds of earlier iterations by itself.
    std::vector<Expr> others;
    Growth growth(pool_, binder(loop), sequences_);
    for (Expr part : loop.cond->op == Op::logical_and ? loop.cond->args : std::vector{loop.cond})
      if (!growth.decreasing(part)) others.push_back(part);
    Expr j = bound(loop);
    Guard before = none_above(pool_, j, nullptr, pool_.lt(j, binder(loop)),
                              pool_.logical_not(at(loop, pool_.all(others), j)), sequences_);
    guard = {pool_.logical_and(loop.cond, before.cond), before.exact};
    if (!guard.exact)
      guard.cond = pool_.logical_and(guard.cond, first_run(loop, pool_.all(others)));
  }
  runs_.emplace(loop.binder, guard);
  return guard;
}

// Some of what the dropped quantifier says: witnesses have small iterations.
Expr Loops::first_run(const Loop& loop, Expr cond) {
  std::vector<Expr> instances;
  for (std::int64_t i = 0; i < instantiated_iterations; ++i) {
    Expr earlier = pool_.constant(i, binder(loop)->type);
    instances.push_back(pool_.logical_or(pool_.le(binder(loop), earlier), at(loop, cond, earlier)));
  }
  return pool_.all(instances);
}

} // namespace heddle::protocol
