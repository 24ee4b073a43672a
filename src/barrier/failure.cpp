// A violation told by steps: who waits for whom, and the schedule until then.
#include "barrier/records.hpp"

#include <algorithm>

namespace heddle::barrier {
namespace {

Step step_of(const Shape& shape, const Run& run, std::uint32_t warp, std::uint32_t operation) {
  const Executed& op = run.roles[shape.role_of[warp]].operations[operation];
  return {shape.number(warp), op.section, op.iteration, op.operation, shape.barriers[op.barrier]};
}

// Who waits at a barrier waits for somebody who is not there; of those, who waits elsewhere.
bool waits_for(const State& state, std::uint32_t a, std::uint32_t b) {
  if (state.blocked[a] == state.blocked[b]) return false;
  const auto& pending = state.barriers[static_cast<std::size_t>(state.blocked[a])].pending;
  return std::ranges::none_of(pending, [&](const Registration& r) { return r.warp == b; });
}

// Moves a ring of waiting warps to the front; returns its length.
std::uint32_t order_ring(const State& state, std::vector<std::uint32_t>& waiting) {
  for (const std::uint32_t start : waiting) {
    std::vector<std::uint32_t> path{start};
    while (true) {
      const auto back = std::ranges::find_if(
          path, [&](std::uint32_t w) { return waits_for(state, path.back(), w); });
      if (back != path.end()) {
        std::vector<std::uint32_t> ring(back, path.end());
        std::erase_if(waiting, [&](std::uint32_t w) { return std::ranges::count(ring, w) > 0; });
        const auto length = static_cast<std::uint32_t>(ring.size());
        waiting.insert(waiting.begin(), ring.begin(), ring.end());
        return length;
      }
      const auto next = std::ranges::find_if(
          waiting, [&](std::uint32_t w) { return waits_for(state, path.back(), w); });
      if (next == waiting.end()) break;
      path.push_back(*next);
    }
  }
  return 0;
}

void tell_deadlock(const Shape& shape, const Run& run, Failure& out) {
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t w = 0; w < shape.warps(); ++w)
    if (run.last.blocked[w] >= 0) waiting.push_back(w);
  out.cycle = order_ring(run.last, waiting);
  for (const std::uint32_t w : waiting)
    out.waiting.push_back(step_of(shape, run, w, run.last.done[w] - 1));
}

void tell_leftover(const Shape& shape, const Run& run, Failure& out) {
  for (const NamedBarrier& b : run.last.barriers)
    for (const Registration& r : b.pending)
      out.waiting.push_back(step_of(shape, run, r.warp, r.stamp - 1));
}

} // namespace

Failure explain(const Shape& shape, const Run& run) {
  const Violation& v = *run.violation;
  Failure out;
  out.kind = v.kind;
  out.n = run.n;
  switch (v.kind) {
  case FailureKind::deadlock:
    tell_deadlock(shape, run, out);
    break;
  case FailureKind::leftover:
    tell_leftover(shape, run, out);
    break;
  case FailureKind::count:
  case FailureKind::recycling:
  case FailureKind::lapped:
    out.first = step_of(shape, run, v.other, v.other_operation);
    out.second = step_of(shape, run, v.warp, v.operation);
    break;
  }
  std::vector<std::uint32_t> done(shape.warps(), 0);
  for (const std::uint32_t w : run.schedule)
    out.schedule.push_back(step_of(shape, run, w, done[w]++));
  return out;
}

} // namespace heddle::barrier
