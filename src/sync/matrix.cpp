// Matrix products of warpgroups (PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate
// Instructions").
#include "sync/state.hpp"

namespace heddle::sync {
namespace {

constexpr std::uint32_t warps_of_group = 4;
constexpr std::size_t max_groups = 64; // that are told apart by what was before them

} // namespace

MatrixGroup& Engine::State::matrix_group(std::uint32_t warp) {
  const auto [it, inserted] = matrix_groups.try_emplace(warp / warps_of_group);
  if (inserted) {
    it->second.component = groups.allocate();
    it->second.committed.assign(std::size_t{warps_of_group} * groups.warp_size(), 0);
  }
  return it->second;
}

// A group is complete when all warps have committed it: what they did before comes before what is
// behind a wait for it, although the wait makes nothing of it known.
void Engine::State::commit_matrix(Lanes who) {
  MatrixGroup& m = matrix_group(who.warp);
  for (const GroupId g : groups.parts(who)) {
    Clock known;
    groups.release(g, known);
    const Lanes mine{who.warp, groups[g].lanes & who.lanes};
    for_each_lane(mine.lanes, [&](std::uint32_t lane) {
      const Time number = ++m.committed[who.warp % warps_of_group * groups.warp_size() + lane];
      const auto [at, inserted] = m.before.try_emplace(number);
      if (inserted) groups.watch(&at->second);
      at->second.order.join(known);
      at->second.order.join(known.order);
    });
  }
  while (m.before.size() > max_groups) {
    groups.unwatch(&m.before.begin()->second);
    m.before.erase(m.before.begin());
  }
}

// By all threads of the warpgroup that have not exited.
bool Engine::State::all_committed(std::uint32_t group, const MatrixGroup& m, Time wanted) const {
  const std::uint32_t first = group * warps_of_group;
  bool all = true;
  for (std::uint32_t w = first; w < std::min(first + warps_of_group, groups.warps()); ++w)
    for_each_lane(live[w], [&](std::uint32_t lane) {
      all = all && m.committed[(w - first) * groups.warp_size() + lane] >= wanted;
    });
  return all;
}

Step Engine::State::matrix_wait(Lanes who, std::uint32_t pending, Place place) {
  Step result = step();
  MatrixGroup& m = matrix_group(who.warp);
  const std::uint32_t lane = groups.first_thread(who) % (warps_of_group * groups.warp_size());
  const Time done = m.committed[lane], wanted = done > pending ? done - pending : 0;
  groups.parts(who);
  m.blocked.push_back({who, wanted, place});
  blocked[who.warp] |= who.lanes;
  finish_matrix_waits(who.warp);
  if (blocked[who.warp] & who.lanes)
    result.blocked = who.lanes;
  else
    std::erase(woken, who);
  result.woken = woken;
  return result;
}

// Of the warpgroup of this warp: those for whom all is committed that they wait for.
void Engine::State::finish_matrix_waits(std::uint32_t warp) {
  const auto at = matrix_groups.find(warp / warps_of_group);
  if (at == matrix_groups.end()) return;
  MatrixGroup& m = at->second;
  std::erase_if(m.blocked, [&](const MatrixGroup::Waiter& waiter) {
    if (!all_committed(at->first, m, waiter.groups)) return false;
    const auto before = m.before.find(waiter.groups);
    for (const GroupId g : groups.parts(waiter.who)) {
      groups[g].clock.raise(m.component, waiter.groups);
      if (before != m.before.end()) groups[g].clock.join(before->second);
    }
    wake(waiter.who);
    return true;
  });
}

void Engine::State::collect_matrix_waits(std::vector<Blocked>& out) const {
  for (const auto& [number, m] : matrix_groups)
    for (const MatrixGroup::Waiter& waiter : m.blocked) {
      Blocked b;
      b.who = waiter.who;
      b.place = waiter.place;
      b.role = Role::wait;
      out.push_back(b);
    }
}

void Engine::matrix(const AccessEvent& event) {
  state_->check(event);
  MatrixGroup& m = state_->matrix_group(event.who.warp);
  const std::uint32_t first = event.who.warp % warps_of_group * state_->groups.warp_size();
  for (const Lanes lane : one_by_one(event.who)) {
    AccessEvent one = event;
    one.who = lane;
    const auto number = static_cast<std::uint32_t>(std::countr_zero(lane.lanes));
    state_->access(one, Role::matrix_read,
                   {Origin::matrix, m.component, m.committed[first + number] + 1, true});
  }
  state_->advance(event.who);
}

Step Engine::matrix_commit(Lanes who) {
  state_->count(who);
  Step result = state_->step();
  state_->commit_matrix(who);
  state_->finish_matrix_waits(who.warp);
  result.woken = state_->woken;
  return result;
}

Step Engine::matrix_wait(Lanes who, std::uint32_t pending, Place place) {
  state_->count(who);
  return state_->matrix_wait(who, pending, place);
}

} // namespace heddle::sync
