// Thread groups: lanes of one warp with equal synchronization history share one clock. A group
// splits when some of its lanes make an event without the others, and joins again after a barrier
// that left both with equal knowledge. Private to src/sync.
//
// A group stamps what its lanes do with its time `now`, which advances whenever it hands its clock
// on. What a lane knows of its own past is everything; what it knows of the other lanes of its
// group is the group's own entry in the group's clock. So lanes of one group are unordered until a
// barrier hands their joint clock back to them.
#pragma once
#include "sync/clock.hpp"
#include "sync/engine.hpp"

#include <array>
#include <bit>
#include <deque>

namespace heddle::sync {

using GroupId = std::uint32_t;

template <class F> void for_each_lane(LaneMask mask, const F& f) {
  for (; mask; mask &= mask - 1)
    f(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

// Each lane by itself.
inline std::vector<Lanes> one_by_one(Lanes who) {
  std::vector<Lanes> out;
  for_each_lane(who.lanes, [&](std::uint32_t lane) {
    out.push_back({who.warp, LaneMask{1} << lane});
  });
  return out;
}

// Who stamped an event: a thread, a copy that its thread waits for, or a copy that reports to an
// mbarrier (theory.md section 3: one clock entry per mbarrier; the time is the phase's serial).
// A matrix product is stamped with its warpgroup's entry; the time is the number of its group.
// An operation of the tensor core is as a copy that its thread waits for, as are loads and stores
// of tensor memory.
enum class Origin : std::uint8_t {
  thread,
  async_copy,
  bulk_copy,
  tensor,
  tensor_load,
  tensor_store,
  mbarrier,
  matrix
};
inline constexpr std::size_t channels = 5;

// Asynchronous copies of one group's lanes on one channel. `issue` stamps them.
struct Copies {
  static constexpr Component unused = UINT32_MAX;
  Component component = unused;
  Time issue = 1;
  Time waited = 0;        // each lane knows its own copies up to here
  Time fenced = 0;        // likewise, and fenced since
  Time tensor_fenced = 0; // likewise by fences of tensor operations
  std::deque<Time> marks; // the newest commits: copies up to here belong to them
};

struct Group {
  std::uint32_t warp = 0;
  LaneMask lanes = 0; // empty: the slot is free
  Component component = 0;
  Time now = 1;
  Time fenced = 0;        // what each lane did itself up to here, it fenced itself
  Time tensor_fenced = 0; // likewise by fences of tensor operations
  Time maps_released = 0; // likewise towards copies by tensor maps
  Clock clock;
  // What counts for tensor memory alone: what waits have seen, be they relaxed, and how much of
  // what is known and seen the last tcgen05.fence::after_thread_sync has covered.
  Clock seen, reached;
  std::array<Copies, channels> copies; // by channel
};

// Asynchronous operations of a thread are stamped with times of its channels.
inline constexpr bool has_channel(Origin origin) {
  return origin >= Origin::async_copy && origin <= Origin::tensor_store;
}
inline constexpr std::size_t channel_of(Origin origin) {
  return static_cast<std::size_t>(origin) - static_cast<std::size_t>(Origin::async_copy);
}
static_assert(channel_of(Origin::tensor) == static_cast<std::size_t>(Channel::tensor) &&
              channel_of(Origin::tensor_store) == static_cast<std::size_t>(Channel::tensor_store) &&
              channel_of(Origin::tensor_store) + 1 == channels);

// How an event that is known is made known to the async proxy.
enum class Fenced : std::uint8_t {
  no,
  late,  // by a fence on the way, but not by the thread's own
  by_own // by a fence of the thread itself, behind the event
};

// Lanes that made a synchronizing event, with the time of their group then.
struct Member {
  std::uint32_t warp = 0;
  LaneMask lanes = 0;
  // Lanes that made the event as one: all of them are after it. Lanes that registered each for
  // itself are not after one another.
  LaneMask joint = 0;
  Time time = 0;
  Role role = Role::none;
  Origin origin = Origin::thread;
  Component component = 0; // Origin::mbarrier
  Place place;
};

class Groups {
public:
  Groups(Shape shape, bool lock_step);

  std::uint32_t warp_size() const { return warp_size_; }
  std::uint32_t warps() const { return static_cast<std::uint32_t>(of_warp_.size()); }
  std::uint32_t threads() const { return static_cast<std::uint32_t>(group_of_.size()); }
  ThreadId thread(std::uint32_t warp, std::uint32_t lane) const { return warp * warp_size_ + lane; }
  ThreadId first_thread(Lanes who) const {
    return thread(who.warp, static_cast<std::uint32_t>(std::countr_zero(who.lanes)));
  }
  LaneMask lane_bit(ThreadId t) const { return LaneMask{1} << (t % warp_size_); }

  GroupId group_of(ThreadId t) const { return group_of_[t]; }
  const Group& operator[](GroupId g) const { return groups_[g]; }
  Group& operator[](GroupId g) { return groups_[g]; }
  const std::vector<GroupId>& of_warp(std::uint32_t warp) const { return of_warp_[warp]; }

  // The groups that make up exactly these lanes, splitting where needed. (Lock step: the warp.)
  const std::vector<GroupId>& parts(Lanes who);

  // Hands what the group knows and did to `into`; then its time advances.
  void release(GroupId g, Clock& into);
  // Hands on what the group knows of others, and what its tensor operations did. That it came so
  // far counts for barriers alone.
  void commit(GroupId g, Clock& into);
  // What `release` hands on, without advancing.
  void share(GroupId g, Clock& into) const;
  void tick(GroupId g);
  void acquire(GroupId g, const Clock& from) { groups_[g].clock.join(from); }
  // Lock step: orders what the warp did before what it does next.
  void step(GroupId g);
  // Joins groups of the warp that have equal knowledge; `lanes` just passed one barrier.
  void merge(Lanes who);

  // Does lane t of group g know the event?
  bool knows(GroupId g, ThreadId t, Origin origin, ThreadId who, Component component,
             Time time) const {
    const Group& group = groups_[g];
    switch (origin) {
    case Origin::thread:
      return who == t || time <= group.clock.at(component_of_[who]);
    case Origin::mbarrier:
    case Origin::matrix:
      return time <= group.clock.at(component);
    case Origin::async_copy:
    case Origin::bulk_copy:
    case Origin::tensor:
    case Origin::tensor_load:
    case Origin::tensor_store:
      break;
    }
    const std::size_t channel = channel_of(origin);
    if (who == t && time <= group.copies[channel].waited) return true;
    const Component c = groups_[group_of_[who]].copies[channel].component;
    return time <= group.clock.at(c);
  }
  // Lane t of group g knows of an event of generic accesses or of cp.async: was it fenced before?
  Fenced fenced(GroupId g, ThreadId t, Origin origin, ThreadId who, Time time) const;
  // Fences of tensor operations by all lanes of the group.
  void tensor_before(GroupId g);
  void tensor_after(GroupId g) {
    groups_[g].reached.join(groups_[g].clock);
    groups_[g].reached.join(groups_[g].seen);
  }
  // Of an event by `who` on tensor memory: was it fenced behind it, and does a fence of lane t of
  // group g cover it? (known: where the thread or its operations are stamped)
  struct TensorFences {
    bool before = false, after = false;
  };
  TensorFences tensor_fences(GroupId g, Origin origin, ThreadId who, Time time) const {
    const Component c = stamped(origin, who);
    const Group& group = groups_[g];
    return {time <= group.clock.tensor.at(c) || time <= group.reached.tensor.at(c),
            time <= group.reached.at(c)};
  }
  // fence.proxy.tensormap::generic.release by all lanes of the group.
  void release_maps(GroupId g);
  // fence.proxy.async by all lanes of the group.
  void fence(GroupId g, LaneMask lanes);
  // Do all lanes of group g know what thread `who` did itself, whoever they are?
  bool knows(GroupId g, ThreadId who, Time time) const {
    return time <= groups_[g].clock.at(component_of_[who]);
  }
  // Do all lanes of group g surely know what these lanes of a warp did up to `time`?
  bool knows_all(GroupId g, std::uint32_t warp, LaneMask lanes, Time time) const {
    const Group& theirs =
        groups_[group_of_[thread(warp, static_cast<std::uint32_t>(std::countr_zero(lanes)))]];
    return !(lanes & ~theirs.lanes) && time <= groups_[g].clock.at(theirs.component);
  }
  // The first thread of `member` whose event some lane of the group does not know.
  std::optional<ThreadId> unknown(GroupId g, const Member& member) const;
  // The same against a clock that belongs to nobody.
  std::optional<ThreadId> unknown(const Clock& clock, const Member& member) const;

  // The clock entry of a group's copies, allocated on first use.
  Copies& copies(GroupId g, Channel channel);
  Component allocate();
  // Clocks outside of groups; they take part in splits and merges. Addresses must stay.
  void watch(Clock* clock) { watched_.push_back(clock); }
  void unwatch(Clock* clock) { std::erase(watched_, clock); }

  // A lower bound of what every thread that has not exited knows.
  const Clock& floor() const { return floor_; }
  bool forgotten(Origin origin, ThreadId who, Component component, Time time) const;
  // The same, surely, for what these lanes of a warp did themselves.
  bool forgotten(std::uint32_t warp, LaneMask lanes, Time time) const {
    const Group& theirs =
        groups_[group_of_[thread(warp, static_cast<std::uint32_t>(std::countr_zero(lanes)))]];
    return !(lanes & ~theirs.lanes) && time <= floor_.at(theirs.component);
  }
  // To be called when a generation or phase completes; refreshes the floor now and then.
  void completed(std::span<const LaneMask> live);

  std::uint32_t count() const { return used_; }
  std::uint32_t peak() const { return peak_; }
  std::size_t memory() const;

private:
  Component stamped(Origin origin, ThreadId who) const {
    return origin == Origin::thread ? component_of_[who]
                                    : groups_[group_of_[who]].copies[channel_of(origin)].component;
  }
  GroupId fresh();
  void split(GroupId g, LaneMask away);
  // A group that may share its entry of all clocks with others.
  struct Sharer {
    GroupId group;
    Component component;
    Time now, fenced;
  };
  template <class Entry>
  static std::optional<Time> common(std::span<const Sharer> some, const Entry& entry);
  static std::optional<Time> common(std::span<const Sharer> some, const Times& times);
  bool know_the_same(const std::array<Sharer, 2>& both) const;
  void keep_alike(std::vector<Sharer>& some);
  bool say_the_same(std::span<const Sharer> some);
  void join(std::span<const Sharer> some);
  void take_in(GroupId into, GroupId from);
  template <class F> void each_clock(const F& f);

  std::uint32_t warp_size_;
  bool lock_step_;
  std::vector<Group> groups_;
  std::vector<GroupId> free_groups_, group_of_;
  std::vector<Component> component_of_, free_components_;
  std::vector<std::vector<GroupId>> of_warp_;
  std::vector<GroupId> parts_;
  std::vector<Clock*> watched_;
  Component dimension_ = 0;
  Clock floor_;
  std::uint32_t used_ = 0, peak_ = 0, since_floor_ = 0;
};

} // namespace heddle::sync
