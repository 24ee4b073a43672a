#include "sync/shadow.hpp"

#include <algorithm>
#include <limits>

namespace heddle::sync {

// Of atomics: all that are wider (tcgen05.dealloc) are of one width.
constexpr std::uint32_t widest = std::numeric_limits<std::uint8_t>::max();

Shadow::Pair& Shadow::pair(std::uint32_t index) {
  const std::uint32_t page = index / pairs_per_page;
  if (page >= pages_.size()) pages_.resize(page + 1);
  if (!pages_[page]) pages_[page] = std::make_unique<Page>();
  return (*pages_[page])[index % pairs_per_page];
}

void Shadow::access(Accessor who, LaneMask lanes, std::uint32_t address, std::uint32_t size,
                    const Value& value) {
  who.width = static_cast<std::uint8_t>(who.kind == Access::atomic ? std::min(size, widest) : 0);
  Part whole{value.bits, 0, value.kind};
  if (value.kind == Value::Kind::known && size > 8) whole.kind = Value::Kind::unknown;
  const std::uint64_t end = std::uint64_t{address} + size;
  for (std::uint64_t at = address; at < end;) {
    const bool eight = at % 8 == 0 && end - at >= 8, four = at % 4 == 0 && end - at >= 4;
    const auto here = static_cast<std::uint32_t>(at);
    std::uint32_t step = eight ? 8 : four ? 4 : 1;
    Cell& touched = cell(pair(here / 8), here, step, step);
    touch(touched, who, lanes, here, step, piece(whole, here - address, step));
    at += step;
  }
  if (!open_.empty()) flush();
}

// The cell of an access to `wanted` bytes, or to fewer: `size` says how many bytes it has.
Shadow::Cell& Shadow::cell(Pair& pair, std::uint32_t address, std::uint32_t wanted,
                           std::uint32_t& size) {
  size = wanted;
  if (wanted == 8 && !pair.joined)
    pair.joined = std::ranges::none_of(pair.words,
                                       [](const Word& w) { return w.bytes || w.whole.touched(); });
  if (pair.joined) {
    if (wanted == 8) return pair.words[0].whole;
    separate(pair);
  }
  Word& word = pair.words[address % 8 / 4];
  size = wanted == 1 || word.bytes ? 1 : 4;
  if (size == 1 && !word.bytes) split(word);
  return size == 1 ? (*word.bytes)[address % 4] : word.whole;
}

// `size` bytes of a value, from `offset` on.
Shadow::Part Shadow::piece(const Part& part, std::uint32_t offset, std::uint32_t size) {
  Part out = part;
  if (part.kind == Value::Kind::opaque) out.offset += offset;
  if (part.kind == Value::Kind::known) {
    out.bits >>= 8 * offset;
    if (size < 8) out.bits &= (std::uint64_t{1} << 8 * size) - 1;
  }
  return out;
}

void Shadow::separate(Pair& pair) {
  Cell& first = pair.words[0].whole;
  Cell& second = pair.words[1].whole;
  second = first;
  for (Write& write : first.writes)
    write.part = piece(write.part, 0, 4);
  for (Write& write : second.writes)
    write.part = piece(write.part, 4, 4);
  pair.joined = false;
}

void Shadow::split(Word& word) {
  word.bytes = std::make_unique<std::array<Cell, 4>>();
  for (std::uint32_t i = 0; i < 4; ++i) {
    Cell& byte = (*word.bytes)[i];
    byte = word.whole;
    for (Write& write : byte.writes)
      write.part = piece(write.part, i, 1);
  }
  if (word.whole.touched()) touched_ += 3;
  word.whole = Cell{};
}

void Shadow::touch(Cell& cell, const Accessor& who, LaneMask lanes, std::uint32_t address,
                   std::uint32_t size, const Part& part) {
  const auto n = static_cast<std::uint32_t>(std::popcount(lanes));
  const std::uint64_t words = size == 8 ? 2 : 1;
  if (!cell.touched()) touched_ += words;
  if (who.kind == Access::read) {
    tests_ += words * n * cell.stores;
    cell.loads += n;
  } else {
    tests_ +=
        words * (std::uint64_t{n} * (cell.stores + cell.loads) + std::uint64_t{n} * (n - 1) / 2);
    cell.stores += n;
  }
  if (who.kind == Access::write) {
    // lanes of one instruction are unordered as well: one after the other
    for_each_lane(lanes, [&](std::uint32_t lane) {
      const LaneMask bit = LaneMask{1} << lane;
      check_writes(cell, who, bit, address, size, part);
      check_others(cell, who, bit, address, size);
      check_proxies(cell, who, bit, address, size);
      note_write(cell, who, lane, part);
    });
    return;
  }
  check_writes(cell, who, lanes, address, size, part);
  check_others(cell, who, lanes, address, size);
  check_proxies(cell, who, lanes, address, size);
  note_other(cell, who, lanes);
}

// Cells with fewer entries are not searched for what everybody knows.
constexpr std::size_t crowded = 4;

// PTX ISA, "Pipelined tcgen05 Instructions": some tensor operations are made in the order in which
// they are issued. "Specialized Inter-thread Synchronization": with their fences relaxed operations
// order accesses to tensor memory, too.
bool Shadow::knows(const Accessor& who, ThreadId now, const Past& past) const {
  if (groups_.knows(who.group, now, past.origin, past.thread, past.component, past.time))
    return true;
  const bool in_order =
      past.tensor && who.tensor && pipelined_ && pipelined_(past.tensor, who.tensor);
  if (in_order && groups_.knows(who.group, now, Origin::thread, past.thread, 0, past.issued))
    return true;
  if (!who.tensor_memory || past.origin == Origin::mbarrier) return false;
  const auto both = [&](Origin origin, Time time) {
    const auto fences = groups_.tensor_fences(who.group, origin, past.thread, time);
    return fences.before && fences.after;
  };
  return both(past.origin, past.time) || (in_order && both(Origin::thread, past.issued));
}

// Canonical patterns: a fence behind what another thread did, but for a commit, which is one; and a
// fence before whatever is asynchronous, but for what the thread itself did before, or issued
// before in order with it: that needs no wait, so that a wait needs no fence.
std::optional<Detail> Shadow::missing_fence(const Accessor& who, ThreadId now,
                                            const Past& past) const {
  const bool of_thread = past.origin == Origin::thread || past.origin == Origin::tensor_load ||
                         past.origin == Origin::tensor_store;
  const bool in_order =
      past.tensor && who.tensor && pipelined_ && pipelined_(past.tensor, who.tensor);
  if (past.thread == now && (of_thread || in_order)) return std::nullopt;
  const auto missing = [&](Origin origin, Time time) -> std::optional<Detail> {
    const auto fences = groups_.tensor_fences(who.group, origin, past.thread, time);
    if (!fences.before) return Detail::tensor_before;
    if (!fences.after && !who.synchronous) return Detail::tensor_after;
    return std::nullopt;
  };
  // known to be over, or else to be issued before; the fences of either will do
  const auto of_end = missing(past.origin, past.time);
  if (!of_end || !in_order) return of_end;
  const auto of_issue = missing(Origin::thread, past.issued);
  const bool over =
      groups_.knows(who.group, now, past.origin, past.thread, past.component, past.time);
  return of_issue && over ? of_end : of_issue;
}

void Shadow::check_fences(const Accessor& who, ThreadId now, const Past& past, Role role,
                          Place place, std::uint32_t address, std::uint32_t size) {
  if (!proxies_) return;
  if (const auto detail = missing_fence(who, now, past))
    report(who, {past.thread, now, role, place, groups_.lane_bit(now), FindingKind::proxy, *detail},
           address, size);
}

// Against earlier writes.
void Shadow::check_writes(Cell& cell, const Accessor& who, LaneMask lanes, std::uint32_t address,
                          std::uint32_t size, const Part& part) {
  if (cell.writes.size() > crowded && !proxies_)
    std::erase_if(cell.writes, [&](const Write& w) {
      return groups_.forgotten(w.origin, w.thread, w.component, w.time);
    });
  for (const Write& w : cell.writes) {
    if (w.origin == Origin::thread && !who.tensor_memory &&
        groups_.knows(who.group, w.thread, w.time))
      continue;
    const Past past{w.origin, w.thread, w.component, w.time, w.issued, w.tensor};
    LaneMask racing = 0;
    for_each_lane(lanes, [&](std::uint32_t lane) {
      const ThreadId now = groups_.thread(who.warp, lane);
      if (!knows(who, now, past))
        racing |= LaneMask{1} << lane;
      else if (who.tensor_memory)
        check_fences(who, now, past, w.role, w.place, address, size);
    });
    const bool same_value = who.kind == Access::write && w.part.equal(part);
    const FindingKind kind = same_value ? FindingKind::same_value_write : FindingKind::race;
    if (racing)
      report(who,
             {w.thread, groups_.first_thread({who.warp, racing}), w.role, w.place, racing, kind},
             address, size);
  }
}

// What an access and an earlier one that it does not know of are for each other.
Shadow::Conflict Shadow::conflict(const Accessor& who, const Other& o) {
  if (who.kind == Access::write) return Conflict::race;
  const bool modifies = who.kind == Access::atomic && who.change != Change::none;
  if (!modifies && !o.modifies()) return Conflict::none;
  if (who.width != o.width) return Conflict::race;
  return who.change == o.change && who.change != Change::set ? Conflict::none : Conflict::order;
}

// Against earlier reads and atomics.
void Shadow::check_others(Cell& cell, const Accessor& who, LaneMask lanes, std::uint32_t address,
                          std::uint32_t size) {
  const bool reads =
      who.kind == Access::read || (who.kind == Access::atomic && who.change == Change::none);
  if (reads && !cell.atomics) return;
  if (cell.others.size() > crowded && who.kind == Access::write && !proxies_)
    std::erase_if(cell.others, [&](Other& o) {
      if (o.origin == Origin::thread && groups_.forgotten(o.warp, o.lanes, o.time)) return true;
      LaneMask remembered = 0;
      for_each_lane(o.lanes, [&](std::uint32_t lane) {
        if (!groups_.forgotten(o.origin, groups_.thread(o.warp, lane), o.component, o.time))
          remembered |= LaneMask{1} << lane;
      });
      o.lanes = remembered;
      return !remembered;
    });
  for (const Other& o : cell.others) {
    const Conflict what = conflict(who, o);
    if (what == Conflict::none) continue;
    if (o.origin == Origin::thread && !who.tensor_memory &&
        groups_.knows_all(who.group, o.warp, o.lanes, o.time))
      continue;
    LaneMask racing = 0;
    ThreadId first = 0, now = 0;
    for_each_lane(o.lanes, [&](std::uint32_t theirs) {
      const ThreadId thread = groups_.thread(o.warp, theirs);
      for_each_lane(lanes, [&](std::uint32_t lane) {
        const ThreadId mine = groups_.thread(who.warp, lane);
        const Past past{o.origin, thread, o.component, o.time, o.issued, o.tensor};
        if (knows(who, mine, past)) {
          if (who.tensor_memory) check_fences(who, mine, past, o.role, o.place, address, size);
          return;
        }
        if (!racing) {
          first = thread;
          now = groups_.thread(who.warp, lane);
        }
        racing |= LaneMask{1} << lane;
      });
    });
    if (!racing) continue;
    if (what == Conflict::race) {
      report(who, {first, now, o.role, o.place, racing}, address, size);
      continue;
    }
    unsettled_ |= racing;
    if (!o.modifies()) loads_.push_back(o.place);
  }
}

// ---- proxies ------------------------------------------------------------------------------------

// PTX ISA, memory consistency model, "Causality Order": accesses of different proxies are ordered
// only where a proxy fence lies on the path between them. That a fence of whoever issues the access
// comes too late for writes is the stricter reading: the documented patterns fence where the writes
// are.
std::optional<Detail> Shadow::unfenced(const Accessor& who, ThreadId now, Origin origin,
                                       ThreadId thread, Time time, Role role) const {
  const Fenced fenced = groups_.fenced(who.group, now, origin, thread, time);
  if (fenced == Fenced::by_own) return std::nullopt;
  const bool at_all = fenced == Fenced::no;
  if (role == Role::init && who.role == Role::complete_tx)
    return at_all ? std::optional(Detail::initialised_unfenced) : std::nullopt;
  if (role == Role::read) return at_all ? std::optional(Detail::overwritten) : std::nullopt;
  return at_all ? Detail::none : Detail::fenced_late;
}

void Shadow::check_proxy(const Accessor& who, LaneMask lanes, std::uint32_t address,
                         std::uint32_t size, const Earlier& earlier, bool& covered) {
  const bool generic = earlier.origin == Origin::thread || earlier.origin == Origin::async_copy;
  if (covered || !generic) return;
  bool known = true;
  std::optional<Offence> found;
  for_each_lane(lanes, [&](std::uint32_t lane) {
    const ThreadId now = groups_.thread(who.warp, lane);
    for_each_lane(earlier.lanes, [&](std::uint32_t theirs) {
      const ThreadId first = groups_.thread(earlier.warp, theirs);
      // what is not known races; that is told elsewhere
      if (!groups_.knows(who.group, now, earlier.origin, first, 0, earlier.time)) {
        known = false;
        return;
      }
      if (!who.async) return;
      const auto detail = unfenced(who, now, earlier.origin, first, earlier.time, earlier.role);
      if (!detail) return;
      if (!found) found = {first, now, earlier.role, earlier.place, 0, FindingKind::proxy, *detail};
      found->lanes |= LaneMask{1} << lane;
    });
  });
  if (found) report(who, *found, address, size);
  // operations on an mbarrier leave its initialisation what it is
  const bool of_memory = who.role == Role::write || who.role == Role::atomic ||
                         who.role == Role::copy_write || who.role == Role::init ||
                         who.role == Role::inval;
  covered = known && of_memory && who.modifies();
}

void Shadow::check_proxies(Cell& cell, const Accessor& who, LaneMask lanes, std::uint32_t address,
                           std::uint32_t size) {
  if (!proxies_ || (!who.async && !who.modifies())) return;
  if (who.map) return check_map(cell, who, lanes, address, size);
  for (Write& w : cell.writes) {
    const std::uint32_t warp = w.thread / groups_.warp_size();
    check_proxy(who, lanes, address, size,
                {warp, groups_.lane_bit(w.thread), w.origin, w.time, w.role, w.place}, w.covered);
  }
  for (Other& o : cell.others) {
    const bool of_memory = o.role == Role::read || o.role == Role::atomic;
    if (!of_memory || (!o.modifies() && !who.modifies())) continue;
    check_proxy(who, lanes, address, size, {o.warp, o.lanes, o.origin, o.time, o.role, o.place},
                o.covered);
  }
}

// PTX ISA, "membar / fence": accesses to a tensor map and copies by it are of two proxies; order
// of them needs a release pattern on the way and behind that an acquire pattern of the map, by the
// thread that issues the copy (.tensormap). What is not known races; that is told elsewhere.
void Shadow::check_map(const Cell& cell, const Accessor& who, LaneMask lanes, std::uint32_t address,
                       std::uint32_t size) {
  const auto fenced = [&](ThreadId now, ThreadId first, Time time) {
    const auto it = acquired_.find({now, *who.map});
    if (it == acquired_.end()) return false;
    const Clock& known = it->second.known;
    if (first == now) return time <= it->second.released;
    return time <= known.maps.at(groups_[groups_.group_of(first)].component);
  };
  for_each_lane(lanes, [&](std::uint32_t lane) {
    const ThreadId now = groups_.thread(who.warp, lane);
    const auto ask = [&](Origin origin, ThreadId first, Time time, Role role, Place place) {
      const bool known = groups_.knows(who.group, now, origin, first, 0, time);
      if (origin != Origin::thread || !known || fenced(now, first, time)) return;
      report(who,
             {first, now, role, place, groups_.lane_bit(now), FindingKind::proxy,
              Detail::map_unfenced},
             address, size);
    };
    for (const Write& w : cell.writes)
      ask(w.origin, w.thread, w.time, w.role, w.place);
    for (const Other& o : cell.others)
      if (o.modifies())
        for_each_lane(o.lanes, [&](std::uint32_t theirs) {
          ask(o.origin, groups_.thread(o.warp, theirs), o.time, o.role, o.place);
        });
  });
}

void Shadow::acquire_map(ThreadId thread, std::uint32_t address) {
  const auto [it, inserted] = acquired_.try_emplace({thread, address});
  if (inserted) groups_.watch(&it->second.known);
  const GroupId g = groups_.group_of(thread);
  it->second.known = groups_[g].clock;
  it->second.released = groups_[g].maps_released;
}

// Keeps the thread's last write and its last one of another value (which follows it in the list).
void Shadow::note_write(Cell& cell, const Accessor& who, std::uint32_t lane, const Part& part) {
  const auto thread = static_cast<std::uint16_t>(groups_.thread(who.warp, lane));
  const Write fresh{part,       who.time, who.place,  who.component, thread,
                    who.origin, who.role, who.tensor, who.issued};
  // all copies that report to one mbarrier are one source: any of them may be the last
  const auto mine = [&](const Write& w) {
    if (w.origin != who.origin) return false;
    return who.origin == Origin::mbarrier ? w.component == who.component : w.thread == thread;
  };
  const auto last = std::ranges::find_if(cell.writes, mine);
  if (last == cell.writes.end()) {
    cell.writes.push_back(fresh);
    return;
  }
  const auto older = std::find_if(last + 1, cell.writes.end(), mine);
  Write previous = *last;
  previous.covered = true;
  *last = fresh;
  if (part.kind == Value::Kind::unknown) { // races with everything: the older adds nothing
    if (older != cell.writes.end()) cell.writes.erase(older);
  } else if (!previous.part.equal(part)) {
    if (older != cell.writes.end()) {
      *older = previous;
    } else {
      cell.writes.push_back(previous);
    }
  }
}

void Shadow::note_other(Cell& cell, const Accessor& who, LaneMask lanes) {
  const bool copies = who.origin == Origin::mbarrier;
  cell.atomics = cell.atomics || (who.width && who.change != Change::none);
  const Other fresh{
      who.time,   who.place, lanes,     who.component, static_cast<std::uint16_t>(who.warp),
      who.origin, who.role,  who.width, who.change,    who.tensor,
      who.issued};
  auto at = std::ranges::lower_bound(cell.others, fresh.warp, {}, &Other::warp);
  if (copies) at = cell.others.begin(); // all that report to one mbarrier are one source
  bool noted = false, drop = false;
  for (; at != cell.others.end() && (copies || at->warp == fresh.warp); ++at) {
    Other& o = *at;
    if (o.origin != fresh.origin || o.width != fresh.width || o.change != fresh.change) continue;
    if (copies && o.component != fresh.component) continue;
    if (!noted && o.time == fresh.time && o.place == fresh.place && o.warp == fresh.warp &&
        o.role == fresh.role && o.issued == fresh.issued && o.tensor == fresh.tensor &&
        !o.covered) {
      o.lanes |= lanes;
      noted = true;
      continue;
    }
    o.lanes = copies ? 0 : o.lanes & ~lanes;
    if (o.lanes) continue;
    if (noted || o.warp != fresh.warp) {
      drop = true;
    } else {
      o = fresh;
      noted = true;
    }
  }
  if (!noted) {
    if (copies) at = std::ranges::upper_bound(cell.others, fresh.warp, {}, &Other::warp);
    cell.others.insert(at, fresh);
  }
  if (drop) std::erase_if(cell.others, [](const Other& o) { return !o.lanes; });
}

// ---- reports ------------------------------------------------------------------------------------

void Shadow::report(const Accessor& who, const Offence& what, std::uint32_t address,
                    std::uint32_t size) {
  const auto pairs = static_cast<std::uint64_t>(std::popcount(what.lanes));
  for (Open& open : open_) {
    if (open.first.place != what.place || open.first.role != what.role || open.kind != what.kind ||
        open.detail != what.detail)
      continue;
    if (open.cell != address) {
      if (open.address + open.size == address) open.size += size;
      open.cell = address;
      open.pairs = 0;
    }
    open.pairs += pairs;
    open.most = std::max(open.most, open.pairs);
    return;
  }
  open_.push_back({{what.first, what.place, what.role},
                   {what.now, who.place, who.role},
                   what.kind,
                   what.detail,
                   address,
                   size,
                   address,
                   pairs,
                   pairs});
}

void Shadow::flush() {
  for (const Open& open : open_) {
    Finding f;
    f.kind = open.kind;
    f.detail = open.detail;
    f.warning = open.kind == FindingKind::same_value_write ||
                (open.kind == FindingKind::proxy && open.detail != Detail::none &&
                 open.detail != Detail::map_unfenced);
    f.first = open.first;
    f.second = open.second;
    f.address = open.address;
    f.size = open.size;
    f.occurrences = open.most;
    findings_.add(std::move(f));
  }
  open_.clear();
}

std::size_t Shadow::memory() const {
  std::size_t bytes = pages_.capacity() * sizeof(pages_[0]);
  const auto held = [&](const Cell& c) {
    bytes += c.writes.capacity() * sizeof(Write) + c.others.capacity() * sizeof(Other);
  };
  for (const auto& page : pages_) {
    if (!page) continue;
    bytes += sizeof(Page);
    for (const Pair& p : *page)
      for (const Word& w : p.words) {
        held(w.whole);
        if (!w.bytes) continue;
        bytes += sizeof(*w.bytes);
        for (const Cell& c : *w.bytes)
          held(c);
      }
  }
  return bytes;
}

} // namespace heddle::sync
