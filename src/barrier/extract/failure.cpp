// A violation told by steps: who waits for whom, and the schedule until then.
#include "barrier/analysis/records.hpp"

#include <algorithm>

namespace heddle::barrier {
namespace {

Step step_of(const Shape& shape, const Run& run, std::uint32_t warp, std::uint32_t operation) {
  const Executed& op = run.roles[shape.role_of[warp]].operations[operation];
  return {shape.role_of[warp], shape.number(warp), op.section, op.iteration, op.operation, op.id};
}

struct Waiter {
  std::uint32_t warp = 0;
  std::uint32_t operation = 0;
  const Executed* at = nullptr;
};

std::vector<Waiter> find_waiting(const Shape& shape, const Run& run) {
  std::vector<Waiter> out;
  for (std::uint32_t w = 0; w < shape.warps(); ++w) {
    if (run.last.ended[w]) continue;
    // who is blocked at a named barrier has registered there
    const std::uint32_t k = run.last.done[w] - (run.last.blocked[w] >= 0 ? 1 : 0);
    const Executed& at = run.roles[shape.role_of[w]].operations[k];
    if (!at.source->ended) out.push_back({w, k, &at});
  }
  return out;
}

// Who waits at a barrier waits for somebody who is not there; of those, who waits elsewhere.
bool waits_for(const State& state, const Waiter& a, const Waiter& b) {
  if (a.at->id == b.at->id) return false;
  if (!a.at->is_named()) return true;
  const auto& pending = state.barriers[a.at->barrier].pending;
  return std::ranges::none_of(pending, [&](const Registration& r) { return r.warp == b.warp; });
}

// Moves a ring of waiting warps to the front; returns its length.
std::uint32_t order_ring(const State& state, std::vector<Waiter>& waiting) {
  for (const Waiter& start : waiting) {
    std::vector<Waiter> path{start};
    while (true) {
      const auto awaited = [&](const Waiter& w) { return waits_for(state, path.back(), w); };
      const auto back = std::ranges::find_if(path, awaited);
      if (back != path.end()) {
        const std::vector<Waiter> ring(back, path.end());
        std::erase_if(waiting, [&](const Waiter& w) {
          return std::ranges::count(ring, w.warp, &Waiter::warp) > 0;
        });
        waiting.insert(waiting.begin(), ring.begin(), ring.end());
        return static_cast<std::uint32_t>(ring.size());
      }
      const auto next = std::ranges::find_if(waiting, awaited);
      if (next == waiting.end()) break;
      path.push_back(*next);
    }
  }
  return 0;
}

void tell_deadlock(const Shape& shape, const Run& run, Failure& out) {
  std::vector<Waiter> waiting = find_waiting(shape, run);
  out.cycle = order_ring(run.last, waiting);
  for (const Waiter& w : waiting)
    out.waiting.push_back(step_of(shape, run, w.warp, w.operation));
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
  out.generations = run.generations;
  return out;
}

} // namespace heddle::barrier
