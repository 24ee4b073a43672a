#include "sync/groups.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace heddle::sync {

Groups::Groups(Shape shape, bool lock_step)
    : warp_size_(shape.warp_size), lock_step_(lock_step), group_of_(shape.threads, 0),
      component_of_(shape.threads, 0) {
  of_warp_.resize((shape.threads + warp_size_ - 1) / warp_size_);
  for (std::uint32_t warp = 0; warp < of_warp_.size(); ++warp) {
    const std::uint32_t lanes = std::min(warp_size_, shape.threads - warp * warp_size_);
    const GroupId g = fresh();
    groups_[g].warp = warp;
    groups_[g].lanes = lanes == 32 ? ~LaneMask{0} : (LaneMask{1} << lanes) - 1;
    groups_[g].component = allocate();
    of_warp_[warp].push_back(g);
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      group_of_[thread(warp, lane)] = g;
      component_of_[thread(warp, lane)] = groups_[g].component;
    }
  }
}

GroupId Groups::fresh() {
  peak_ = std::max(peak_, ++used_);
  if (!free_groups_.empty()) {
    const GroupId g = free_groups_.back();
    free_groups_.pop_back();
    return g;
  }
  groups_.emplace_back();
  return static_cast<GroupId>(groups_.size() - 1);
}

Component Groups::allocate() {
  if (free_components_.empty()) return dimension_++;
  const Component c = free_components_.back();
  free_components_.pop_back();
  return c;
}

template <class F> void Groups::each_clock(const F& f) {
  for (Group& group : groups_)
    if (group.lanes)
      for (Clock* clock : {&group.clock, &group.seen, &group.reached})
        f(*clock);
  for (Clock* clock : watched_)
    f(*clock);
  f(floor_);
}

const std::vector<GroupId>& Groups::parts(Lanes who) {
  parts_.clear();
  const std::size_t before = of_warp_[who.warp].size();
  for (std::size_t i = 0; i < before; ++i) {
    const GroupId g = of_warp_[who.warp][i];
    const LaneMask inside = groups_[g].lanes & who.lanes;
    if (!inside) continue;
    if (!lock_step_ && inside != groups_[g].lanes) split(g, groups_[g].lanes & ~who.lanes);
    parts_.push_back(g);
  }
  return parts_;
}

// The lanes `away` go to a group of their own with the same knowledge.
void Groups::split(GroupId g, LaneMask away) {
  const GroupId h = fresh();
  groups_[h] = groups_[g];
  groups_[g].lanes &= ~away;
  groups_[h].lanes = away;
  const auto twin = [&](Component c) {
    const Component d = allocate();
    each_clock([&](Clock& clock) {
      for (Times* times : clock.layers())
        if (times->at(c) != times->at(d)) times->set(d, times->at(c));
    });
    return d;
  };
  groups_[h].component = twin(groups_[g].component);
  for (Copies& copies : groups_[h].copies)
    if (copies.component != Copies::unused) copies.component = twin(copies.component);
  of_warp_[groups_[g].warp].push_back(h);
  for_each_lane(away, [&](std::uint32_t lane) {
    group_of_[thread(groups_[h].warp, lane)] = h;
    component_of_[thread(groups_[h].warp, lane)] = groups_[h].component;
  });
}

void Groups::share(GroupId g, Clock& into) const {
  const Group& group = groups_[g];
  into.join(group.clock);
  into.raise(group.component, group.now);
  const auto share_fenced = [&](Component component, Time fenced) {
    if (fenced == 0) return;
    into.own.raise(component, fenced);
    into.path.raise(component, fenced);
  };
  share_fenced(group.component, group.fenced);
  if (group.tensor_fenced) into.tensor.raise(group.component, group.tensor_fenced);
  for (const Copies& copies : group.copies) {
    if (copies.component == Copies::unused) continue;
    into.raise(copies.component, copies.waited);
    share_fenced(copies.component, copies.fenced);
    if (copies.tensor_fenced) into.tensor.raise(copies.component, copies.tensor_fenced);
  }
}

void Groups::tick(GroupId g) {
  if (++groups_[g].now == std::numeric_limits<Time>::max())
    throw std::length_error("a warp has more than 2^32 synchronizing events");
  if (lock_step_) groups_[g].clock.raise(groups_[g].component, groups_[g].now - 1);
}

void Groups::release(GroupId g, Clock& into) {
  share(g, into);
  tick(g);
}

void Groups::commit(GroupId g, Clock& into) {
  Copies& operations = copies(g, Channel::tensor);
  const Group& group = groups_[g];
  into.join(group.clock);
  into.raise(operations.component, operations.issue++);
  into.tensor.raise(operations.component, operations.issue - 1);
  into.order.raise(group.component, group.now);
  tick(g);
}

void Groups::tensor_before(GroupId g) {
  groups_[g].tensor_fenced = groups_[g].now;
  for (Copies& copies : groups_[g].copies)
    copies.tensor_fenced = copies.waited;
  tick(g);
}

void Groups::step(GroupId g) {
  if (lock_step_) tick(g);
}

// A fence ends the epoch: what the lanes do behind it is not fenced. In lock step the group may
// have more lanes than fence; then it is a fence on the way alone.
void Groups::fence(GroupId g, LaneMask lanes) {
  Group& group = groups_[g];
  group.clock.path.join(group.clock);
  if (!(group.lanes & ~lanes)) {
    group.fenced = group.now;
    for (Copies& copies : group.copies)
      copies.fenced = copies.waited;
  }
  tick(g);
}

Fenced Groups::fenced(GroupId g, ThreadId t, Origin origin, ThreadId who, Time time) const {
  const Group &mine = groups_[g], &theirs = groups_[group_of_[who]];
  const bool itself = origin == Origin::thread;
  const Copies& copies = theirs.copies[origin == Origin::async_copy ? 0 : 1];
  const Component c = itself ? component_of_[who] : copies.component;
  if (who == t && time <= (itself ? mine.fenced : copies.fenced)) return Fenced::by_own;
  if (time <= mine.clock.own.at(c)) return Fenced::by_own;
  return time <= mine.clock.path.at(c) ? Fenced::late : Fenced::no;
}

// ---- merging ------------------------------------------------------------------------------------

void Groups::merge(Lanes who) {
  std::vector<GroupId>& all = of_warp_[who.warp];
  if (lock_step_ || all.size() < 2) return;
  std::size_t first = all.size();
  for (std::size_t i = 0; i < all.size();) {
    if (groups_[all[i]].lanes & ~who.lanes) {
      ++i;
    } else if (first == all.size()) {
      first = i++;
    } else if (try_merge(all[first], all[i])) {
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

namespace {

bool without_copies(const Group& g) {
  return std::ranges::all_of(
      g.copies, [](const Copies& copies) { return copies.component == Copies::unused; });
}

} // namespace

// Both groups have just passed one barrier: nothing is stamped with their present times yet. They
// can share one entry when in every clock one number says the same as the two did.
bool Groups::try_merge(GroupId into, GroupId from) {
  Group &a = groups_[into], &b = groups_[from];
  if (!without_copies(a) || !without_copies(b)) return false;
  if (a.tensor_fenced != b.tensor_fenced) return false;
  const Time now = std::max(a.now, b.now);
  // Do entries x and y of a group say the same, all its stamps being below `end`?
  const auto same = [](Time x, Time y, Time end) {
    return x == y || (x >= end - 1 && y >= end - 1);
  };
  const auto one = [&](Time x, Time y) -> std::optional<Time> {
    for (const Time z : {now - 1, x, y})
      if (same(x, z, a.now) && same(y, z, b.now)) return z;
    return std::nullopt;
  };
  const auto common = [&](const Times& clock) {
    return one(clock.at(a.component), clock.at(b.component));
  };
  const auto fenced = one(a.fenced, b.fenced);
  bool possible = fenced.has_value();
  each_clock([&](const Clock& clock) {
    for (const Times* times : clock.layers())
      if (&clock != &floor_) possible = possible && common(*times);
  });
  if (!possible) return false;
  const auto elsewhere = [&](const Times& x, const Times& y) {
    for (Component c = 0; c < dimension_; ++c)
      if (c != a.component && c != b.component && x.at(c) != y.at(c)) return false;
    return true;
  };
  const std::pair<Clock*, Clock*> clocks[] = {
      {&a.clock, &b.clock}, {&a.seen, &b.seen}, {&a.reached, &b.reached}};
  for (const auto& [x, y] : clocks)
    for (std::size_t layer = 0; layer < x->layers().size(); ++layer)
      if (!elsewhere(*x->layers()[layer], *y->layers()[layer])) return false;
  each_clock([&](Clock& clock) {
    for (Times* times : clock.layers()) {
      const Time lowest = std::min(times->at(a.component), times->at(b.component));
      const Time merged = common(*times).value_or(lowest); // the floor may be lowered
      if (times->at(a.component) != merged) times->set(a.component, merged);
      if (times->at(b.component) != 0) times->set(b.component, 0);
    }
  });
  a.fenced = *fenced;
  a.now = now;
  a.lanes |= b.lanes;
  for_each_lane(b.lanes, [&](std::uint32_t lane) {
    group_of_[thread(a.warp, lane)] = into;
    component_of_[thread(a.warp, lane)] = a.component;
  });
  free_components_.push_back(b.component);
  b.lanes = 0;
  free_groups_.push_back(from);
  --used_;
  return true;
}

// ---- knowledge ----------------------------------------------------------------------------------

std::optional<ThreadId> Groups::unknown(GroupId g, const Member& member) const {
  const Group& mine = groups_[g];
  const Lanes who{member.warp, member.lanes};
  if (member.origin == Origin::mbarrier) {
    if (mine.clock.after(member.component, member.time)) return std::nullopt;
    return first_thread(who);
  }
  if (member.warp == mine.warp && !(mine.lanes & ~member.joint)) return std::nullopt;
  for (const GroupId h : of_warp_[member.warp]) {
    const LaneMask theirs = groups_[h].lanes & member.lanes;
    if (!theirs || mine.clock.after(groups_[h].component, member.time)) continue;
    // a single lane knows its own past
    if (h == g && theirs == mine.lanes && std::has_single_bit(theirs)) continue;
    return first_thread({member.warp, theirs});
  }
  return std::nullopt;
}

std::optional<ThreadId> Groups::unknown(const Clock& clock, const Member& member) const {
  for (const GroupId h : of_warp_[member.warp]) {
    const LaneMask theirs = groups_[h].lanes & member.lanes;
    if (theirs && !clock.after(groups_[h].component, member.time))
      return first_thread({member.warp, theirs});
  }
  return std::nullopt;
}

Copies& Groups::copies(GroupId g, Channel channel) {
  Copies& copies = groups_[g].copies[static_cast<std::size_t>(channel)];
  if (copies.component == Copies::unused) copies.component = allocate();
  return copies;
}

bool Groups::forgotten(Origin origin, ThreadId who, Component component, Time time) const {
  switch (origin) {
  case Origin::thread:
    return time <= floor_.at(component_of_[who]);
  case Origin::mbarrier:
  case Origin::matrix:
    return time <= floor_.at(component);
  case Origin::async_copy:
  case Origin::bulk_copy:
  case Origin::tensor:
  case Origin::tensor_load:
  case Origin::tensor_store:
    break;
  }
  const std::size_t channel = channel_of(origin);
  return time <= floor_.at(groups_[group_of_[who]].copies[channel].component);
}

void Groups::completed(std::span<const LaneMask> live) {
  if (++since_floor_ < std::max<std::uint32_t>(8, used_ / 2)) return;
  since_floor_ = 0;
  bool first = true;
  for (const Group& group : groups_) {
    if (!group.lanes || !(group.lanes & live[group.warp])) continue;
    Clock known = group.clock;
    if (std::has_single_bit(group.lanes)) known.set(group.component, group.now); // all of its past
    if (first) {
      floor_ = known;
    } else {
      floor_.meet(known);
    }
    first = false;
  }
}

std::size_t Groups::memory() const {
  std::size_t bytes = groups_.capacity() * sizeof(Group) + floor_.memory();
  for (const Group& group : groups_) {
    bytes += group.clock.memory();
    for (const Copies& copies : group.copies)
      bytes += copies.marks.size() * sizeof(Time);
  }
  for (const Clock* clock : watched_)
    bytes += clock->memory();
  return bytes;
}

} // namespace heddle::sync
