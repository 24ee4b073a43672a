// Named barriers, barriers of warps, exits, the end of the schedule (theory.md section 3).
#include "sync/state.hpp"

#include <algorithm>

namespace heddle::sync {
namespace {

BarrierRef named_ref(std::uint32_t id) { return {BarrierRef::Kind::named, id}; }

std::uint32_t lanes_of(LaneMask mask) { return static_cast<std::uint32_t>(std::popcount(mask)); }

} // namespace

// ---- registration -------------------------------------------------------------------------------

// Reports what is wrong with a registration by itself. False: it cannot be made.
bool Engine::State::admissible(Lanes who, const Registration& at, Role role) {
  Finding f;
  f.barrier = named_ref(at.id);
  f.second = participant(who, at.place, role);
  f.second_count = at.count.value_or(0);
  if (at.id >= named.size()) {
    f.kind = FindingKind::barrier_id;
    findings.add(f);
    return false;
  }
  f.generation = named[at.id].generation;
  if (at.aligned && who.lanes != live[who.warp]) {
    f.kind = FindingKind::alignment;
    f.detail = Detail::part_of_warp;
    findings.add(f);
  }
  if (at.count && (*at.count == 0 || *at.count % shape.warp_size != 0)) {
    f.kind = FindingKind::count_multiple;
    f.detail = Detail::none;
    findings.add(f);
    return *at.count != 0;
  }
  return true;
}

// Is the registration one of the open generation in every schedule? theory.md section 3: all syncs
// of the previous generation are before it, or else all its arrivals.
bool Engine::State::check_order(Lanes who, const Registration& at, Role role,
                                const NamedBarrier& b) {
  Finding f;
  f.kind = FindingKind::recycling;
  f.detail = Detail::previous_generation;
  f.barrier = named_ref(at.id);
  f.generation = b.generation;
  f.second = participant(who, at.place, role);
  bool ordered = true;
  for (const GroupId g : groups.parts(who)) {
    for (const Member& m : b.previous) {
      const auto thread = groups.unknown(g, m);
      if (!thread) continue;
      f.first = participant(m, *thread);
      findings.add(f);
      ordered = false;
      break;
    }
  }
  return ordered;
}

// Does the registration agree with the others of its generation?
void Engine::State::check_generation(Lanes who, const Registration& at, Role role,
                                     NamedBarrier& b) {
  Finding f;
  f.barrier = named_ref(at.id);
  f.generation = b.generation;
  f.second = participant(who, at.place, role);
  const Warps all = warps_at(at.id);
  const std::uint32_t whole = (all.end - all.first) * shape.warp_size;
  const std::uint32_t required = at.count.value_or(whole);
  if (b.registered == 0) {
    b.required = required;
    b.all_threads = !at.count;
    b.opener = f.second;
    b.node = add_node(f.barrier, b.generation);
  } else {
    b.all_threads = b.all_threads && !at.count; // a count is not made good by exits
  }
  if (b.required != required) {
    f.kind = FindingKind::count;
    f.detail = Detail::different_counts;
    f.first = b.opener;
    f.first_count = b.required;
    f.second_count = required;
    findings.add(f);
  }
  if (!at.aligned || role != Role::sync || !options.one_place_per_generation) return;
  if (b.aligned_sync && b.aligned_sync->place != at.place) {
    f.kind = FindingKind::alignment;
    f.detail = Detail::different_places;
    f.warning = options.several_places_warn;
    f.first = *b.aligned_sync;
    f.first_count = f.second_count = 0;
    findings.add(f);
  } else {
    b.aligned_sync = f.second;
  }
}

// An aligned registration counts for the whole warp, lanes that have exited included. (What they
// did is not handed on: they take no part in it.)
void Engine::State::check_whole(Lanes who, const Registration& at, Role role) {
  const std::uint32_t there = std::min(shape.warp_size, shape.threads - who.warp * shape.warp_size);
  if (lanes_of(who.lanes) == there) return;
  Finding f;
  f.kind = FindingKind::exited_threads;
  f.warning = true;
  f.barrier = named_ref(at.id);
  f.generation = named[at.id].generation;
  f.second = participant(who, at.place, role);
  f.first_count = there;
  f.second_count = lanes_of(who.lanes);
  findings.add(f);
}

Step Engine::State::register_at(Lanes who, const Registration& at, Role role) {
  count(who);
  Step result = step();
  if (!admissible(who, at, role)) return result;
  NamedBarrier& b = named[at.id];
  // an aligned registration is one event of its warp
  const bool joint = at.aligned && who.lanes == live[who.warp];
  const std::uint32_t arrivals = joint ? shape.warp_size : lanes_of(who.lanes);
  if (at.count && joint) check_whole(who, at, role);
  const bool correct = !findings.violated();
  if (!check_order(who, at, role, b)) {
    if (b.early == 0) {
      b.first_early = participant(who, at.place, role);
      b.first_error = correct;
    }
    b.early += arrivals;
  }
  check_generation(who, at, role, b);
  for (const GroupId g : groups.parts(who)) {
    const LaneMask mine = groups[g].lanes & who.lanes;
    const LaneMask together = joint || std::has_single_bit(who.lanes) ? who.lanes : 0;
    keep(b.current, {who.warp, mine, together, groups[g].now, role, Origin::thread, 0, at.place});
    groups.release(g, b.join);
  }
  b.present[who.warp] |= who.lanes;
  b.registered += arrivals;
  add_edge(b.node, who, role, at.place);
  if (role == Role::sync) {
    b.blocked.push_back({who, at.place});
    blocked[who.warp] |= who.lanes;
  }
  if (complete(at.id)) finish_generation(at.id, b, participant(who, at.place, role));
  std::erase_if(woken, [&](Lanes w) { return w == who; });
  result.blocked = blocked[who.warp] & who.lanes;
  result.woken = woken;
  return result;
}

// ---- completion ---------------------------------------------------------------------------------

// The warps whose threads a barrier waits for when nobody says how many.
Engine::State::Warps Engine::State::warps_at(std::uint32_t id) const {
  constexpr std::uint32_t ids_of_block = 16;
  const std::uint32_t of_block = options.block_warps;
  if (of_block == 0 || id < ids_of_block) return {0, groups.warps()};
  const std::uint32_t block = id / ids_of_block - 1;
  return {block * of_block, (block + 1) * of_block};
}

bool Engine::State::complete(std::uint32_t id) const {
  const NamedBarrier& b = named[id];
  if (b.registered == 0) return false;
  if (!b.all_threads) return b.registered >= b.required;
  bool any = false;
  const Warps all = warps_at(id);
  for (std::uint32_t warp = all.first; warp < all.end; ++warp) {
    if (live[warp] & ~b.present[warp]) return false;
    any |= live[warp] != 0;
  }
  return any;
}

void Engine::State::finish_generation(std::uint32_t id, NamedBarrier& b, const Participant& last) {
  Finding f;
  f.barrier = named_ref(id);
  f.generation = b.generation;
  f.second = last;
  if (!b.all_threads && b.registered > b.required) {
    f.kind = FindingKind::count;
    f.detail = Detail::too_many;
    f.first = b.opener;
    f.first_count = b.required;
    f.second_count = b.registered;
    findings.add(f);
  }
  std::uint32_t registered = 0;
  for (const LaneMask mask : b.present)
    registered += lanes_of(mask);
  const Warps all = warps_at(id);
  const std::uint32_t there =
      std::min(shape.threads, all.end * shape.warp_size) - all.first * shape.warp_size;
  if (b.all_threads && registered < there) {
    // it waited for the others to exit: what they did is before what follows; but PTX ISA,
    // "barrier.cluster": who arrives there releases
    const bool of_cluster = options.block_warps != 0 && id == 0;
    for (std::uint32_t warp = all.first; warp < all.end && !of_cluster; ++warp)
      share_exited({warp, ~b.present[warp]}, b.join);
    f.kind = FindingKind::exited_threads;
    f.detail = Detail::none;
    f.warning = true;
    f.first = {};
    f.first_count = there;
    f.second_count = registered;
    findings.add(f);
  }
  std::vector<Lanes> released;
  for (const NamedBarrier::Waiter& w : b.blocked) {
    for (const GroupId g : groups.parts(w.who))
      groups.acquire(g, b.join);
    wake(w.who);
    released.push_back(w.who);
  }
  complete_node(b.node);
  ++statistics.dynamic_barriers;
  if (!released.empty())
    std::erase_if(b.current, [](const Member& m) { return m.role != Role::sync; });
  b.previous.swap(b.current);
  b.current.clear();
  b.blocked.clear();
  std::ranges::fill(b.present, 0);
  b.registered = b.early = 0;
  b.previous_opener = b.opener;
  b.aligned_sync.reset();
  b.join.clear();
  ++b.generation;
  merge(released);
  groups.completed(live);
}

// ---- barriers of warps --------------------------------------------------------------------------

Step Engine::State::warp_sync(Lanes who, LaneMask members, Place place) {
  count(who);
  Step result = step();
  if (who.lanes & ~members) {
    Finding f;
    f.kind = FindingKind::alignment;
    f.detail = Detail::part_of_warp;
    f.barrier = {BarrierRef::Kind::warp, members};
    f.second = participant(who, place, Role::warp_sync);
    findings.add(f);
    members |= who.lanes;
  }
  const auto same = [&](const auto& b) { return b->warp == who.warp && b->members == members; };
  auto found = std::ranges::find_if(warp_barriers, same);
  if (found == warp_barriers.end()) {
    warp_barriers.push_back(std::make_unique<WarpBarrier>());
    found = warp_barriers.end() - 1;
    (*found)->warp = who.warp;
    (*found)->members = members;
    groups.watch(&(*found)->join);
  }
  WarpBarrier& b = **found;
  for (const GroupId g : groups.parts(who))
    groups.release(g, b.join);
  b.arrived |= who.lanes;
  b.waiting.push_back({who, place});
  blocked[who.warp] |= who.lanes;
  finish_warp_barriers(who.warp);
  std::erase_if(woken, [&](Lanes w) { return w == who; });
  result.blocked = blocked[who.warp] & who.lanes;
  result.woken = woken;
  return result;
}

// Lanes that complete a barrier of their warp at different instructions.
void Engine::State::check_places(const WarpBarrier& b) {
  const WarpBarrier::Waiter& first = b.waiting.front();
  const auto other = std::ranges::find_if(
      b.waiting, [&](const WarpBarrier::Waiter& w) { return w.place != first.place; });
  if (other == b.waiting.end()) return;
  Finding f;
  f.kind = FindingKind::alignment;
  f.detail = Detail::different_places;
  f.warning = options.several_places_warn;
  f.barrier = {BarrierRef::Kind::warp, b.members};
  f.first = participant(first.who, first.place, Role::warp_sync);
  f.second = participant(other->who, other->place, Role::warp_sync);
  findings.add(f);
}

void Engine::State::finish_warp_barriers(std::uint32_t warp) {
  std::erase_if(warp_barriers, [&](const std::unique_ptr<WarpBarrier>& b) {
    if (b->warp != warp || (b->members & live[warp] & ~b->arrived)) return false;
    if (options.one_place_per_warp) check_places(*b);
    share_exited({warp, b->members & ~b->arrived}, b->join);
    std::vector<Lanes> released;
    for (const WarpBarrier::Waiter& w : b->waiting) {
      for (const GroupId g : groups.parts(w.who))
        groups.acquire(g, b->join);
      wake(w.who);
      released.push_back(w.who);
    }
    groups.unwatch(&b->join);
    merge(released);
    return true;
  });
}

// ---- exits and the end --------------------------------------------------------------------------

Step Engine::State::exit(Lanes who) {
  count(who);
  Step result = step();
  groups.parts(who); // exited lanes leave their group: nobody hands on what they did
  live[who.warp] &= ~who.lanes;
  for (std::uint32_t id = 0; id < named.size(); ++id)
    if (named[id].all_threads && complete(id)) finish_generation(id, named[id], named[id].opener);
  finish_warp_barriers(who.warp);
  finish_matrix_waits(who.warp);
  result.woken = woken;
  return result;
}

void Engine::State::follow(Lanes who, Lanes others) {
  Clock from;
  for (const GroupId g : groups.parts(others))
    groups.release(g, from);
  for (const GroupId g : groups.parts(who))
    groups.acquire(g, from);
}

// What those of the lanes that have exited knew and did.
void Engine::State::share_exited(Lanes who, Clock& into) const {
  for (const GroupId g : groups.of_warp(who.warp))
    if (groups[g].lanes & who.lanes & ~live[who.warp]) groups.share(g, into);
}

void Engine::State::finish() {
  Finding deadlock;
  deadlock.kind = FindingKind::deadlock;
  collect_blocked(deadlock.blocked);
  find_surplus(deadlock.blocked);
  if (!deadlock.blocked.empty()) {
    deadlock.cycle = order_ring(deadlock.blocked);
    const Blocked& first = deadlock.blocked.front();
    deadlock.second = participant(first.who, first.place, first.role);
    deadlock.barrier = first.barrier;
    deadlock.generation = first.generation;
    findings.add(deadlock);
  }
  for (std::uint32_t id = 0; id < named.size(); ++id) {
    const NamedBarrier& b = named[id];
    if (b.registered == 0 || !b.blocked.empty()) continue;
    Finding f;
    f.kind = FindingKind::leftover;
    f.barrier = named_ref(id);
    f.generation = b.generation;
    f.second = b.opener;
    f.first_count = b.required;
    f.second_count = b.registered;
    findings.add(f);
  }
  finish_mbarriers();
}

// Everybody who has not exited waits at one barrier, and all who came to its open generation are
// not ordered after the one before: more came to that one than it waits for.
void Engine::State::find_surplus(const std::vector<Blocked>& waiting) {
  for (std::uint32_t id = 0; id < named.size(); ++id) {
    const NamedBarrier& b = named[id];
    const bool elsewhere =
        std::ranges::any_of(waiting, [&](const Blocked& w) { return w.barrier != named_ref(id); });
    if (b.early == 0 || b.early != b.registered || b.all_threads || elsewhere) continue;
    Finding f;
    f.kind = FindingKind::count;
    f.detail = Detail::too_many;
    f.barrier = named_ref(id);
    f.generation = b.generation - 1;
    f.first = b.previous_opener;
    f.second = b.first_early;
    f.first_count = b.required;
    f.second_count = b.required + b.registered;
    f.after_violation = !b.first_error;
    findings.add_first(f);
  }
}

void Engine::State::collect_blocked(std::vector<Blocked>& out) const {
  for (std::uint32_t id = 0; id < named.size(); ++id) {
    const NamedBarrier& b = named[id];
    for (const NamedBarrier::Waiter& w : b.blocked)
      out.push_back(
          {w.who, w.place, Role::sync, named_ref(id), b.generation, b.registered, b.required, 0});
  }
  for (const auto& b : warp_barriers)
    for (const WarpBarrier::Waiter& w : b->waiting)
      out.push_back({w.who,
                     w.place,
                     Role::warp_sync,
                     {BarrierRef::Kind::warp, b->members},
                     0,
                     lanes_of(b->arrived),
                     lanes_of(b->members & live[b->warp]),
                     0});
  for (const auto& [address, m] : mbarriers)
    for (const Mbarrier::Waiter& w : m->blocked)
      out.push_back({w.who,
                     w.what.place,
                     Role::wait,
                     {BarrierRef::Kind::mbarrier, address},
                     m->index,
                     m->expected - m->pending,
                     m->expected,
                     m->bytes});
  collect_matrix_waits(out);
}

// Moves a ring of waiting lanes to the front; returns its length. Who waits at a barrier waits for
// somebody who is not there: of those, the ones that wait elsewhere may be in a ring with it.
std::uint32_t Engine::State::order_ring(std::vector<Blocked>& all) const {
  const auto waits_for = [&](const Blocked& a, const Blocked& b) {
    if (a.barrier == b.barrier) return false;
    if (a.barrier.kind == BarrierRef::Kind::warp)
      return a.who.warp == b.who.warp && (a.barrier.id & b.who.lanes);
    if (a.barrier.kind == BarrierRef::Kind::named)
      return (named[a.barrier.id].present[b.who.warp] & b.who.lanes) == 0;
    return true;
  };
  // follow edges from each start; the first lanes seen twice close a ring
  for (std::size_t start = 0; start < all.size(); ++start) {
    std::vector<std::size_t> path{start};
    while (true) {
      const Blocked& here = all[path.back()];
      const auto back = std::ranges::find_if(
          path, [&](std::size_t i) { return i != path.back() && waits_for(here, all[i]); });
      if (back != path.end()) {
        std::vector<Blocked> ordered;
        for (auto i = back; i != path.end(); ++i)
          ordered.push_back(all[*i]);
        const auto length = static_cast<std::uint32_t>(ordered.size());
        for (std::size_t i = 0; i < all.size(); ++i)
          if (std::find(back, path.end(), i) == path.end()) ordered.push_back(all[i]);
        all = std::move(ordered);
        return length;
      }
      std::size_t next = 0;
      while (next < all.size() && !(next != path.back() && waits_for(here, all[next])))
        ++next;
      if (next == all.size()) break;
      path.push_back(next);
    }
  }
  return 0;
}

} // namespace heddle::sync
