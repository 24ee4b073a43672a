// What atomics and fences order (docs/verdicts.md): what a thread did before it releases is ordered
// before what another does behind its acquiring of the same cell, where that one sees what the
// first has stored, or a later value of the cell that goes back to it.
//
//   data[b] = ..; __threadfence(); atomicExch(&flag[b], 1);          // releases
//   while (atomicAdd(&flag[b], 0) == 0); __threadfence(); .. = data[b];  // acquires
//
// Which store it is that a thread sees is a question about all threads of the kernel, of which a
// third one stands here for any that stores to the cell. Of three kinds of cells it is answered:
//
//   flag    what is seen is not 0, which the cell held at the launch, but what some thread stored
//   ticket  all increments but one are done when the last number is drawn
//   lock    who got it from 0 has it until storing 0
#pragma once
#include "protocol/chains/events.hpp"
#include "protocol/chains/third.hpp"

#include <set>

namespace heddle::protocol {

inline bool is_number(Expr e, std::int64_t value) {
  return e && e->op == Op::constant && e->value == value;
}

class Chains {
public:
  Chains(const Protocol& protocol, Copies& copies, PairClass pairs);
  bool empty() const { return looks_.empty(); }
  // Accesses `a` of the first thread, whose copy is the first, and `b` of the second.
  PairOrder order(const Access& a, const Access& b, std::array<ThreadCopy, 2>& copy);

private:
  // One thread does `x` first, `thread`'s.
  struct Direction {
    EventId x, y;
    std::size_t first;
    std::array<ThreadCopy, 2>& copy;
    PairOrder& out;
  };

  void run(const Direction& d);
  Expr by_flag(const Direction& d, EventId cell);
  Expr by_ticket(const Direction& d, EventId cell);
  Expr by_lock(const Direction& d, EventId cell);
  void note_missing(const Direction& d, EventId cell);
  bool may_order(EventId x, EventId y) const;

  bool is_modification(EventId e) const;
  bool is_look(EventId e) const;
  bool strong(EventId e) const;
  std::vector<EventId> modifications(ArrayId array) const;
  std::optional<EventId> only_increment(ArrayId array) const;
  bool all_take_part(EventId cell) const;
  bool takes_any(EventId cell) const;
  std::vector<std::pair<Way, Way>> combined(const std::vector<Way>& releases,
                                            const std::vector<Way>& acquires) const;
  // As the thread itself sees it, or the first thread of its block.
  Expr seen_by(ThreadCopy& copy, Expr e, bool of_block);
  Expr done_by(ThreadCopy& copy, EventId e, bool of_block);
  Expr done_by(ThirdThread& third, EventId e);
  Expr same(const std::array<Expr, 3>& a, const std::array<Expr, 3>& b);
  Expr number_of_threads(EventId increment, const std::set<std::uint8_t>& apart);
  Expr same_number(const Direction& d, EventId increment);
  Expr other_numbers(Expr e, ThirdThread& third, ThreadCopy& x, std::size_t first);
  std::string line(EventId e) const;

  const Protocol& protocol_;
  const core::Kernel& kernel_;
  Copies& copies_;
  Pool& pool_;
  PairClass pairs_;
  Scope scope_;
  Events events_;
  std::vector<EventId> looks_; // accesses whose values may tell of others
  std::set<ArrayId> flags_;    // arrays that accesses of other arrays wait for
};

} // namespace heddle::protocol
