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
  if (group.maps_released) into.maps.raise(group.component, group.maps_released);
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

void Groups::release_maps(GroupId g) {
  groups_[g].clock.maps.join(groups_[g].clock);
  groups_[g].maps_released = groups_[g].now;
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

namespace {

bool without_copies(const Group& g) {
  return std::ranges::all_of(
      g.copies, [](const Copies& copies) { return copies.component == Copies::unused; });
}

} // namespace

// What goes through all clocks goes through them for all groups of a warp at once: of a block whose
// lanes often part, most of the time of a run was spent here.
void Groups::merge(Lanes who) {
  const std::vector<GroupId>& all = of_warp_[who.warp];
  if (lock_step_ || all.size() < 2) return;
  std::vector<Sharer> some;
  for (const GroupId g : all)
    if (!(groups_[g].lanes & ~who.lanes) && without_copies(groups_[g]))
      some.push_back({g, groups_[g].component, groups_[g].now, groups_[g].fenced});
  if (some.size() < 2) return;
  keep_alike(some);
  while (some.size() > 1 && !say_the_same(some))
    some.resize(some.size() / 2); // two do
  if (some.size() > 1) join(some);
}

// The groups have just passed one barrier: nothing is stamped with their present times yet. They
// can share one entry of a clock when one number says the same to all of them as their own entries
// do: their stamps are below their present times.
template <class Entry>
std::optional<Time> Groups::common(std::span<const Sharer> some, const Entry& entry) {
  const Time first = entry(some[0]); // as a rule that of all
  if (std::ranges::all_of(some, [&](const Sharer& s) { return entry(s) == first; })) return first;
  Time now = 0;
  std::optional<Time> part; // of a group of which not all is known
  for (const Sharer& s : some) {
    const Time known = entry(s);
    now = std::max(now, s.now);
    if (known + 1 >= s.now) continue;
    if (part && *part != known) return std::nullopt;
    part = known;
  }
  if (!part) return now - 1;
  for (const Sharer& s : some)
    if (entry(s) != *part && *part + 1 < s.now) return std::nullopt;
  return part;
}

std::optional<Time> Groups::common(std::span<const Sharer> some, const Times& times) {
  if (times.empty()) return 0;
  return common(some, [&](const Sharer& s) { return times.at(s.component); });
}

// Is all equal that two groups know of third ones, and the same what they know of each other?
bool Groups::know_the_same(const std::array<Sharer, 2>& both) const {
  const Group &a = groups_[both[0].group], &b = groups_[both[1].group];
  const std::pair<const Clock*, const Clock*> clocks[] = {
      {&a.clock, &b.clock}, {&a.seen, &b.seen}, {&a.reached, &b.reached}};
  for (const auto& [one, other] : clocks)
    for (std::size_t layer = 0; layer < one->layers().size(); ++layer) {
      const Times &x = *one->layers()[layer], &y = *other->layers()[layer];
      if (x == y) continue;
      for (Component c = 0; c < dimension_; ++c)
        if (c != a.component && c != b.component && x.at(c) != y.at(c)) return false;
      if (common(both, x) != common(both, y)) return false;
    }
  return true;
}

// Leaves the groups that could each share an entry with the first.
void Groups::keep_alike(std::vector<Sharer>& some) {
  const Sharer first = some.front();
  const auto is_other = [&](const Sharer& s) {
    const std::array both{first, s};
    return groups_[first.group].tensor_fenced != groups_[s.group].tensor_fenced ||
           groups_[first.group].maps_released != groups_[s.group].maps_released ||
           !common(both, [](const Sharer& of) { return of.fenced; }) || !know_the_same(both);
  };
  some.erase(std::remove_if(some.begin() + 1, some.end(), is_other), some.end());
  each_clock([&](const Clock& clock) {
    if (&clock == &floor_) return;
    for (const Times* times : clock.layers()) {
      if (common(some, *times)) continue;
      const auto apart = [&](const Sharer& s) { return !common(std::array{first, s}, *times); };
      some.erase(std::remove_if(some.begin() + 1, some.end(), apart), some.end());
    }
  });
}

bool Groups::say_the_same(std::span<const Sharer> some) {
  bool same = common(some, [](const Sharer& s) { return s.fenced; }).has_value();
  each_clock([&](const Clock& clock) {
    if (&clock == &floor_) return;
    for (const Times* times : clock.layers())
      same = same && common(some, *times);
  });
  return same;
}

void Groups::join(std::span<const Sharer> some) {
  each_clock([&](Clock& clock) {
    for (Times* times : clock.layers()) {
      if (times->empty()) continue;
      Time lowest = std::numeric_limits<Time>::max(); // the floor may be lowered
      for (const Sharer& s : some)
        lowest = std::min(lowest, times->at(s.component));
      const Time merged = common(some, *times).value_or(lowest);
      for (const Sharer& s : some)
        if (const Time next = s.group == some[0].group ? merged : 0; times->at(s.component) != next)
          times->set(s.component, next);
    }
  });
  Group& into = groups_[some[0].group];
  into.fenced = *common(some, [](const Sharer& s) { return s.fenced; });
  for (const Sharer& s : some)
    into.now = std::max(into.now, s.now);
  for (const Sharer& s : some.subspan(1))
    take_in(some[0].group, s.group);
  std::erase_if(of_warp_[into.warp], [&](GroupId g) { return groups_[g].lanes == 0; });
}

void Groups::take_in(GroupId into, GroupId from) {
  Group &a = groups_[into], &b = groups_[from];
  a.lanes |= b.lanes;
  for_each_lane(b.lanes, [&](std::uint32_t lane) {
    group_of_[thread(a.warp, lane)] = into;
    component_of_[thread(a.warp, lane)] = a.component;
  });
  free_components_.push_back(b.component);
  b.lanes = 0;
  free_groups_.push_back(from);
  --used_;
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
