#include "ptx/emulate/warp.hpp"

#include <algorithm>

namespace heddle::ptx {

Warp::Warp(std::uint32_t its_number, Mask all, Slot count, SourceSet uninitialised)
    : number(its_number), live(all), registers(count), splits{{.pc = 0, .mask = all}} {
  for (Slot slot = 0; slot < count; ++slot) {
    registers[slot].sources = uninitialised;
    for (unsigned lane = 0; lane < lanes; ++lane) // nobody's value is another's
      registers[slot].value[lane] = mix(mix(slot + 1, lane), its_number);
  }
}

std::int32_t Warp::new_join(const Join& join) {
  auto free = std::ranges::find(joins_, false, &Join::used);
  if (free == joins_.end()) free = joins_.insert(free, Join{});
  *free = join;
  free->used = true;
  return static_cast<std::int32_t>(free - joins_.begin());
}

void Warp::diverge(std::size_t index, Index meets,
                   const std::vector<std::pair<Index, Mask>>& parts) {
  Split base = splits[index];
  if (base.join == no_join || base.meets != meets) {
    base.join = new_join({meets, base.join, base.meets, base.mask, 0, true});
    base.meets = meets;
  }
  for (std::size_t n = 0; n < parts.size(); ++n) {
    Split part = base;
    part.pc = parts[n].first;
    part.mask = parts[n].second;
    if (n == 0)
      splits[index] = part;
    else
      splits.push_back(part);
  }
}

void Warp::remove(std::size_t split) {
  splits[split] = splits.back();
  splits.pop_back();
}

void Warp::release(std::int32_t number_of_join) {
  Join& join = joins_[static_cast<std::size_t>(number_of_join)];
  if (join.arrived)
    splits.push_back(
        {join.meets, join.arrived, join.outer, join.outer_meets, Split::State::ready, 0, false});
  join.expected &= ~join.arrived;
  join.arrived = 0;
  if (join.expected == 0) join.used = false;
}

void Warp::join(std::size_t split) {
  const std::int32_t number_of_join = splits[split].join;
  Join& join = joins_[static_cast<std::size_t>(number_of_join)];
  join.arrived |= splits[split].mask;
  remove(split);
  if (join.arrived == join.expected) release(number_of_join);
}

void Warp::exit(std::size_t split, Mask gone) {
  live &= ~gone;
  splits[split].mask &= ~gone;
  if (splits[split].mask == 0) remove(split);
  for (std::size_t n = 0; n < joins_.size(); ++n) {
    if (!joins_[n].used) continue;
    joins_[n].expected &= ~gone;
    if (joins_[n].arrived == joins_[n].expected) release(static_cast<std::int32_t>(n));
  }
}

bool Warp::release_joins() {
  bool any = false;
  for (std::size_t n = 0; n < joins_.size(); ++n)
    if (joins_[n].used && joins_[n].arrived) {
      release(static_cast<std::int32_t>(n));
      any = true;
    }
  return any;
}

void Warp::merge_parked() {
  for (std::size_t a = 0; a < splits.size(); ++a)
    for (std::size_t b = a + 1; b < splits.size();) {
      const bool together = splits[a].state == Split::State::parked &&
                            splits[b].state == Split::State::parked &&
                            splits[a].pc == splits[b].pc && splits[a].join == splits[b].join;
      if (!together) {
        ++b;
        continue;
      }
      splits[a].mask |= splits[b].mask;
      splits[a].state = Split::State::ready;
      remove(b);
    }
}

} // namespace heddle::ptx
