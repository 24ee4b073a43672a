#include "protocol/chains/events.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

// Do all threads of the block come together there?
bool joins_block(const Barrier& b) {
  const bool whole = b.scope > Scope::block || (b.scope == Scope::block && b.group_size == 0);
  return whole && !b.mask && (!b.alive || is_true(b.alive));
}

} // namespace

Events::Events(const Protocol& protocol) {
  Event at;
  walk(*protocol.pool, protocol.root, at);
}

void Events::walk(Pool& pool, const NodePtr& node, Event& at) {
  if (!node) return;
  const auto put = [&](Event event) { events_.push_back(std::move(event)); };
  if (const auto* access = std::get_if<Access>(&node->node)) {
    if (access->until) waited_for_.insert(access->until);
    ids_.emplace(access, events_.size());
    Event event = at;
    event.access = access;
    put(std::move(event));
  } else if (const auto* barrier = std::get_if<Barrier>(&node->node)) {
    if (!joins_block(*barrier)) return;
    barriers_.push_back(events_.size());
    Event event = at;
    event.barrier = barrier;
    put(std::move(event));
  } else if (const auto* fence = std::get_if<Fence>(&node->node)) {
    fences_.push_back(events_.size());
    Event event = at;
    event.fence = fence;
    put(std::move(event));
  } else if (const auto* seq = std::get_if<Seq>(&node->node)) {
    for (const NodePtr& part : seq->parts)
      walk(pool, part, at);
  } else if (const auto* branch = std::get_if<If>(&node->node); branch && passes(*branch)) {
    walk(pool, branch->then_part, at);
  } else if (branch) {
    for (const bool other : {false, true}) {
      at.around.emplace_back(node.get(), other);
      at.guards.push_back(other ? pool.logical_not(branch->cond) : branch->cond);
      walk(pool, other ? branch->else_part : branch->then_part, at);
      at.guards.pop_back();
      at.around.pop_back();
    }
  } else if (const auto* loop = std::get_if<Loop>(&node->node)) {
    at.around.emplace_back(node.get(), false);
    at.loops.push_back(loop->binder);
    walk(pool, loop->body, at);
    at.loops.pop_back();
    at.around.pop_back();
  }
}

// Who has waited for something goes on where it holds.
bool Events::passes(const If& branch) const {
  return !branch.else_part && waited_for_.contains(branch.cond);
}

std::optional<EventId> Events::find(const Access& access) const {
  const auto it = ids_.find(&access);
  return it == ids_.end() ? std::nullopt : std::optional(it->second);
}

// What is around `between` is around one of the two, which are in the same iterations of it.
bool Events::surely(EventId between, EventId from, EventId to) const {
  if (between <= from || between >= to) return false;
  return std::ranges::all_of(events_[between].around, [&](const auto& step) {
    return std::ranges::count(events_[from].around, step) != 0 ||
           std::ranges::count(events_[to].around, step) != 0;
  });
}

bool Events::comes_to(EventId done, EventId other) const {
  return std::ranges::all_of(events_[other].around, [&](const auto& step) {
    return std::ranges::count(events_[done].around, step) != 0;
  });
}

std::vector<SymbolId> Events::common_loops(EventId a, EventId b) const {
  std::vector<SymbolId> common;
  for (const SymbolId binder : events_[a].loops)
    if (std::ranges::find(events_[b].loops, binder) != events_[b].loops.end())
      common.push_back(binder);
  return common;
}

std::vector<Way> Events::releases(EventId from, EventId cell, Scope scope, bool fenced) const {
  return ways(from, cell, cell, scope, fenced);
}

std::vector<Way> Events::acquires(EventId cell, EventId to, Scope scope, bool fenced) const {
  return ways(cell, to, cell, scope, fenced);
}

// PTX ISA, "Release and Acquire Patterns": the fence is of the thread that accesses the cell, on
// its side of a barrier that hands on; or of the thread itself on the other side, which orders as
// well where both sides have fences of the one order ("Fence-SC"): they cannot be in it the wrong
// way round, as then the cell would be read before what was read there was written.
std::vector<Way> Events::ways(EventId from, EventId to, EventId cell, Scope scope,
                              bool fenced) const {
  std::vector<Way> found;
  if (from >= to) return found;
  const bool releases = cell == to;
  const auto add = [&](Way way) {
    if (std::ranges::find(found, way) == found.end()) found.push_back(way);
  };
  const Access& access = *events_[cell].access;
  const bool own = !fenced || (releases ? access.releases : access.acquires);
  if (own) add({});
  std::vector<EventId> fences;
  for (const EventId f : fences_) {
    const core::Fence& fence = events_[f].fence->op;
    const bool fits = fence.scope >= scope && (releases ? fence.releases : fence.acquires);
    if (!fits || !surely(f, from, to)) continue;
    fences.push_back(f);
    add({false, fence.sequential, false});
  }
  for (const EventId b : barriers_) {
    if (!surely(b, from, to)) continue;
    if (own) add({true, false, false});
    for (const EventId f : fences) {
      const bool sequential = events_[f].fence->op.sequential;
      if (!comes_to(f < b ? from : to, f)) continue;
      const bool at_cell = (f > b) == releases;
      if (at_cell) add({true, sequential, false});
      if (!at_cell && sequential) add({true, true, true});
    }
  }
  return found;
}

} // namespace heddle::protocol
