// Order across outer iterations: who knows at the end of one what was done in it, and how that
// spreads in the next ones (theory.md section 4, step 8).
#include "barrier/analysis/compress.hpp"
#include "barrier/analysis/nested_states.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace heddle::barrier {
namespace {

Point in_words(const WordFamily& family, const NestedPoint& p) {
  Point out = p.point;
  if (out.role >= family.written.boundary.size())
    throw std::invalid_argument("a point outside of the skeleton");
  out.section += family.written.boundary[out.role];
  check_points(family.shape, out, out, Pairing::lanes);
  return out;
}

// Who knows of what is above this stamp of a column.
Probe above(const Shape& shape, const Run& run, std::uint32_t column, Stamp stamp) {
  State state = run.last;
  Probe probe;
  for (std::uint32_t w = 0; w < state.warps; ++w)
    probe.warps.push_back(state.clock_of(w)[column] > stamp);
  probe.joins.assign(named_barriers, false);
  for (std::uint32_t k = 0; k < state.barriers.size(); ++k)
    probe.joins[static_cast<std::size_t>(shape.named[k])] =
        state.row(state.join, k)[column] > stamp;
  for (std::uint32_t k = 0; k < state.phases.size(); ++k) {
    probe.phase_joins.push_back(state.row(state.phase_join, k)[column] > stamp);
    probe.completed.push_back(state.row(state.completed, k)[column] > stamp);
  }
  return probe;
}

// Does all that comes know of it? Of lanes only those of the warp `own` are asked.
bool everybody(const Probe& probe, Pairing pairing, std::uint32_t own) {
  const auto known = [](bool x) { return x; };
  return std::ranges::all_of(probe.warps, known) && (pairing != Pairing::lanes || probe.lanes[own]);
}

// Who knows of what warp `own` did, or a copy that it issued.
Probe knowers(const Shape& shape, const Run& run, std::uint32_t column, Stamp stamp,
              std::uint32_t own) {
  Probe probe = above(shape, run, column, stamp);
  probe.lanes.assign(shape.warps(), false);
  if (column == own) {
    probe.warps[own] = true;
    probe.lanes[own] = run.last.synced[own] > stamp;
  } else {
    probe.lanes[own] = probe.warps[own];
  }
  return probe;
}

// The same at the end of a run that began with a probe.
Probe spread(const Shape& shape, const Run& run) {
  Probe probe = above(shape, run, shape.probe(), 0);
  for (const Stamp s : run.last.synced_probe)
    probe.lanes.push_back(s > 0);
  return probe;
}

// Iterations in which a point can be; a loop without operations is as one.
std::int64_t places(const Family& family, const Record& record, const Point& p) {
  const SectionShape& s = family.shape.sections[p.role][p.section];
  return s.is_loop && !s.executes ? 1 : record.run.roles[p.role].trips[p.section];
}

bool issued(const Run& run, const Point& p, std::int64_t i) {
  if (!p.copy) return true;
  const Unrolled& role = run.roles[p.role];
  return role.epoch(p.section, i, p.index) < role.epoch(p.section, i, p.index + 1);
}

// Does the warp know at q@j of what the probe stands for?
bool knows(const Run& run, const Point& q, std::int64_t j, std::uint32_t warp, bool among_lanes) {
  const Knowledge& k = run.knowledge[warp];
  const std::size_t entry = k.width - (among_lanes ? 2 : 3);
  return k.known[run.roles[q.role].epoch(q.section, j, q.index) * k.width + entry] != 0;
}

// Is it a question whether all lanes of the warp know?
bool among_lanes(const Family& family, const Point& q, bool of_copy, Pairing pairing) {
  const auto& operations = family.shape.skeleton.roles[q.role].sections[q.section].operations;
  // what is issued for a warp as a whole is behind what its lanes did
  const bool for_warp = q.copy && !operations[q.index].by_lane;
  return pairing == Pairing::lanes && !of_copy && !for_warp;
}

// Is something that the probe stands for unknown at some q?
bool unknown_at(const Family& family, const Point& q, bool of_copy, bool other_warp,
                Pairing pairing) {
  const std::uint32_t warp = family.shape.first_warp[q.role] + (other_warp ? 1 : 0);
  const bool lanes = among_lanes(family, q, of_copy, pairing);
  for (const Record& record : family.records) {
    if (!family.can_be(record)) continue;
    for (std::int64_t j = 0; j < places(family, record, q); ++j)
      if (issued(record.run, q, j) && !knows(record.run, q, j, warp, lanes)) return true;
  }
  return false;
}

} // namespace

std::size_t NestedAnalysis::State::enter(std::size_t state, Probe probe) {
  const auto same = [&](const auto& p) { return p->state == state && p->probe == probe; };
  const auto found = std::ranges::find_if(probed, same);
  if (found != probed.end()) return static_cast<std::size_t>(found - probed.begin());
  auto made = std::make_unique<ProbedState>();
  made->state = state;
  made->probe = std::move(probe);
  probed.push_back(std::move(made));
  return probed.size() - 1;
}

bool NestedAnalysis::State::block_of(ProbedState& k) {
  if (k.after) return !k.block || k.block->decided;
  const Word word = states[k.state]->word;
  k.after = make_family(skeleton, word, Next::after, k.probe, limits);
  if (!states[k.state]->block) return true;
  k.block = make_family(skeleton, word, Next::block, k.probe, limits);
  if (!k.block->decided) return false;
  const std::size_t known = states.size();
  for (const Record& record : k.block->records) {
    if (!k.block->can_be(record)) {
      k.next.push_back(nowhere);
      continue;
    }
    Word longer = word;
    longer.push_back(k.block->member(record));
    const std::size_t next = enter(*k.block, record, longer);
    if (next >= known) { // of numbers that are not known to be possible
      states.pop_back();
      return k.block->decided = false;
    }
    k.next.push_back(enter(next, spread(k.block->shape, record.run)));
  }
  return true;
}

namespace {

Probe nobody(const Shape& shape) {
  Probe probe;
  probe.warps.assign(shape.warps(), false);
  probe.lanes = probe.warps;
  probe.joins.assign(named_barriers, false);
  probe.phase_joins.assign(shape.mbarriers(), false);
  probe.completed = probe.phase_joins;
  return probe;
}

// Who knows at the end of the run of p@i, which is executed.
Probe knowers_of(const WordFamily& family, const Run& run, const Point& p, std::int64_t i) {
  const std::uint32_t own = family.shape.first_warp[p.role];
  const Unrolled& role = run.roles[p.role];
  const std::uint32_t epoch = role.epoch(p.section, i, p.index);
  if (p.tensor) {
    const auto column = family.shape.tensor_column(own);
    return column ? knowers(family.shape, run, *column, epoch, own) : nobody(family.shape);
  }
  if (!p.copy) return knowers(family.shape, run, own, epoch, own);
  const std::uint32_t column = family.shape.warps() + role.operations[epoch].barrier;
  return knowers(family.shape, run, column, run.knowledge[own].phases[epoch], own);
}

} // namespace

// The states, with those who know of p, at the end of the iteration or of what is before the loop.
void NestedAnalysis::State::add_knowers(const WordFamily& family,
                                        const std::vector<std::size_t>& next, const NestedPoint& p,
                                        std::vector<std::size_t>& out) {
  const Point at = in_words(family, p);
  for (std::size_t r = 0; r < family.records.size(); ++r) {
    const Record& record = family.records[r];
    if (next[r] == nowhere) continue;
    for (std::int64_t i = 0; i < places(family, record, at); ++i)
      if (issued(record.run, at, i))
        out.push_back(enter(next[r], knowers_of(family, record.run, at, i)));
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

std::optional<std::int64_t> NestedAnalysis::across(const NestedPoint& p, const NestedPoint& q,
                                                   Pairing pairing) const {
  if (q.place == NestPart::before || p.place == NestPart::after)
    throw std::invalid_argument("the second point cannot be in a later outer iteration");
  if (!has_orders()) return std::nullopt;
  State& state = *state_;
  std::vector<std::size_t> level; // probed states, d - 1 outer iterations after p
  if (p.place == NestPart::before) {
    state.add_knowers(*state.before, {0}, p, level);
  } else {
    for (const auto& s : state.states)
      if (s->block) state.add_knowers(*s->block, s->next, p, level);
  }
  const bool other_warp = pairing == Pairing::warps && p.point.role == q.point.role;
  if (other_warp && state.skeleton.roles[p.point.role].warps.size() < 2)
    throw std::invalid_argument("two warps of a role of one");
  if (pairing != Pairing::warps && p.point.role != q.point.role)
    throw std::invalid_argument("lanes of two roles");
  const std::uint32_t own = state.before->shape.first_warp[p.point.role];
  const auto known_to_all = [&](std::size_t k) {
    return everybody(state.probed[k]->probe, pairing, own);
  };
  std::erase_if(level, known_to_all);
  std::map<std::vector<std::size_t>, std::int64_t> seen;
  std::int64_t last_unordered = 0;
  for (std::int64_t d = 1;; ++d) {
    const auto [before, fresh] = seen.try_emplace(level, d);
    if (!fresh && last_unordered >= before->second) return std::nullopt;
    if (!fresh) return last_unordered + 1;
    std::set<std::size_t> next;
    for (const std::size_t k : level) {
      ProbedState& here = *state.probed[k];
      if (!state.block_of(here)) return std::nullopt;
      if (q.place == NestPart::block && !here.block) continue;
      const WordFamily& family = q.place == NestPart::after ? *here.after : *here.block;
      const bool of_copy = p.point.copy || p.point.tensor;
      if (unknown_at(family, in_words(family, q), of_copy, other_warp, pairing)) last_unordered = d;
      for (const std::size_t n : here.next)
        if (n != nowhere && !known_to_all(n)) next.insert(n);
    }
    level.assign(next.begin(), next.end());
  }
}

namespace {

// Is a copy that was issued more than `most` iterations before the end of its loop older than one
// at the same mbarrier that was not? Then more is known of it.
bool recurs(const WordFamily& family, const Point& p, std::int64_t most) {
  const Operation& op = family.shape.skeleton.roles[p.role].sections[p.section].operations[p.index];
  return op.until == 0 && static_cast<std::int64_t>(op.barriers.size()) <= most;
}

} // namespace

constexpr std::size_t most_nodes = 20'000;

// How many iterations behind p, those of all outer iterations counted, somebody may not know of it.
// From `most` on distances are one: who does p earlier is known to more. Beyond some n nothing that
// is looked at changes but the distances: behind p and before q there are no more than `most`
// iterations, which then lie in copies of pumps and behind or before them.
class Distances {
public:
  Distances(NestedAnalysis::State& state, const NestedPoint& p, const NestedPoint& q,
            Pairing pairing, std::int64_t most)
      : state_(state), p_(p), q_(q), pairing_(pairing), most_(most) {}

  std::optional<std::int64_t> run() {
    for (const auto& s : state_.states)
      if (s->block && !s->block->decided) return std::nullopt;
    for (std::size_t s = 0; s < state_.states.size(); ++s)
      if (state_.states[s]->block) start(*state_.states[s]->block, state_.states[s]->next);
    while (!todo_.empty()) {
      const auto [k, distance] = todo_.back();
      todo_.pop_back();
      if (seen_.size() > most_nodes || !visit(*state_.probed[k], distance)) return std::nullopt;
    }
    return furthest_ + 1;
  }

private:
  void add(std::size_t k, std::int64_t distance) {
    const std::uint32_t own = state_.before->shape.first_warp[p_.point.role];
    if (everybody(state_.probed[k]->probe, pairing_, own)) return;
    distance = std::min(distance, most_);
    if (seen_.emplace(k, distance).second) todo_.emplace_back(k, distance);
  }

  std::int64_t last_n(const WordFamily& family, const Point& p) const {
    return family.first + 3 * family.period + most_ + 1 +
           std::abs(family.shape.sections[p.role][p.section].offset);
  }

  // Calls f(n, its record, its run) for all n up to the last one that can differ.
  template <class F> void each(WordFamily& family, const Point& p, const F& f) {
    for (std::int64_t n = 0; n <= last_n(family, p); ++n) {
      const std::size_t record = family.record_of(n);
      if (family.can_be(family.records[record])) f(record, family.run_of(n));
    }
  }

  void start(WordFamily& family, const std::vector<std::size_t>& next) {
    const Point at = in_words(family, p_);
    each(family, at, [&](std::size_t record, const Run& run) {
      const std::int64_t trips = run.roles[at.role].trips[at.section];
      for (std::int64_t d = 1; d <= std::min(most_, trips); ++d)
        if (issued(run, at, trips - d))
          add(state_.enter(next[record], knowers_of(family, run, at, trips - d)), d);
    });
  }

  // What a block may do: iterations, the first ones of q in which p is not known, where it ends.
  struct Effect {
    std::int64_t trips = 0, unknown = 0;
    std::size_t next = 0;
    auto operator<=>(const Effect&) const = default;
  };

  bool visit(ProbedState& here, std::int64_t distance) {
    const auto [known, fresh] = effects_.try_emplace(&here);
    if (fresh) {
      if (!state_.block_of(here)) return false;
      if (here.block) look_at(here, known->second);
    }
    for (const Effect& e : known->second) {
      if (e.unknown > 0) furthest_ = std::max(furthest_, distance + e.unknown - 1);
      if (e.unknown > 0 && distance + e.unknown > most_) return false;
      add(e.next, distance + e.trips);
    }
    return true;
  }

  void look_at(ProbedState& here, std::set<Effect>& out) {
    WordFamily& family = *here.block;
    const Point at = in_words(family, q_);
    const bool other = pairing_ == Pairing::warps && p_.point.role == q_.point.role;
    const std::uint32_t warp = family.shape.first_warp[at.role] + (other ? 1 : 0);
    const bool lanes = among_lanes(family, at, p_.point.copy || p_.point.tensor, pairing_);
    each(family, at, [&](std::size_t record, const Run& run) {
      const std::int64_t trips = run.roles[at.role].trips[at.section];
      std::int64_t unknown = 0;
      while (unknown < trips && !knows(run, at, unknown, warp, lanes))
        ++unknown;
      out.insert({trips, unknown, here.next[record]});
    });
  }

  NestedAnalysis::State& state_;
  const NestedPoint &p_, &q_;
  Pairing pairing_;
  std::int64_t most_, furthest_ = 0;
  std::set<std::pair<std::size_t, std::int64_t>> seen_;
  std::vector<std::pair<std::size_t, std::int64_t>> todo_;
  std::map<const ProbedState*, std::set<Effect>> effects_;
};

std::optional<std::int64_t> NestedAnalysis::running_distance(const NestedPoint& p,
                                                             const NestedPoint& q, Pairing pairing,
                                                             std::int64_t most) const {
  State& state = *state_;
  if (!has_orders()) return std::nullopt;
  if (p.place != NestPart::block || q.place != NestPart::block)
    throw std::invalid_argument("a point outside of the outer loop");
  for (const auto& s : state.states) {
    if (!s->block) continue;
    const Point a = in_words(*s->block, p), b = in_words(*s->block, q);
    check_points(s->block->shape, a, b, pairing);
    const SectionShape &first = s->block->shape.sections[a.role][a.section],
                       &second = s->block->shape.sections[b.role][b.section];
    if (!first.is_loop || !second.is_loop || first.offset != second.offset)
      throw std::invalid_argument("points of loops that run equally often");
    if (!first.executes || !second.executes) return std::nullopt;
    if (p.point.copy && !recurs(*s->block, a, most)) return std::nullopt;
  }
  return Distances(state, p, q, pairing, most).run();
}

Order NestedAnalysis::within(const NestedPoint& p, const NestedPoint& q, Pairing pairing) const {
  State& state = *state_;
  if (p.place != q.place) throw std::invalid_argument("points of different parts");
  std::vector<Tables> tables;
  const auto add = [&](const WordFamily& family) {
    const Point a = in_words(family, p), b = in_words(family, q);
    check_points(family.shape, a, b, pairing);
    tables.push_back(tables_of(family, a, b, pairing));
  };
  if (!has_orders()) return {};
  if (p.place == NestPart::before) add(*state.before);
  if (p.place == NestPart::block)
    for (const auto& s : state.states)
      if (s->block) add(*s->block);
  if (p.place == NestPart::after)
    for (const auto& s : state.states)
      add(*make_family(state.skeleton, s->word, Next::after, {}, state.limits));
  return compress(tables);
}

} // namespace heddle::barrier
