#include "protocol/align.hpp"

namespace heddle::protocol {

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
  }
  runs_.emplace(loop.binder, guard);
  return guard;
}

} // namespace heddle::protocol
