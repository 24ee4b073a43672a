#include "barrier/analysis/phases.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace heddle::barrier {
namespace {

class Simulation {
public:
  Simulation(const Shape& shape, Run& out, Observer* observer, const RunMode& mode)
      : shape_(shape), run_(out), state_(out.last), observer_(observer), mode_(mode) {
    state_.start(shape);
    run_.knowledge.resize(shape.warps());
    live_ = shape.warps();
  }

  void go() {
    for (std::uint32_t w = 0; w < state_.warps; ++w)
      record(w);
    for (std::uint32_t w = 0; w < state_.warps; ++w)
      end_if_done(w);
    observe();
    while (!run_.violation) {
      const auto w = next();
      if (!w) break;
      step(*w);
    }
    if (mode_.probe && !probed_) inject();
    if (!run_.violation && mode_.to_the_end) find_rest();
  }

private:
  const std::vector<Executed>& program(std::uint32_t w) const {
    return run_.roles[shape_.role_of[w]].operations;
  }
  bool finished(std::uint32_t w) const { return state_.done[w] == program(w).size(); }

  std::optional<std::uint32_t> next() const {
    std::optional<std::uint32_t> best;
    std::uint64_t least = 0;
    for (std::uint32_t w = 0; w < state_.warps; ++w) {
      if (state_.blocked[w] >= 0 || finished(w)) continue;
      const Executed& op = program(w)[state_.done[w]];
      if (op.is_wait() && !state_.phases[op.barrier].passes(op.parity())) continue;
      const std::uint64_t priority = op.priority;
      if (best && priority >= least) continue;
      best = w;
      least = priority;
    }
    return best;
  }

  void observe() {
    if (observer_ && !observer_->observe(state_, step_)) observer_ = nullptr;
  }

  // A warp that passed the head of a loop has made a full turn of what recurs, if anything does.
  // One of each role is enough, as they take turns.
  bool passed_head(std::uint32_t w, const Executed& op) const {
    if (shape_.copy_of[w] > 0) return false;
    if (finished(w)) return true;
    const Executed& then = program(w)[state_.done[w]];
    return then.section != op.section || then.iteration != op.iteration;
  }

  void step(std::uint32_t w) {
    const Executed& op = program(w)[state_.done[w]];
    if (mode_.probe && !probed_ && op.section >= mode_.probe->boundary[shape_.role_of[w]]) inject();
    run_.schedule.push_back(w);
    run_.generations.push_back(generation(op));
    ++step_;
    note_phase(w, op);
    if (op.is_named())
      register_at(w, op);
    else if (op.orders_lanes())
      order_lanes(w);
    else if (op.is_mark())
      pass(w);
    else if ((run_.violation = operate(state_, w, op, shape_.tensor_column(w))); !run_.violation)
      record(w);
    if (run_.violation) return;
    end_if_done(w);
    if (passed_head(w, op)) observe();
  }

  std::int64_t generation(const Executed& op) const {
    if (op.is_named()) {
      const auto at = completed_.find(op.barrier);
      return at == completed_.end() ? 0 : at->second;
    }
    if (op.orders_lanes() || op.is_mark() || op.is_own()) return -1;
    const auto phase = static_cast<std::int64_t>(state_.phases[op.barrier].index);
    return op.is_wait() ? phase - 1 : phase; // a wait passes when its phase is complete
  }

  void order_lanes(std::uint32_t w) {
    state_.synced[w] = state_.clock_of(w)[w] = ++state_.done[w];
    state_.synced_probe[w] = state_.clock_of(w)[shape_.probe()];
    record(w);
  }

  void pass(std::uint32_t w) {
    state_.clock_of(w)[w] = ++state_.done[w];
    record(w);
  }

  void register_at(std::uint32_t w, const Executed& op) {
    if (!admissible(w, op)) return;
    const Stamp stamp = ++state_.done[w];
    state_.clock_of(w)[w] = stamp;
    NamedBarrier& b = state_.barriers[op.barrier];
    b.all_threads = (b.pending.empty() || b.all_threads) && op.all_threads();
    b.required = op.required;
    const bool by_lane = !op.source->aligned && !op.is_sync() && shape_.threads(w) > 1;
    b.pending.push_back({w, stamp, op.is_sync(), by_lane, op.source->weak});
    if (!op.source->weak) raise(join_of(op.barrier), state_.clock_of(w));
    if (op.is_sync())
      state_.blocked[w] = static_cast<std::int32_t>(op.barrier);
    else
      record(w);
    if (complete(b)) finish(op.barrier);
  }

  // theory.md section 3: all syncs of the generation before, or else all its arrivals, are before
  // a registration; and those of one generation agree on the count.
  bool admissible(std::uint32_t w, const Executed& op) {
    const NamedBarrier& b = state_.barriers[op.barrier];
    const std::uint32_t at = state_.done[w];
    for (const Registration& r : state_.judged ? std::vector<Registration>{} : b.previous) {
      // lanes that arrived by themselves do not know of each other
      const bool of_lanes = r.warp == w && r.by_lane;
      if ((of_lanes ? state_.synced[w] : state_.clock_of(w)[r.warp]) >= r.stamp) continue;
      run_.violation = {FailureKind::recycling, w, at, r.warp, r.stamp - 1};
      return false;
    }
    const bool too_many = !op.all_threads() && registered(b) + shape_.threads(w) > op.required;
    if (!b.pending.empty() && (b.required != op.required || too_many)) {
      const Registration& r = b.pending.front();
      run_.violation = {FailureKind::count, w, at, r.warp, r.stamp - 1};
      return false;
    }
    return true;
  }

  std::uint32_t registered(const NamedBarrier& b) const {
    std::uint32_t sum = 0;
    for (const Registration& at : b.pending)
      sum += shape_.threads(at.warp);
    return sum;
  }

  bool complete(const NamedBarrier& b) const {
    if (b.pending.empty()) return false;
    if (b.all_threads) return b.pending.size() == live_; // syncs only: each is another warp's
    return registered(b) >= b.required;
  }

  std::span<Stamp> join_of(std::uint32_t barrier) { return state_.row(state_.join, barrier); }

  void finish(std::uint32_t barrier) {
    NamedBarrier& b = state_.barriers[barrier];
    ++completed_[barrier];
    const auto join = join_of(barrier);
    if (b.all_threads && live_ < state_.warps) // it waited for the others to end
      for (std::uint32_t w = 0; w < state_.warps; ++w)
        if (state_.ended[w]) raise(join, state_.clock_of(w));
    const auto is_sync = [](const Registration& r) { return r.is_sync; };
    if (std::ranges::any_of(b.pending, is_sync)) std::erase_if(b.pending, std::not_fn(is_sync));
    b.previous.swap(b.pending);
    b.pending.clear();
    std::vector<std::uint32_t> woken;
    for (const Registration& r : b.previous) {
      if (!r.is_sync) continue;
      raise(state_.clock_of(r.warp), join);
      state_.blocked[r.warp] = -1;
      if (!r.weak) {
        state_.synced[r.warp] = r.stamp;
        state_.synced_probe[r.warp] = state_.clock_of(r.warp)[shape_.probe()];
      }
      record(r.warp);
      woken.push_back(r.warp);
    }
    std::ranges::fill(join, 0);
    for (const std::uint32_t w : woken)
      end_if_done(w);
  }

  void end_if_done(std::uint32_t w) {
    if (!mode_.to_the_end) return;
    if (state_.ended[w] || state_.blocked[w] >= 0 || !finished(w)) return;
    state_.ended[w] = true;
    --live_;
    state_.clock_of(w)[w] = state_.done[w] + 1;
    for (std::uint32_t b = 0; b < state_.barriers.size(); ++b)
      if (state_.barriers[b].all_threads && complete(state_.barriers[b])) finish(b);
  }

  void note_phase(std::uint32_t w, const Executed& op) {
    if (shape_.copy_of[w] > 1) return;
    const bool at_mbarrier = !op.is_named() && !op.is_own();
    run_.knowledge[w].phases.push_back(at_mbarrier ? state_.phases[op.barrier].index : 0);
  }

  void record(std::uint32_t w) {
    if (shape_.copy_of[w] > 1) return;
    Knowledge& k = run_.knowledge[w];
    const auto clock = state_.clock_of(w);
    for (const std::uint32_t first : shape_.first_warp)
      k.known.push_back(clock[first]);
    k.known.insert(k.known.end(), clock.begin() + state_.warps, clock.end());
    k.known.push_back(state_.synced_probe[w]);
    k.known.push_back(state_.synced[w]);
    k.width = shape_.first_warp.size() + (shape_.columns() - shape_.warps()) + 2;
    k.since.push_back(step_);
  }

  void inject() {
    const Probe& probe = *mode_.probe;
    probed_ = true;
    const auto put = [&](std::vector<Stamp>& clocks, const std::vector<bool>& who) {
      for (std::uint32_t k = 0; k < who.size(); ++k)
        if (who[k]) state_.row(clocks, k)[shape_.probe()] = 1;
    };
    put(state_.clock, probe.warps);
    for (std::uint32_t k = 0; k < shape_.named.size(); ++k)
      if (probe.joins[static_cast<std::size_t>(shape_.named[k])])
        state_.row(state_.join, k)[shape_.probe()] = 1;
    put(state_.phase_join, probe.phase_joins);
    put(state_.completed, probe.completed);
    for (std::uint32_t w = 0; w < state_.warps; ++w) {
      state_.synced_probe[w] = probe.lanes[w];
      Knowledge& k = run_.knowledge[w];
      if (k.known.empty()) continue;
      // the epoch that lasts already
      k.known[k.known.size() - 3] = probe.warps[w];
      k.known[k.known.size() - 2] = probe.lanes[w];
    }
  }

  // Nobody can go on.
  void find_rest() {
    for (std::uint32_t w = 0; w < state_.warps; ++w) {
      if (state_.ended[w]) continue;
      run_.violation = {FailureKind::deadlock, w, state_.done[w], 0, 0};
      return;
    }
    for (const NamedBarrier& b : state_.barriers) {
      if (b.pending.empty()) continue;
      const Registration& r = b.pending.front();
      run_.violation = {FailureKind::leftover, r.warp, r.stamp - 1, 0, 0};
      return;
    }
    run_.violation = find_open_bytes(state_);
  }

  const Shape& shape_;
  Run& run_;
  State& state_;
  Observer* observer_;
  const RunMode& mode_;
  std::uint32_t live_ = 0, step_ = 0;
  std::map<std::uint32_t, std::int64_t> completed_; // generations of named barriers
  bool probed_ = false;
};

} // namespace

void raise(std::span<Stamp> to, std::span<const Stamp> by) {
  for (std::size_t c = 0; c < to.size(); ++c)
    to[c] = std::max(to[c], by[c]);
}

void State::start(const Shape& shape) {
  judged = shape.skeleton.judged;
  warps = shape.warps();
  columns = shape.columns();
  done.assign(warps, 0);
  blocked.assign(warps, -1);
  ended.assign(warps, false);
  synced.assign(warps, 0);
  synced_probe.assign(warps, 0);
  clock.assign(std::size_t{warps} * columns, 0);
  barriers.resize(shape.named.size());
  join.assign(shape.named.size() * columns, 0);
  for (const Mbarrier& m : shape.skeleton.mbarriers) {
    PhaseBarrier& b = phases.emplace_back();
    b.expected = b.pending = m.expected;
  }
  phase_join.assign(phases.size() * columns, 0);
  completed = phase_join;
}

std::vector<Unrolled> unroll_all(const Shape& shape, std::int64_t n) {
  std::vector<Unrolled> roles;
  for (std::uint32_t r = 0; r < shape.sections.size(); ++r)
    roles.push_back(unroll(shape, r, n));
  return roles;
}

Run run(const Shape& shape, std::int64_t n, std::vector<Unrolled> roles, Observer* observer,
        const RunMode& mode) {
  Run out;
  out.n = n;
  out.roles = std::move(roles);
  Simulation(shape, out, observer, mode).go();
  return out;
}

} // namespace heddle::barrier
