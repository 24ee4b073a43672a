#include "barrier/analysis/phases.hpp"

#include <algorithm>

namespace heddle::barrier {
namespace {

Violation violation(FailureKind kind, const Member& first, const Member& second) {
  return {kind, second.warp, second.operation, first.warp, first.operation};
}

// Does who executes the operation know of all that `m` did? Lanes that go by themselves do not
// know of each other.
bool knows(const State& state, std::uint32_t w, bool by_lane, const Member& m) {
  if (m.column != w) return state.clock_of(w)[m.column] >= m.stamp;
  return !by_lane || !m.by_lane || m.stamp <= state.synced[w];
}

const Member* unknown(const State& state, std::uint32_t w, bool by_lane,
                      const std::vector<Member>& members) {
  if (state.judged) return nullptr;
  const auto m =
      std::ranges::find_if(members, [&](const Member& x) { return !knows(state, w, by_lane, x); });
  return m == members.end() ? nullptr : &*m;
}

// Who knows of the newest operation of a column knows of the earlier ones.
void keep(std::vector<Member>& members, const Member& m) {
  const auto older = std::ranges::find(members, m.column, &Member::column);
  if (older == members.end())
    members.push_back(m);
  else
    *older = m;
}

class Phase {
public:
  Phase(State& state, std::uint32_t w, const Executed& op, std::optional<std::uint32_t> tensor)
      : state_(state), w_(w), op_(op), tensor_(tensor), source_(*op.source),
        b_(state.phases[op.barrier]), join_(state.row(state.phase_join, op.barrier)),
        completed_(state.row(state.completed, op.barrier)) {
    me_ = {w, state.done[w] + 1, source_.by_lane, w, state.done[w]};
  }

  std::optional<Violation> wait() {
    if (const Member* m = unknown(state_, w_, source_.by_lane, b_.before_previous))
      return violation(FailureKind::lapped, *m, me_); // W1: it may have passed a phase earlier
    advance();
    keep(b_.waits, me_);
    if (source_.weak) return std::nullopt;
    raise(state_.clock_of(w_), completed_);
    state_.synced[w_] = std::max(state_.synced[w_], completed_[w_]);
    // whoever told all lanes of it: each of them waits
    state_.synced_probe[w_] = std::max(state_.synced_probe[w_], completed_.back());
    return std::nullopt;
  }

  std::optional<Violation> take_part() {
    const bool arrives = source_.kind == Operation::Kind::phase_arrive ||
                         source_.kind == Operation::Kind::phase_commit;
    if (const Member* m = unknown(state_, w_, source_.by_lane, b_.previous))
      return violation(FailureKind::recycling, *m, me_); // A: it may be of the phase before
    if (arrives && source_.arrivals > b_.pending)
      return violation(FailureKind::count, b_.current.empty() ? me_ : b_.current.front(), me_);
    const std::int64_t before = b_.bytes;
    advance();
    switch (source_.kind) {
    case Operation::Kind::phase_expect:
      keep(b_.expecting, me_);
      b_.bytes += source_.bytes;
      break;
    case Operation::Kind::phase_copy:
      me_.column = state_.warps + op_.barrier;
      me_.stamp = b_.index + 1;
      join_[me_.column] = me_.stamp;
      if (!source_.weak) raise(join_, state_.clock_of(w_));
      b_.bytes -= source_.bytes;
      break;
    default:
      hand_on();
      // the arrivals of each expect_tx to come are behind it
      std::erase_if(b_.expecting,
                    [&](const Member& x) { return x.column == w_ || knows(state_, w_, false, x); });
      b_.bytes += source_.bytes;
      b_.pending -= source_.arrivals;
      break;
    }
    keep(b_.current, me_);
    if (completes_between_lanes(before)) return violation(FailureKind::recycling, me_, me_);
    if (b_.pending == 0 && b_.bytes == 0) return finish();
    return std::nullopt;
  }

private:
  // A commit arrives when the tensor operations are over: by it nobody learns what the warp did
  // itself. (PTX ISA, "tcgen05.commit": no release is spoken of.)
  void hand_on() {
    const bool commits = source_.kind == Operation::Kind::phase_commit;
    if (source_.weak && !commits) return;
    const Stamp own = join_[w_];
    raise(join_, state_.clock_of(w_));
    if (!commits) return;
    if (source_.weak) join_[w_] = own;
    me_.column = tensor_.value();
    join_[me_.column] = me_.stamp;
  }

  void advance() {
    ++state_.done[w_];
    state_.clock_of(w_)[w_] = me_.stamp;
    if (source_.by_lane) return;
    state_.synced[w_] = me_.stamp;
    state_.synced_probe[w_] = state_.clock_of(w_).back();
  }

  // The lanes of one operation would be of two phases.
  bool completes_between_lanes(std::int64_t before) const {
    const std::int64_t each = source_.bytes / warp_size;
    if (!source_.by_lane || b_.pending != 0 || each == 0) return false;
    if (source_.kind == Operation::Kind::phase_arrive) return false; // the last lane's is the last
    return (before < 0) != (b_.bytes < 0) && before != 0 && b_.bytes != 0 && before % each == 0;
  }

  std::optional<Violation> finish() {
    for (const Member& m : b_.waits) // W2: it may miss the phase that it waits for
      if (!state_.judged && join_[m.column] < m.stamp)
        return violation(FailureKind::lapped, m, me_);
    if (!state_.judged && !b_.expecting.empty()) // T: its bytes may come too late
      return violation(FailureKind::recycling, b_.expecting.front(), me_);
    b_.expecting.clear();
    b_.before_previous.swap(b_.previous);
    b_.previous.swap(b_.current);
    b_.current.clear();
    b_.waits.clear();
    std::ranges::copy(join_, completed_.begin());
    std::ranges::fill(join_, 0);
    ++b_.index;
    b_.pending = b_.expected;
    return std::nullopt;
  }

  State& state_;
  std::uint32_t w_;
  const Executed& op_;
  std::optional<std::uint32_t> tensor_;
  const Operation& source_;
  PhaseBarrier& b_;
  std::span<Stamp> join_, completed_;
  Member me_;
};

} // namespace

std::optional<Violation> operate(State& state, std::uint32_t w, const Executed& op,
                                 std::optional<std::uint32_t> tensor) {
  Phase phase(state, w, op, tensor);
  return op.is_wait() ? phase.wait() : phase.take_part();
}

std::optional<Violation> find_open_bytes(const State& state) {
  for (const PhaseBarrier& b : state.phases) {
    const bool late = !b.expecting.empty() && !state.judged;
    if (b.pending != 0 || (b.bytes >= 0 && !late)) continue;
    const Member& m = b.expecting.empty() ? b.current.front() : b.expecting.front();
    return violation(FailureKind::recycling, m, b.current.back());
  }
  return std::nullopt;
}

} // namespace heddle::barrier
