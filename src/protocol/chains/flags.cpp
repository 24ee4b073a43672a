// Flags: what is seen is what some thread has stored.
#include "protocol/chains/chains.hpp"

#include <algorithm>
#include <map>

namespace heddle::protocol {

// What increments gave two threads differs.
Expr Chains::other_numbers(Expr e, ThirdThread& third, ThreadCopy& x, std::size_t first) {
  std::vector<Expr> facts;
  const ThreadSymbols &a = third.symbols(), &b = copies_.thread(first);
  for (Expr atom : atoms(e)) {
    const auto found = std::ranges::find_if(protocol_.increments, [&](const Increment& i) {
      return atom->op == Op::apply && !i.handed_on && i.fn == static_cast<FunctionId>(atom->value);
    });
    if (found == protocol_.increments.end()) continue;
    Expr theirs = third(atom), own = x(atom);
    const bool of_block = pool_.function(atom).sharing >= Scope::block;
    std::vector<Expr> alike{pool_.eq(theirs->args.back(), own->args.back()), pool_.eq(theirs, own)};
    for (Expr result : {theirs, own}) { // something was added
      Expr number = result->args[result->args.size() - 2];
      alike.push_back(pool_.lt(pool_.constant(0, number->type), number));
    }
    for (std::size_t i = 0; i < found->depth; ++i)
      alike.push_back(pool_.eq(theirs->args[i], own->args[i]));
    Expr one = same(a.block, b.block);
    if (!of_block) one = pool_.logical_and(one, same(a.thread, b.thread));
    facts.push_back(pool_.implies(pool_.all(alike), one));
  }
  return pool_.all(facts);
}

// Nobody but a thread that released has stored what is seen.
Expr Chains::by_flag(const Direction& d, EventId cell) {
  const Access& look = *events_[cell].access;
  ThreadCopy &x = d.copy[d.first], &y = d.copy[1 - d.first];
  const std::vector<Way> acquires = events_.acquires(cell, d.y, scope_, true);
  const std::vector<EventId> stores = modifications(look.array);
  std::vector<Expr> unordered;
  for (const EventId s : stores)
    if (events_[s].access->size != look.size) return nullptr;
  for (const bool of_block : {false, true}) {
    if (of_block && !look.by_one) continue;
    std::vector<Way> ways = acquires;
    std::erase_if(ways, [&](const Way& w) { return w.of_block != of_block; });
    // what none of them releases nothing is said of: most atomics that others wait for are counters
    std::map<EventId, std::vector<std::pair<Way, Way>>> released_by;
    for (const EventId s : stores)
      if (strong(s))
        if (auto found = combined(events_.releases(d.x, s, scope_, true), ways); !found.empty())
          released_by.emplace(s, std::move(found));
    if (released_by.empty()) continue;
    Expr value = seen_by(y, look.result, of_block), zero = pool_.constant(0, value->type);
    Expr at = seen_by(y, look.offset, of_block);
    ThirdThread third(protocol_, copies_, look.array);
    std::vector<Expr> others{pool_.eq(value, zero)};
    for (const EventId s : stores) {
      const Access& store = *events_[s].access;
      std::vector<Expr> sees{done_by(third, s), pool_.eq(third(store.offset), at),
                             other_numbers(store.offset, third, x, d.first)};
      const bool known = store.kind == AccessKind::write || store.op == "exch" || store.op == "cas";
      Expr stored = store.kind == AccessKind::write ? store.value : store.operand;
      if (known && stored && stored->type.is_int())
        sees.push_back(pool_.eq(pool_.cast(third(stored), value->type), value));
      std::vector<Expr> released;
      for (const auto& [way, unused] : released_by[s]) {
        std::vector<Expr> by{same(third.symbols().block, copies_.thread(d.first).block)};
        if (!way.of_block)
          by.push_back(same(third.symbols().thread, copies_.thread(d.first).thread));
        for (const SymbolId k : events_.common_loops(d.x, s))
          by.push_back(pool_.eq(third.binder(k), x(pool_.symbol_ref(k))));
        released.push_back(pool_.all(by));
      }
      others.push_back(pool_.logical_and(pool_.all(sees), pool_.logical_not(pool_.any(released))));
    }
    Expr until = look.until ? seen_by(y, look.until, of_block) : pool_.boolean(true);
    unordered.push_back(pool_.logical_or(pool_.logical_not(done_by(y, cell, of_block)),
                                         pool_.logical_and(until, pool_.any(others))));
  }
  if (unordered.empty()) return nullptr;
  d.out.zeroed.insert(look.array);
  return pool_.all(unordered);
}

} // namespace heddle::protocol
