#include "concrete.hpp"

#include <map>
#include <stdexcept>

namespace heddle::oracle {

using barrier::Operation;

// Nodes: registration and completion of each item by lanes 0 and 1 of its warp (they stand for any
// two), the end of each lane, and the access of the copy that it issues. An item of a lane comes
// after the one before. A sync completes after all registrations of its generation, and, if that
// waited for warps to end, after their ends; a wait after the arrivals and copies of its phase.
// What the warp does as a whole is behind all that its lanes did before, and before all that they
// do then.
Reachability::Reachability(const std::vector<WarpProgram>& programs, const Groups& groups) {
  std::uint32_t nodes = 0;
  for (const WarpProgram& p : programs) {
    size_.push_back(static_cast<std::uint32_t>(p.items.size()));
    offset_.push_back(nodes);
    nodes += 6 * size_.back() + 2;
  }
  next_.resize(nodes);
  missing_.assign(nodes, 0);
  using Item = std::pair<std::uint32_t, std::uint32_t>;
  std::map<std::int64_t, std::vector<Item>> members;
  for (std::uint32_t w = 0; w < programs.size(); ++w)
    for (std::uint32_t k = 0; k < size_[w]; ++k) {
      members[groups[w][k]].emplace_back(w, k);
      const Operation& op = *programs[w].items[k].op;
      const bool whole = op.kind == Operation::Kind::warp_sync ||
                         (programs[w].items[k].barrier >= barrier::named_barriers && !op.by_lane);
      for (std::uint32_t lane = 0; lane < 2; ++lane) {
        edge(registered(w, lane, k), completed(w, lane, k));
        edge(completed(w, lane, k), registered(w, lane, k + 1)); // the last one: its end
        if (whole) edge(registered(w, lane, k), completed(w, 1 - lane, k));
        if (whole && k > 0) edge(completed(w, lane, k - 1), registered(w, 1 - lane, k));
        if (op.kind != Operation::Kind::phase_copy) continue;
        edge(registered(w, lane, k), copy(w, lane, k));
        if (whole) edge(registered(w, lane, k), copy(w, 1 - lane, k));
      }
    }
  for (const auto& [group, items] : members) {
    std::vector<std::uint32_t> sources;
    std::vector<bool> there(programs.size(), false);
    bool by_all = true;
    for (const auto& [w, k] : items) {
      const Operation& op = *programs[w].items[k].op;
      there[w] = true;
      by_all = by_all && group > 0 && op.count == Operation::all_threads;
      if (op.kind == Operation::Kind::phase_copy)
        for (std::uint32_t lane = 0; lane < 2; ++lane)
          sources.push_back(copy(w, lane, k));
      if (op.kind == Operation::Kind::phase_wait || op.kind == Operation::Kind::phase_expect ||
          op.kind == Operation::Kind::phase_copy)
        continue;
      for (std::uint32_t lane = 0; lane < 2; ++lane)
        sources.push_back(registered(w, lane, k));
    }
    if (by_all)
      for (std::uint32_t w = 0; w < programs.size(); ++w)
        for (std::uint32_t lane = 0; lane < 2; ++lane)
          if (!there[w]) sources.push_back(registered(w, lane, size_[w]));
    for (const auto& [w, k] : items) {
      const Operation::Kind kind = programs[w].items[k].op->kind;
      if (kind != Operation::Kind::sync && kind != Operation::Kind::phase_wait) continue;
      for (std::uint32_t lane = 0; lane < 2; ++lane)
        for (const std::uint32_t s : sources)
          if (s != registered(w, lane, k)) edge(s, completed(w, lane, k));
    }
  }
  close();
}

void Reachability::edge(std::uint32_t from, std::uint32_t to) {
  next_[from].push_back(to);
  ++missing_[to];
}

void Reachability::close() {
  const std::size_t nodes = next_.size();
  words_ = (nodes + 63) / 64;
  ancestors_.assign(nodes * words_, 0);
  std::vector<std::uint32_t> ready;
  for (std::uint32_t x = 0; x < nodes; ++x)
    if (missing_[x] == 0) ready.push_back(x);
  std::size_t visited = 0;
  while (!ready.empty()) {
    const std::uint32_t x = ready.back();
    ready.pop_back();
    ++visited;
    ancestors_[x * words_ + x / 64] |= std::uint64_t{1} << (x % 64);
    for (const std::uint32_t y : next_[x]) {
      for (std::size_t k = 0; k < words_; ++k)
        ancestors_[y * words_ + k] |= ancestors_[x * words_ + k];
      if (--missing_[y] == 0) ready.push_back(y);
    }
  }
  if (visited != nodes) throw std::logic_error("happens-before is cyclic");
}

bool Reachability::reaches(std::uint32_t from, std::uint32_t to) const {
  return (ancestors_[to * words_ + from / 64] >> (from % 64)) & 1;
}

bool Reachability::before(const Access& a, const Access& b, bool one_thread) const {
  if (!b.is_copy && b.items == 0) return false;
  const std::uint32_t lane = one_thread ? 0 : 1;
  const std::uint32_t from = a.is_copy ? copy(a.warp, 0, a.items) : registered(a.warp, 0, a.items);
  const std::uint32_t to =
      b.is_copy ? copy(b.warp, lane, b.items) : completed(b.warp, lane, b.items - 1);
  return reaches(from, to);
}

} // namespace heddle::oracle
