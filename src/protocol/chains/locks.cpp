// Locks: who got it from 0 has it until storing 0.
#include "protocol/chains/chains.hpp"

#include <algorithm>

namespace heddle::protocol {

// Does it go on with a lock that holds neither of the two numbers, as only the launch can leave it?
bool Chains::takes_any(EventId cell) const {
  constexpr std::int64_t other = 94'737'893;
  const Access& take = *events_[cell].access;
  if (take.op != "cas" || !take.until || !take.result) return false;
  const Expr until = pool_.substitute(take.until, [&](Expr e) {
    return e == take.result ? pool_.constant(other, e->type) : nullptr;
  });
  return !is_false(until);
}

// Both threads have the lock when they do what they do, and nobody stores 0 who has it not.
Expr Chains::by_lock(const Direction& d, EventId cell) {
  const Access& take = *events_[cell].access;
  const bool from_zero = take.op == "exch" || (take.op == "cas" && is_number(take.compare, 0));
  const bool takes =
      from_zero && take.operand && take.operand->op == Op::constant && !is_number(take.operand, 0);
  std::vector<EventId> others = modifications(take.array);
  std::erase(others, cell);
  if (!takes || !strong(cell) || others.size() != 1) return nullptr;
  const EventId give = others.front();
  const Access& back = *events_[give].access;
  if (back.op != "exch" || !is_number(back.operand, 0) || !strong(give) || give < cell ||
      back.offset != take.offset || back.size != take.size ||
      events_[give].loops != events_[cell].loops)
    return nullptr;
  const auto within = [&](EventId e) {
    return cell < e && e < give && events_.common_loops(cell, e) == events_[cell].loops;
  };
  if (!within(d.x) || !within(d.y)) return nullptr;
  const auto held_by = [&](auto&& see, auto&& done) {
    Expr got = see(take.result);
    // What is exchanged is nothing but the number of a taken lock: whoever got another one has it.
    Expr free =
        take.op == "exch"
            ? pool_.logical_not(pool_.eq(got, pool_.constant(take.operand->value, got->type)))
            : pool_.eq(got, pool_.constant(0, got->type));
    return pool_.logical_and(done(cell), take.until ? pool_.implies(see(take.until), free) : free);
  };
  ThirdThread third(protocol_, copies_, take.array);
  const auto third_done = [&](EventId e) { return done_by(third, e); };
  Expr wrong = pool_.logical_and(third_done(give), pool_.logical_not(held_by(third, third_done)));
  std::vector<Expr> unordered;
  ThreadCopy &x = d.copy[d.first], &y = d.copy[1 - d.first];
  const auto x_takes = events_.acquires(cell, d.x, scope_, true),
             y_takes = events_.acquires(cell, d.y, scope_, true),
             x_gives = events_.releases(d.x, give, scope_, true),
             y_gives = events_.releases(d.y, give, scope_, true);
  for (const auto& [x_give, y_take] : combined(x_gives, y_takes))
    for (const auto& [y_give, x_take] : combined(y_gives, x_takes)) {
      if ((x_take.of_block && !x_give.of_block) || (y_take.of_block && !y_give.of_block)) continue;
      if ((x_take.of_block || y_take.of_block) && !(take.by_one && back.by_one)) continue;
      const auto held = [&](ThreadCopy& copy, bool of_block) {
        return held_by([&](Expr e) { return seen_by(copy, e, of_block); },
                       [&](EventId e) { return done_by(copy, e, of_block); });
      };
      unordered.push_back(pool_.logical_not(
          pool_.all(std::array{held(x, x_take.of_block), held(y, y_take.of_block),
                               pool_.eq(seen_by(x, take.offset, x_take.of_block),
                                        seen_by(y, take.offset, y_take.of_block))})));
    }
  if (unordered.empty()) return nullptr;
  return pool_.logical_or(pool_.all(unordered), wrong);
}

} // namespace heddle::protocol
