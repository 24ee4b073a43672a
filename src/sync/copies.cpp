// Asynchronous copies: those that their thread waits for, and those that report to an mbarrier.
#include "sync/state.hpp"

namespace heddle::sync {
namespace {

// Commits that a thread may leave unwaited and still tell apart.
constexpr std::size_t max_marks = 1024;

Role copy_role(Access kind) { return kind == Access::read ? Role::copy_read : Role::copy_write; }
Role tensor_role(Access kind) {
  return kind == Access::read ? Role::tensor_read : Role::tensor_write;
}

Origin origin_of(Channel channel) {
  return static_cast<Origin>(static_cast<std::size_t>(Origin::async_copy) +
                             static_cast<std::size_t>(channel));
}

} // namespace

// cp.async.mbarrier.arrive without .noinc: the arrival is one more than the mbarrier expected.
void Engine::State::add_pending(Lanes who, std::uint32_t address) {
  const auto it = mbarriers.find(address);
  if (it == mbarriers.end() || !it->second->live) return;
  it->second->pending += static_cast<std::uint32_t>(std::popcount(who.lanes));
}

void Engine::copy(const AccessEvent& event, Channel channel) {
  state_->check(event);
  for (const GroupId g : state_->groups.parts(event.who))
    state_->groups.copies(g, channel);
  const bool async = channel == Channel::bulk && !event.generic,
             of_tensor = channel > Channel::bulk;
  state_->access(event, of_tensor ? tensor_role(event.kind) : copy_role(event.kind),
                 {origin_of(channel), 0, 0, async});
  state_->advance(event.who);
}

void Engine::copy_commit(Lanes who, Channel channel) {
  state_->count(who);
  for (const GroupId g : state_->groups.parts(who)) {
    Copies& copies = state_->groups.copies(g, channel);
    copies.marks.push_back(copies.issue++);
    if (copies.marks.size() > max_marks) copies.marks.pop_front();
  }
}

void Engine::copy_wait(Lanes who, Channel channel, std::uint32_t pending) {
  state_->count(who);
  for (const GroupId g : state_->groups.parts(who)) {
    Copies& copies = state_->groups.copies(g, channel);
    while (copies.marks.size() > pending) {
      copies.waited = std::max(copies.waited, copies.marks.front());
      copies.marks.pop_front();
    }
    if (state_->options.lock_step) state_->groups[g].clock.raise(copies.component, copies.waited);
  }
}

Step Engine::copy_arrive(Lanes who, std::uint32_t mbarrier, bool counted, Place place,
                         bool releases) {
  state_->check_mbarrier(who, mbarrier);
  State::Operation op;
  op.role = Role::arrive;
  op.place = place;
  op.by_copy = op.copies_done = true;
  op.releases = releases;
  if (!counted) state_->add_pending(who, mbarrier);
  return state_->arrive_at(who, mbarrier, op, {1, 0, false, place});
}

// PTX ISA, "tcgen05.mma", "tcgen05.commit".
void Engine::tensor(const AccessEvent& event, bool async) {
  state_->check(event);
  for (const GroupId g : state_->groups.parts(event.who))
    state_->groups.copies(g, Channel::tensor);
  state_->access(event, tensor_role(event.kind), {Origin::tensor, 0, 0, async, event.tensor});
  state_->advance(event.who);
}

void Engine::tensor_fence(Lanes who, bool before) {
  state_->count(who);
  for (const GroupId g : std::vector<GroupId>(state_->groups.parts(who)))
    before ? state_->groups.tensor_before(g) : state_->groups.tensor_after(g);
}

Step Engine::tensor_commit(Lanes who, std::uint32_t mbarrier, Place place) {
  state_->check_mbarrier(who, mbarrier);
  Step result = state_->step();
  Mbarrier* m = state_->find_mbarrier(mbarrier, state_->participant(who, place, Role::arrive));
  if (!m) return result;
  for (const Lanes lane : one_by_one(who)) {
    State::Operation op;
    op.group = state_->groups.parts(lane).front();
    op.who = lane;
    op.role = Role::arrive;
    op.place = place;
    op.commits = true;
    op.arrivals = 1;
    state_->groups.copies(op.group, Channel::tensor);
    state_->touch(lane, mbarrier, Access::atomic, op.role, place, {Origin::tensor, 0, 0, false});
    result.phase = state_->operate(*m, op);
  }
  result.woken = state_->woken;
  return result;
}

Step Engine::copy_bulk(const AccessEvent& event, std::uint32_t mbarrier, std::uint32_t bytes) {
  if (event.addresses.empty()) {
    state_->check_mbarrier(event.who, mbarrier);
  } else {
    state_->check(event);
  }
  return state_->copy_bulk(event, mbarrier, bytes);
}

Step Engine::State::copy_bulk(const AccessEvent& event, std::uint32_t address,
                              std::uint32_t bytes) {
  Step result = step();
  Mbarrier* m = find_mbarrier(address, participant(event.who, event.place, Role::complete_tx));
  if (!m) return result;
  for (const Lanes lane : one_by_one(event.who)) {
    AccessEvent one = event;
    one.who = lane;
    Operation op;
    op.group = groups.parts(lane).front();
    op.who = lane;
    op.role = Role::complete_tx;
    op.place = event.place;
    op.by_copy = true;
    op.releases = event.releases;
    op.bytes = -std::int64_t{bytes};
    const bool copies = !event.addresses.empty();
    Source source{Origin::mbarrier, m->component, m->serial + 1, copies && !event.generic};
    if (copies) access(one, copy_role(event.kind), source);
    source.async = copies && !event.generic && !m->fenced;
    touch(lane, address, Access::atomic, op.role, op.place, source);
    operate(*m, op);
  }
  result.woken = woken;
  return result;
}

} // namespace heddle::sync
