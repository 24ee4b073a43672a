#include "concrete.hpp"

#include "sync/engine.hpp"

#include <algorithm>
#include <stdexcept>

namespace heddle::oracle {
namespace {

using barrier::Operation;

constexpr sync::LaneMask whole_warp = ~0u;

// The engine with the programs of its warps.
class Machine {
public:
  explicit Machine(const std::vector<WarpProgram>& programs)
      : programs_(programs), engine_({.threads = static_cast<std::uint32_t>(32 * programs.size())},
                                     {.one_place_per_generation = false, .record_graph = true}),
        done_(programs.size(), 0), blocked_(programs.size(), false),
        ended_(programs.size(), false) {}

  bool runnable(std::uint32_t w) const { return !blocked_[w] && !ended_[w]; }
  bool at_end(std::uint32_t w) const { return done_[w] == programs_[w].items.size(); }

  void step(std::uint32_t w) {
    const sync::Lanes who{w, whole_warp};
    if (at_end(w)) {
      ended_[w] = true;
      wake(engine_.exit(who));
      return;
    }
    const auto& item = programs_[w].items[done_[w]++];
    sync::Registration at;
    at.id = static_cast<std::uint32_t>(item.barrier);
    if (item.op->count != Operation::all_threads) at.count = item.op->count;
    if (item.op->kind == Operation::Kind::arrive) {
      wake(engine_.arrive(who, at));
      return;
    }
    const sync::Step s = engine_.sync(who, at);
    blocked_[w] = s.blocked != 0;
    wake(s);
  }

  sync::Engine& engine() { return engine_; }
  std::uint32_t done(std::uint32_t w) const { return done_[w]; }

private:
  void wake(const sync::Step& s) {
    for (const sync::Lanes& l : s.woken)
      blocked_[l.warp] = false;
  }

  const std::vector<WarpProgram>& programs_;
  sync::Engine engine_;
  std::vector<std::uint32_t> done_;
  std::vector<bool> blocked_, ended_;
};

} // namespace

std::uint32_t WarpProgram::before(std::uint32_t section, std::int64_t iteration,
                                  std::uint32_t index) const {
  const auto earlier = [&](const Item& x) {
    return std::tie(x.section, x.iteration, x.index) < std::tie(section, iteration, index);
  };
  return static_cast<std::uint32_t>(std::ranges::partition_point(items, earlier) - items.begin());
}

std::vector<WarpProgram> programs(const barrier::Skeleton& skeleton, std::int64_t n) {
  std::vector<WarpProgram> out;
  for (std::uint32_t r = 0; r < skeleton.roles.size(); ++r) {
    const barrier::Role& role = skeleton.roles[r];
    WarpProgram p;
    p.role = r;
    for (std::uint32_t s = 0; s < role.sections.size(); ++s) {
      const barrier::Section& section = role.sections[s];
      const std::int64_t trips =
          section.is_loop ? std::max<std::int64_t>(0, n + section.offset) : 1;
      p.trips.push_back(trips);
      for (std::int64_t i = 0; i < trips; ++i)
        for (std::uint32_t x = 0; x < section.operations.size(); ++x) {
          const Operation& op = section.operations[x];
          const auto size = static_cast<std::int64_t>(op.barriers.size());
          const barrier::BarrierIndex b = op.barriers[static_cast<std::size_t>(i % size)];
          const bool skipped = section.is_loop && (i < op.from || i >= trips - op.until);
          if (b != barrier::not_executed && !skipped) p.items.push_back({&op, b, s, x, i});
        }
    }
    for (const std::uint32_t w : role.warps) {
      if (w >= out.size()) out.resize(w + 1);
      out[w] = p;
    }
  }
  return out;
}

std::optional<std::vector<std::vector<std::uint32_t>>>
generations(const std::vector<WarpProgram>& programs, std::mt19937_64& random) {
  Machine machine(programs);
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
  std::vector<std::vector<std::uint32_t>> groups(programs.size());
  for (const auto& edge : machine.engine().graph().edges)
    groups[edge.who.warp].push_back(edge.to);
  return groups;
}

bool fails_at_the_end(const std::vector<WarpProgram>& programs,
                      const std::vector<barrier::Step>& steps) {
  Machine machine(programs);
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
  for (std::uint32_t w = 0; w < programs.size(); ++w)
    if (machine.runnable(w)) return false;
  machine.engine().finish();
  return !machine.engine().well_synchronized();
}

// Nodes: registration and completion of each item, and the end of each warp. An item of a warp
// comes after the one before; a sync completes after all registrations of its generation, and, if
// that waited for warps to end, after their ends.
Reachability::Reachability(const std::vector<WarpProgram>& programs,
                           const std::vector<std::vector<std::uint32_t>>& groups) {
  std::uint32_t nodes = 0, generations = 0;
  for (std::uint32_t w = 0; w < programs.size(); ++w) {
    offset_.push_back(nodes);
    nodes += 2 * static_cast<std::uint32_t>(groups[w].size()) + 1;
    for (const std::uint32_t g : groups[w])
      generations = std::max(generations, g + 1);
  }
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> members(generations);
  std::vector<std::vector<std::uint32_t>> next(nodes);
  std::vector<std::uint32_t> missing(nodes, 0);
  const auto edge = [&](std::uint32_t from, std::uint32_t to) {
    next[from].push_back(to);
    ++missing[to];
  };
  for (std::uint32_t w = 0; w < programs.size(); ++w)
    for (std::uint32_t k = 0; k < groups[w].size(); ++k) {
      members[groups[w][k]].emplace_back(w, k);
      edge(registered(w, k), completed(w, k));
      edge(completed(w, k), registered(w, k + 1)); // the last one is the end of the warp
    }
  for (const auto& group : members) {
    std::vector<std::uint32_t> sources;
    std::vector<bool> there(programs.size(), false);
    bool by_all = true;
    for (const auto& [w, k] : group) {
      sources.push_back(registered(w, k));
      there[w] = true;
      by_all = by_all && programs[w].items[k].op->count == Operation::all_threads;
    }
    if (by_all)
      for (std::uint32_t w = 0; w < programs.size(); ++w)
        if (!there[w])
          sources.push_back(registered(w, static_cast<std::uint32_t>(groups[w].size())));
    for (const auto& [w, k] : group)
      if (programs[w].items[k].op->kind == Operation::Kind::sync)
        for (const std::uint32_t s : sources)
          if (s != registered(w, k)) edge(s, completed(w, k));
  }
  words_ = (nodes + 63) / 64;
  ancestors_.assign(nodes * words_, 0);
  std::vector<std::uint32_t> ready;
  for (std::uint32_t x = 0; x < nodes; ++x)
    if (missing[x] == 0) ready.push_back(x);
  std::size_t visited = 0;
  while (!ready.empty()) {
    const std::uint32_t x = ready.back();
    ready.pop_back();
    ++visited;
    ancestors_[x * words_ + x / 64] |= std::uint64_t{1} << (x % 64);
    for (const std::uint32_t y : next[x]) {
      for (std::size_t k = 0; k < words_; ++k)
        ancestors_[y * words_ + k] |= ancestors_[x * words_ + k];
      if (--missing[y] == 0) ready.push_back(y);
    }
  }
  if (visited != nodes) throw std::logic_error("happens-before is cyclic");
}

bool Reachability::before(std::uint32_t a, std::uint32_t i, std::uint32_t b,
                          std::uint32_t j) const {
  if (j == 0) return false;
  const std::uint32_t from = registered(a, i), to = completed(b, j - 1);
  return (ancestors_[to * words_ + from / 64] >> (from % 64)) & 1;
}

} // namespace heddle::oracle
