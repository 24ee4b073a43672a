#include "barrier/analysis/pump.hpp"

#include <algorithm>
#include <limits>

namespace heddle::barrier {
namespace {

constexpr std::size_t compared_snapshots = 8; // the newest of equal ones
constexpr std::size_t pumps_of_one_kind = 6;
constexpr std::uint32_t cover_budget = 20'000;

std::uint64_t hash(const std::vector<std::uint32_t>& key) {
  std::uint64_t h = 0x9e3779b97f4a7c15;
  for (const std::uint32_t word : key) {
    h = (h ^ word) * 0xff51afd7ed558ccd;
    h ^= h >> 32;
  }
  return h;
}

bool same_loops(const Pump& a, const Pump& b) {
  return std::ranges::equal(a.moving, b.moving, [](const auto& x, const auto& y) {
    return x.warp == y.warp && x.section == y.section;
  });
}

bool share_a_loop(const Pump& a, const Pump& b) {
  return std::ranges::any_of(
      a.moving, [&](const Pump::Member& m) { return b.find(m.warp, m.section) != nullptr; });
}

// Depth first over pumps by their ends: greed fails where loops are independent of each other.
class Cover {
public:
  Cover(const std::vector<const Pump*>& all, std::size_t wanted) : all_(all), wanted_(wanted) {
    search(0, 0);
  }
  const std::vector<const Pump*>& best() const { return best_; }

private:
  void search(std::size_t from, std::uint32_t time) {
    if (covered_ > most_) {
      most_ = covered_;
      best_ = chosen_;
    }
    for (std::size_t k = from; k < all_.size(); ++k) {
      if (most_ == wanted_ || ++spent_ > cover_budget) return;
      const Pump& pump = *all_[k];
      if (pump.begin < time) continue;
      if (std::ranges::any_of(chosen_, [&](const Pump* c) { return share_a_loop(*c, pump); }))
        continue;
      chosen_.push_back(&pump);
      covered_ += pump.moving.size();
      search(k + 1, pump.end);
      covered_ -= pump.moving.size();
      chosen_.pop_back();
    }
  }

  const std::vector<const Pump*>& all_;
  std::size_t wanted_, covered_ = 0, most_ = 0;
  std::vector<const Pump*> chosen_, best_;
  std::uint32_t spent_ = 0;
};

} // namespace

const Pump::Member* Pump::find(std::uint32_t warp, std::uint32_t section) const {
  for (const Member& m : moving)
    if (m.warp == warp && m.section == section) return &m;
  return nullptr;
}

PumpFinder::PumpFinder(const Shape& shape, const std::vector<Unrolled>& roles)
    : shape_(shape), roles_(roles) {
  for (std::uint32_t w = 0; w < shape.warps(); ++w)
    for (const SectionShape& s : shape.sections[shape.role_of[w]])
      loops_ += s.pumped();
}

const Executed* PumpFinder::position(std::uint32_t warp, Stamp done) const {
  const auto& operations = roles_[shape_.role_of[warp]].operations;
  return done < operations.size() ? &operations[done] : nullptr;
}

PumpFinder::Snapshot PumpFinder::take(const State& state, std::uint32_t step) const {
  Snapshot s;
  s.step = step;
  s.done = state.done;
  for (std::uint32_t w = 0; w < state.warps; ++w) {
    const std::uint32_t blocked = state.blocked[w] >= 0;
    if (const Executed* at = position(w, state.done[w])) {
      const std::int64_t phase = at->iteration % shape_.section(w, at->section).period;
      s.key.insert(s.key.end(), {(at->section << 1) | blocked, at->operation,
                                 static_cast<std::uint32_t>(phase)});
    } else {
      s.key.push_back(0xfffffffe | blocked);
    }
  }
  for (const auto* clocks : {&state.clock, &state.join, &state.phase_join, &state.completed})
    s.stamps.insert(s.stamps.end(), clocks->begin(), clocks->end());
  for (std::uint32_t w = 0; w < state.warps; ++w) {
    s.owner.insert(s.owner.end(), {w, shape_.probe()});
    s.registered.insert(s.registered.end(), {state.synced[w], state.synced_probe[w]});
  }
  for (const NamedBarrier& b : state.barriers) {
    note(s, b.pending);
    note(s, b.previous);
    if (!b.pending.empty()) s.key.push_back(b.required | (b.all_threads ? 1u : 0u));
  }
  for (const PhaseBarrier& b : state.phases) {
    const auto bytes = static_cast<std::uint64_t>(b.bytes);
    s.key.insert(s.key.end(), {b.index % 2, b.pending, static_cast<std::uint32_t>(bytes),
                               static_cast<std::uint32_t>(bytes >> 32)});
    for (const auto* members :
         {&b.current, &b.previous, &b.before_previous, &b.expecting, &b.waits})
      note(s, *members);
    s.done.push_back(b.index);
  }
  for (const std::uint32_t w : shape_.committing)
    s.done.push_back(state.done[w]);
  s.done.push_back(0); // the probe does not move
  return s;
}

void PumpFinder::note(Snapshot& s, const std::vector<Registration>& registrations) {
  s.key.push_back(static_cast<std::uint32_t>(registrations.size()));
  for (const Registration& r : registrations) {
    s.key.push_back((r.warp << 2) | (r.is_sync ? 2u : 0u) | (r.by_lane ? 1u : 0u));
    s.owner.push_back(r.warp);
    s.registered.push_back(r.stamp);
  }
}

void PumpFinder::note(Snapshot& s, const std::vector<Member>& members) {
  s.key.push_back(static_cast<std::uint32_t>(members.size()));
  for (const Member& m : members) {
    s.key.push_back((m.column << 1) | (m.by_lane ? 1u : 0u));
    s.owner.push_back(m.column);
    s.registered.push_back(m.stamp);
  }
}

bool PumpFinder::observe(const State& state, std::uint32_t step) {
  if (loops_ == 0) return false;
  snapshots_.push_back(take(state, step));
  const Snapshot& now = snapshots_.back();
  auto& equal = by_key_[hash(now.key)];
  const std::size_t oldest =
      equal.size() > compared_snapshots ? equal.size() - compared_snapshots : 0;
  for (std::size_t k = oldest; k < equal.size(); ++k)
    if (consider(snapshots_[equal[k]], now)) return false;
  equal.push_back(static_cast<std::uint32_t>(snapshots_.size() - 1));
  return true;
}

// True: the two are a pump that covers all loops.
bool PumpFinder::consider(const Snapshot& from, const Snapshot& to) {
  if (from.key != to.key) return false;
  Pump pump;
  pump.begin = from.step;
  pump.end = to.step;
  for (std::uint32_t w = 0; w < shape_.warps(); ++w) {
    if (from.done[w] == to.done[w]) continue;
    const Executed* before = position(w, from.done[w]);
    const Executed* after = position(w, to.done[w]);
    if (!before || !after || !shape_.section(w, before->section).is_loop) return false;
    const std::int64_t advance = after->iteration - before->iteration;
    if (advance <= 0) return false; // the key says that the section is the same
    if (pump.moving.empty()) pump.iterations = advance;
    if (advance != pump.iterations) {
      different_rates_ = {pump.moving.front().warp, w};
      return false;
    }
    pump.moving.push_back({w, before->section, to.done[w] - from.done[w], 0});
  }
  if (pump.moving.empty()) return false;
  const auto same = [&](const Pump& p) { return same_loops(p, pump); };
  if (static_cast<std::size_t>(std::ranges::count_if(found_, same)) >= pumps_of_one_kind)
    return false;
  if (!measure(from, to, pump)) return false;
  found_.push_back(std::move(pump));
  return found_.back().moving.size() == loops_;
}

bool PumpFinder::measure(const Snapshot& from, const Snapshot& to, Pump& pump) const {
  for (const Pump::Member& m : pump.moving) { // (1) guards are constant
    const SectionShape& s = shape_.section(m.warp, m.section);
    const Unrolled& role = roles_[shape_.role_of[m.warp]];
    if (position(m.warp, from.done[m.warp])->iteration < s.from) return false;
    if (position(m.warp, to.done[m.warp])->iteration + 1 + s.until > role.trips[m.section])
      return false;
  }
  if (!columns_agree(from, to, pump)) return false;
  for (const Pump::Member& m : pump.moving) { // (4) what moves is past the guarded beginning
    const SectionShape& s = shape_.section(m.warp, m.section);
    const Stamp guarded = roles_[shape_.role_of[m.warp]].epoch(m.section, s.from + 1, 0);
    if (m.least <= guarded || m.least_tensor <= guarded) return false;
  }
  return true;
}

// (2), (3): in the column of a warp each entry stays or moves by the operations that the warp
// executed, and all that stay are below all that move.
bool PumpFinder::columns_agree(const Snapshot& from, const Snapshot& to, Pump& pump) const {
  const std::uint32_t columns = shape_.columns();
  constexpr Stamp none = std::numeric_limits<Stamp>::max();
  std::vector<Stamp> moved(columns, 0), highest(columns, 0), lowest(columns, none);
  for (std::uint32_t c = 0; c < columns; ++c)
    moved[c] = to.done[c] - from.done[c];
  const auto agrees = [&](std::uint32_t column, Stamp before, Stamp after) {
    if (before == after) {
      highest[column] = std::max(highest[column], before);
      return true;
    }
    if (after - before != moved[column]) return false;
    lowest[column] = std::min(lowest[column], before);
    return true;
  };
  std::uint32_t column = 0;
  for (std::size_t k = 0; k < from.stamps.size(); ++k) {
    if (!agrees(column, from.stamps[k], to.stamps[k])) return false;
    if (++column == columns) column = 0;
  }
  for (std::size_t k = 0; k < from.registered.size(); ++k)
    if (!agrees(from.owner[k], from.registered[k], to.registered[k])) return false;
  for (std::uint32_t c = 0; c < columns; ++c)
    if (highest[c] >= lowest[c]) return false;
  for (Pump::Member& m : pump.moving) {
    const auto tensor = shape_.tensor_column(m.warp);
    m.least = lowest[m.warp];
    // where none is committed in between, what is committed later moves all the same
    m.least_tensor = tensor && lowest[*tensor] != none ? lowest[*tensor] : from.done[m.warp] + 1;
  }
  for (std::uint32_t b = 0; b < shape_.mbarriers(); ++b)
    if (const Stamp phases = moved[shape_.warps() + b])
      pump.phases.push_back({b, phases, lowest[shape_.warps() + b]});
  return true;
}

std::vector<Pump> PumpFinder::cover() const {
  std::vector<const Pump*> all;
  for (const Pump& pump : found_)
    all.push_back(&pump);
  std::ranges::stable_sort(all, [](const Pump* a, const Pump* b) {
    return a->end != b->end ? a->end < b->end : a->moving.size() > b->moving.size();
  });
  const Cover cover(all, loops_);
  std::vector<Pump> out;
  for (const Pump* pump : cover.best())
    out.push_back(*pump);
  return out;
}

} // namespace heddle::barrier
