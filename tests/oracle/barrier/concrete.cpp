#include "concrete.hpp"

#include "sync/engine.hpp"

#include <algorithm>
#include <stdexcept>

namespace heddle::oracle {
namespace {

using barrier::Operation;

constexpr sync::LaneMask whole_warp = ~0u;
constexpr std::int64_t alone = -1'000'000'000; // below all groups: one for each barrier of a warp

// The engine with the programs of its warps. What a warp does as a whole is done by its lane 0
// between two barriers of the warp.
class Machine {
public:
  Machine(const std::vector<barrier::Mbarrier>& mbarriers, const std::vector<WarpProgram>& programs)
      : programs_(programs), engine_({.threads = static_cast<std::uint32_t>(32 * programs.size())},
                                     {.one_place_per_generation = false, .record_graph = true}),
        done_(programs.size(), 0), blocked_(programs.size(), false), ended_(programs.size(), false),
        groups_(programs.size()) {
    for (const barrier::Mbarrier& m : mbarriers) {
      engine_.mbarrier_init({0, 1}, address(phases_.size()), m.expected, {});
      phases_.push_back({0, m.expected, m.expected, 0});
    }
  }

  bool runnable(std::uint32_t w) const { return !blocked_[w] && !ended_[w]; }
  bool at_end(std::uint32_t w) const { return done_[w] == programs_[w].items.size(); }
  bool would_wait(std::uint32_t w) const {
    if (at_end(w)) return false;
    const auto& item = programs_[w].items[done_[w]];
    return item.op->kind == Operation::Kind::phase_wait &&
           phases_[phase_of(item)].index % 2 == item.parity;
  }

  void step(std::uint32_t w) {
    if (at_end(w)) {
      ended_[w] = true;
      wake(engine_.exit({w, whole_warp}));
      return;
    }
    const auto& item = programs_[w].items[done_[w]++];
    if (item.op->kind == Operation::Kind::warp_sync) {
      groups_[w].push_back(alone - w * 1000 - done_[w]);
      engine_.warp_sync({w, whole_warp}, whole_warp, {});
    } else if (item.barrier < barrier::named_barriers)
      named(w, item);
    else
      phase(w, item);
  }

  // By warp and item: its generation or phase; those of mbarriers are numbered apart.
  Groups groups() const {
    Groups out = groups_;
    for (const auto& edge : engine_.graph().edges)
      if (engine_.graph().nodes[edge.to].barrier.kind == sync::BarrierRef::Kind::named)
        out[edge.who.warp][edge.place.pc] = static_cast<std::int64_t>(edge.to) + 1;
    return out;
  }
  sync::Engine& engine() { return engine_; }
  std::uint32_t done(std::uint32_t w) const { return done_[w]; }

private:
  struct Phase {
    std::int64_t index = 0;
    std::uint32_t expected = 0, pending = 0;
    std::int64_t bytes = 0;
  };

  static std::uint32_t address(std::size_t mbarrier) {
    return static_cast<std::uint32_t>(8 * mbarrier);
  }
  static std::size_t phase_of(const WarpProgram::Item& item) {
    return static_cast<std::size_t>(item.barrier - barrier::named_barriers);
  }

  void named(std::uint32_t w, const WarpProgram::Item& item) {
    groups_[w].push_back(0);
    sync::Registration at;
    at.id = static_cast<std::uint32_t>(item.barrier);
    at.aligned = item.op->aligned;
    at.place = {done_[w] - 1}; // its number, for groups()
    if (item.op->count != Operation::all_threads) at.count = item.op->count;
    if (item.op->kind == Operation::Kind::arrive) {
      wake(engine_.arrive({w, whole_warp}, at));
      return;
    }
    const sync::Step s = engine_.sync({w, whole_warp}, at);
    blocked_[w] = s.blocked != 0;
    wake(s);
  }

  void phase(std::uint32_t w, const WarpProgram::Item& item) {
    const Operation& op = *item.op;
    const std::uint32_t lanes = op.by_lane ? 32 : 1, at = address(phase_of(item));
    const sync::Lanes who{w, op.by_lane ? whole_warp : 1};
    count(w, item);
    if (!op.by_lane) engine_.warp_sync({w, whole_warp}, whole_warp, {});
    sync::Step s;
    switch (op.kind) {
    case Operation::Kind::phase_arrive:
      s = engine_.mbarrier_arrive(who, at,
                                  {.count = op.arrivals / lanes, .expect_bytes = op.bytes / lanes});
      break;
    case Operation::Kind::phase_expect:
      s = engine_.mbarrier_expect_tx(who, at, op.bytes / lanes, {});
      break;
    case Operation::Kind::phase_copy: {
      sync::AccessEvent event;
      event.who = who;
      s = engine_.copy_bulk(event, at, op.bytes / lanes);
      break;
    }
    default:
      s = engine_.mbarrier_wait(who, at, {.phase = {}, .parity = item.parity, .place = {}});
    }
    blocked_[w] = s.blocked != 0;
    wake(s);
    if (!op.by_lane && !blocked_[w]) engine_.warp_sync({w, whole_warp}, whole_warp, {});
  }

  // Phases by counting, which is all that there is to it in a well-synchronized run.
  void count(std::uint32_t w, const WarpProgram::Item& item) {
    Phase& p = phases_[phase_of(item)];
    const bool waits = item.op->kind == Operation::Kind::phase_wait;
    const std::int64_t index = !waits                       ? p.index
                               : p.index % 2 == item.parity ? p.index // until it is complete
                                                            : p.index - 1;
    groups_[w].push_back(-1 - (index + 1) * 64 - static_cast<std::int64_t>(phase_of(item)));
    if (waits) return;
    if (item.op->kind == Operation::Kind::phase_arrive) p.pending -= item.op->arrivals;
    p.bytes +=
        (item.op->kind == Operation::Kind::phase_copy ? -1 : 1) * std::int64_t{item.op->bytes};
    if (p.pending == 0 && p.bytes == 0) p = {p.index + 1, p.expected, p.expected, 0};
  }

  void wake(const sync::Step& s) {
    const std::vector<sync::Lanes> woken(s.woken.begin(), s.woken.end());
    for (const sync::Lanes& l : woken) {
      blocked_[l.warp] = false;
      const auto& item = programs_[l.warp].items[done_[l.warp] - 1];
      if (item.op->kind == Operation::Kind::phase_wait && !item.op->by_lane)
        engine_.warp_sync({l.warp, whole_warp}, whole_warp, {});
    }
  }

  const std::vector<WarpProgram>& programs_;
  sync::Engine engine_;
  std::vector<std::uint32_t> done_;
  std::vector<bool> blocked_, ended_;
  std::vector<Phase> phases_;
  Groups groups_;
};

} // namespace

std::uint32_t WarpProgram::before(std::uint32_t section, std::int64_t iteration,
                                  std::uint32_t index) const {
  const auto earlier = [&](const Item& x) {
    return std::tie(x.section, x.iteration, x.index) < std::tie(section, iteration, index);
  };
  return static_cast<std::uint32_t>(std::ranges::partition_point(items, earlier) - items.begin());
}

namespace {

void add(WarpProgram& p, const barrier::Section& section, std::int64_t n, std::int64_t outer = 0,
         std::int64_t running = 0) {
  using Count = Operation::Count;
  const std::int64_t trips = section.is_loop ? std::max<std::int64_t>(0, n + section.offset) : 1;
  const auto s = static_cast<std::uint32_t>(p.trips.size());
  p.trips.push_back(trips);
  for (std::int64_t i = 0; i < trips; ++i)
    for (std::uint32_t x = 0; x < section.operations.size(); ++x) {
      const Operation& op = section.operations[x];
      const bool by_outer = !section.is_loop || op.counts == Count::outer;
      const auto at = static_cast<std::size_t>(by_outer                      ? outer
                                               : op.counts == Count::running ? running + i
                                                                             : i);
      const barrier::BarrierIndex b = op.barriers[at % op.barriers.size()];
      const bool skipped = (section.is_loop && (i < op.from || i >= trips - op.until ||
                                                running + i < op.from_running)) ||
                           outer < op.from_outer;
      if (b != barrier::not_executed && !skipped)
        p.items.push_back({&op, b, s, x, i, op.parity[at % op.parity.size()]});
    }
}

void place(std::vector<WarpProgram>& out, const WarpProgram& p,
           const std::vector<std::uint32_t>& warps) {
  for (const std::uint32_t w : warps) {
    if (w >= out.size()) out.resize(w + 1);
    out[w] = p;
  }
}

} // namespace

std::vector<WarpProgram> programs(const barrier::Skeleton& skeleton, std::int64_t n) {
  std::vector<WarpProgram> out;
  for (std::uint32_t r = 0; r < skeleton.roles.size(); ++r) {
    WarpProgram p;
    p.role = r;
    for (const barrier::Section& section : skeleton.roles[r].sections)
      add(p, section, n);
    place(out, p, skeleton.roles[r].warps);
  }
  return out;
}

std::vector<WarpProgram> programs(const barrier::NestedSkeleton& skeleton,
                                  const std::vector<std::int64_t>& word) {
  std::vector<WarpProgram> out;
  for (std::uint32_t r = 0; r < skeleton.roles.size(); ++r) {
    const barrier::NestedRole& role = skeleton.roles[r];
    WarpProgram p;
    p.role = r;
    for (const barrier::Section& section : role.before)
      add(p, section, 0);
    std::vector<std::int64_t> passed(role.block.size(), 0);
    for (std::size_t t = 0; t < word.size(); ++t)
      for (std::size_t s = 0; s < role.block.size(); ++s) {
        const barrier::Section& section = role.block[s];
        const auto outer = static_cast<std::int64_t>(t);
        add(p, section, word[t], outer, passed[s]);
        passed[s] += p.trips.back();
      }
    for (const barrier::Section& section : role.after)
      add(p, section, 0);
    place(out, p, role.warps);
  }
  return out;
}

std::uint32_t numbered(const barrier::NestedRole& role, std::int64_t outer, std::int64_t iterations,
                       std::uint32_t section) {
  const auto before = static_cast<std::uint32_t>(role.before.size());
  const auto block = static_cast<std::uint32_t>(role.block.size());
  if (outer < 0) return section;
  return before + static_cast<std::uint32_t>(std::min(outer, iterations)) * block + section;
}

std::optional<Groups> generations(const std::vector<barrier::Mbarrier>& mbarriers,
                                  const std::vector<WarpProgram>& programs,
                                  std::mt19937_64& random) {
  Machine machine(mbarriers, programs);
  std::vector<std::uint32_t> candidates;
  while (true) {
    candidates.clear();
    for (std::uint32_t w = 0; w < programs.size(); ++w)
      if (machine.runnable(w)) candidates.push_back(w);
    if (candidates.empty()) break;
    machine.step(candidates[random() % candidates.size()]);
    if (!machine.engine().well_synchronized()) return std::nullopt;
  }
  machine.engine().finish();
  if (!machine.engine().well_synchronized()) return std::nullopt;
  return machine.groups();
}

bool fails_at_the_end(const std::vector<barrier::Mbarrier>& mbarriers,
                      const std::vector<WarpProgram>& programs,
                      const std::vector<barrier::Step>& steps) {
  Machine machine(mbarriers, programs);
  const auto end_all = [&] { // who has nothing more to do ends at once
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t w = 0; w < programs.size(); ++w)
        if (machine.runnable(w) && machine.at_end(w)) {
          machine.step(w);
          again = true;
        }
    }
  };
  end_all();
  for (const barrier::Step& s : steps) {
    if (!machine.engine().well_synchronized()) return false;
    if (!machine.runnable(s.warp)) return false;
    const auto& item = programs[s.warp].items[machine.done(s.warp)];
    if (item.barrier != s.barrier || item.section != s.section || item.index != s.operation ||
        item.iteration != s.iteration)
      return false;
    machine.step(s.warp);
    end_all();
  }
  if (!machine.engine().well_synchronized()) return true;
  for (std::uint32_t w = 0; w < programs.size(); ++w) {
    if (!machine.runnable(w)) continue;
    if (!machine.would_wait(w)) return false;
    machine.step(w);
  }
  machine.engine().finish();
  return !machine.engine().well_synchronized();
}

} // namespace heddle::oracle
