#include "barrier/analysis/words.hpp"

#include "barrier/analysis/records.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace heddle::barrier {
namespace {

std::int64_t trips(const Section& section, std::int64_t n) {
  return section.is_loop ? std::max<std::int64_t>(0, n + section.offset) : 1;
}

// What came before a section of one outer iteration.
struct Start {
  std::int64_t outer = 0, running = 0;
};

Start start_of(const Section& section, const Word& word, std::size_t outer) {
  Start start{static_cast<std::int64_t>(outer), 0};
  for (std::size_t t = 0; section.is_loop && t < outer; ++t)
    start.running += trips(section, word[t]);
  return start;
}

bool by_outer(const Section& section, const Operation& op) {
  return !section.is_loop || op.counts == Operation::Count::outer;
}

// The index into the tables of an operation in iteration i.
std::int64_t index_of(const Section& section, const Operation& op, Start start, std::int64_t i) {
  if (by_outer(section, op)) return start.outer;
  return op.counts == Operation::Count::running ? start.running + i : i;
}

template <class T> T entry(const std::vector<T>& table, std::int64_t i) {
  if (table.empty()) throw std::invalid_argument("an operation without a barrier");
  return table[static_cast<std::size_t>(i) % table.size()];
}

void append(Section& out, std::vector<Origin>& origins, const Section& section, std::uint32_t index,
            std::int64_t outer, std::int64_t n, Start start) {
  const std::int64_t count = trips(section, n);
  for (std::int64_t i = 0; i < count; ++i)
    for (std::uint32_t x = 0; x < section.operations.size(); ++x) {
      Operation op = section.operations[x];
      if (section.is_loop && (i < op.from || i >= count - op.until)) continue;
      if (start.outer < op.from_outer) continue;
      if (section.is_loop && start.running + i < op.from_running) continue;
      const std::int64_t at = index_of(section, op, start, i);
      op.barriers = {entry(op.barriers, at)};
      op.parity = {entry(op.parity, at)};
      op.from = op.until = 0;
      if (op.barriers[0] == not_executed) continue;
      out.operations.push_back(op);
      origins.push_back({outer, i, index, x});
    }
}

template <class T> void rotate(std::vector<T>& table, std::int64_t by) {
  if (table.empty()) throw std::invalid_argument("an operation without a barrier");
  std::ranges::rotate(table, table.begin() + by % static_cast<std::int64_t>(table.size()));
}

Section continued(Section section, Start start) {
  for (Operation& op : section.operations) {
    const std::int64_t at = index_of(section, op, start, 0);
    rotate(op.barriers, at);
    rotate(op.parity, at);
    if (section.is_loop && by_outer(section, op)) {
      op.barriers.resize(1);
      op.parity.resize(1);
    }
    if (start.outer < op.from_outer) op.barriers = {not_executed};
    if (section.is_loop) op.from = std::max(op.from, op.from_running - start.running);
  }
  return section;
}

// By what the tables of a section go on: periods, and the guards from some iteration on.
struct Phases {
  explicit Phases(const Section& section) {
    for (const Operation& op : section.operations) {
      const auto period = std::lcm(static_cast<std::int64_t>(op.barriers.size()),
                                   static_cast<std::int64_t>(op.parity.size()));
      if (by_outer(section, op))
        outer_period = std::lcm(outer_period, period);
      else if (op.counts == Operation::Count::running)
        running_period = std::lcm(running_period, period);
      outer_guard = std::max(outer_guard, op.from_outer);
      running_guard = std::max(running_guard, op.from_running);
    }
  }
  std::int64_t outer_period = 1, running_period = 1, outer_guard = 0, running_guard = 0;
};

void add_phases(const Section& section, Start start, std::vector<std::uint32_t>& out) {
  const Phases p(section);
  for (const std::int64_t v :
       {start.outer % p.outer_period, std::min(start.outer, p.outer_guard),
        start.running % p.running_period, std::min(start.running, p.running_guard)})
    out.push_back(static_cast<std::uint32_t>(v));
}

} // namespace

Written write_out(const NestedSkeleton& nested, const Word& word, Next next) {
  Written out;
  out.skeleton.mbarriers = nested.mbarriers;
  out.skeleton.judged = nested.judged;
  out.outer = next == Next::before ? -1 : static_cast<std::int64_t>(word.size());
  for (const NestedRole& role : nested.roles) {
    Role r;
    r.name = role.name;
    r.warps = role.warps;
    r.threads = role.threads;
    auto& origins = out.origins.emplace_back();
    if (next != Next::before) {
      r.sections.emplace_back();
      origins.emplace_back();
      for (std::uint32_t s = 0; s < role.before.size(); ++s)
        append(r.sections.back(), origins.back(), role.before[s], s, -1, 0, {});
      for (std::size_t t = 0; t < word.size(); ++t) {
        r.sections.emplace_back();
        origins.emplace_back();
        for (std::uint32_t s = 0; s < role.block.size(); ++s)
          append(r.sections.back(), origins.back(), role.block[s], s, static_cast<std::int64_t>(t),
                 word[t], start_of(role.block[s], word, t));
      }
    }
    out.boundary.push_back(static_cast<std::uint32_t>(r.sections.size()));
    const auto& rest = next == Next::before  ? role.before
                       : next == Next::block ? role.block
                                             : role.after;
    for (const Section& section : rest) {
      const bool in_loop = next == Next::block;
      r.sections.push_back(
          continued(section, in_loop ? start_of(section, word, word.size()) : Start{}));
    }
    out.skeleton.roles.push_back(std::move(r));
  }
  return out;
}

std::pair<std::int64_t, std::int64_t> recurrence(const NestedSkeleton& nested) {
  std::int64_t first = 0, period = 1;
  for (const NestedRole& role : nested.roles)
    for (const Section& section : role.block) {
      const Phases p(section);
      if (!section.is_loop) continue;
      period = std::lcm(period, p.running_period);
      first = std::max(first, p.running_guard + std::abs(section.offset));
    }
  return {first, period};
}

std::vector<std::uint32_t> phases_of(const NestedSkeleton& nested, const Word& word) {
  std::vector<std::uint32_t> out;
  for (const NestedRole& role : nested.roles)
    for (const Section& section : role.block)
      add_phases(section, start_of(section, word, word.size()), out);
  return out;
}

namespace {

class Ranks {
public:
  explicit Ranks(const State& state) : live_(state.columns) {
    for (const NamedBarrier& b : state.barriers)
      for (const auto* list : {&b.pending, &b.previous})
        for (const Registration& r : *list)
          live_[r.warp].push_back(r.stamp);
    for (const PhaseBarrier& b : state.phases)
      for (const auto* list : {&b.current, &b.previous, &b.before_previous, &b.expecting, &b.waits})
        for (const Member& m : *list)
          live_[m.column].push_back(m.stamp);
    for (auto& column : live_) {
      std::ranges::sort(column);
      column.erase(std::unique(column.begin(), column.end()), column.end());
    }
  }
  std::uint32_t of(std::uint32_t column, Stamp stamp) const {
    const auto& live = live_[column];
    return static_cast<std::uint32_t>(std::ranges::upper_bound(live, stamp) - live.begin());
  }
  void add(std::span<const Stamp> clock, std::vector<std::uint32_t>& key) const {
    for (std::uint32_t c = 0; c < clock.size(); ++c)
      key.push_back(of(c, clock[c]));
  }

private:
  std::vector<std::vector<Stamp>> live_;
};

void add_warps(const Family& family, const Run& run, const Ranks& ranks,
               std::vector<std::uint32_t>& key) {
  const State& state = run.last;
  for (std::uint32_t w = 0; w < state.warps; ++w) {
    const auto& operations = run.roles[family.shape.role_of[w]].operations;
    const std::int32_t at = state.blocked[w];
    key.push_back(
        at < 0 ? 0
               : static_cast<std::uint32_t>(family.shape.named[static_cast<std::size_t>(at)]) + 1);
    key.push_back(ranks.of(w, state.synced[w]));
    // what it has not got to yet
    key.push_back(static_cast<std::uint32_t>(operations.size()) - state.done[w]);
    for (std::uint32_t k = state.done[w]; k < operations.size(); ++k) {
      const Executed& op = operations[k];
      const Operation& o = *op.source;
      key.insert(key.end(), {static_cast<std::uint32_t>(o.kind), static_cast<std::uint32_t>(op.id),
                             op.is_wait() ? op.parity() : 0, o.count, o.arrivals, o.bytes,
                             o.by_lane, o.aligned, o.weak});
    }
    ranks.add(state.clock_of(w), key);
  }
}

} // namespace

std::vector<std::uint32_t> state_key(const Family& family, const Run& run) {
  State state = run.last;
  const Ranks ranks(state);
  std::vector<std::uint32_t> key;
  add_warps(family, run, ranks, key);
  for (std::uint32_t k = 0; k < state.barriers.size(); ++k) {
    const NamedBarrier& b = state.barriers[k];
    if (b.pending.empty() && b.previous.empty()) continue;
    key.push_back(static_cast<std::uint32_t>(family.shape.named[k]));
    for (const auto* list : {&b.pending, &b.previous}) {
      key.push_back(static_cast<std::uint32_t>(list->size()));
      for (const Registration& r : *list)
        key.insert(key.end(), {r.warp, r.is_sync, r.by_lane, ranks.of(r.warp, r.stamp)});
    }
    if (b.pending.empty()) continue;
    key.insert(key.end(), {b.required, b.all_threads});
    ranks.add(state.row(state.join, k), key);
  }
  for (std::uint32_t k = 0; k < state.phases.size(); ++k) {
    const PhaseBarrier& b = state.phases[k];
    const auto bytes = static_cast<std::uint64_t>(b.bytes);
    key.insert(key.end(), {b.index % 2, b.pending, static_cast<std::uint32_t>(bytes),
                           static_cast<std::uint32_t>(bytes >> 32)});
    for (const auto* list : {&b.current, &b.previous, &b.before_previous, &b.expecting, &b.waits}) {
      key.push_back(static_cast<std::uint32_t>(list->size()));
      for (const Member& m : *list)
        key.insert(key.end(), {m.column, m.by_lane, ranks.of(m.column, m.stamp)});
    }
    ranks.add(state.row(state.phase_join, k), key);
    ranks.add(state.row(state.completed, k), key);
  }
  return key;
}

} // namespace heddle::barrier
