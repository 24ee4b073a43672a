// The protocol in program order, for asking what surely happens between two of its accesses.
#pragma once
#include "protocol/protocol.hpp"

#include <unordered_map>
#include <unordered_set>

namespace heddle::protocol {

struct Event {
  const Access* access = nullptr; // one of the three
  const Barrier* barrier = nullptr;
  const Fence* fence = nullptr;
  std::vector<std::pair<const Node*, bool>> around; // Ifs and which part of them, and Loops
  std::vector<Expr> guards;                         // conditions of the Ifs
  std::vector<SymbolId> loops;                      // their binders, outermost first
};

using EventId = std::size_t; // in program order, but for what comes again in loops

// How what a thread did before is handed on through an access of its block to a cell, or how what
// the cell tells comes to a thread.
struct Way {
  bool of_block = false;   // by a barrier, to or from another thread; else it is one thread
  bool sequential = false; // all fences on it are of the one order
  bool needs_sequential = false;
  bool operator==(const Way&) const = default;
};

class Events {
public:
  explicit Events(const Protocol& protocol);

  const std::vector<Event>& all() const { return events_; }
  const Event& operator[](EventId id) const { return events_[id]; }
  std::optional<EventId> find(const Access& access) const;
  // Has a thread that did `from` and does `to`, in the same iterations of what is around both, done
  // `between`?
  bool surely(EventId between, EventId from, EventId to) const;
  std::vector<SymbolId> common_loops(EventId a, EventId b) const;
  // Of `from`, which is done, and `cell`, behind it; or of `cell` and `to`, behind it. `scope`: of
  // threads that are to be ordered. Without `fenced` as if fences were everywhere.
  std::vector<Way> releases(EventId from, EventId cell, Scope scope, bool fenced) const;
  std::vector<Way> acquires(EventId cell, EventId to, Scope scope, bool fenced) const;

private:
  void walk(Pool& pool, const NodePtr& node, Event& at);
  // Does a thread that does `done` come to `other` in the same iterations?
  bool comes_to(EventId done, EventId other) const;
  std::vector<Way> ways(EventId from, EventId to, EventId cell, Scope scope, bool fenced) const;

  bool passes(const If& branch) const;

  std::vector<Event> events_;
  std::unordered_set<Expr> waited_for_;
  std::unordered_map<const Access*, EventId> ids_;
  std::vector<EventId> barriers_, fences_;
};

} // namespace heddle::protocol
