// Shuffles, votes and reductions: what lanes of a warp, or the threads of a block, make together.
// They wait for each other there, but nothing that they did to memory is ordered by it. Where some
// never come, as in code for warps that run in step, the value is not known.
#include "core/interpreter/interpreter.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace heddle::core::interp {

namespace {

constexpr std::uint32_t warp_size = 32;
using Kind = Exchange::Kind;

// The lane that is the n-th of the mask; one that is nowhere, if there are not so many.
std::int64_t nth_lane(std::uint32_t mask, std::int64_t n) {
  for (std::int64_t lane = 0; lane < warp_size; ++lane)
    if ((mask >> lane & 1) != 0 && n-- == 0) return lane;
  return -1;
}

// The lane whose value a shuffle gives to `lane` (PTX ISA, "shfl.sync"); the own one where that is
// not in the segment.
std::int64_t source(Kind kind, std::int64_t lane, const Offer& offer) {
  if (kind == Kind::nth) return nth_lane(offer.mask, offer.lane);
  const std::int64_t last = lane | (offer.width - 1), first = lane & ~(offer.width - 1);
  std::int64_t from = lane;
  switch (kind) {
  case Kind::up:
    from = lane - offer.lane;
    return from < first ? lane : from;
  case Kind::down:
    from = lane + offer.lane;
    return from > last ? lane : from;
  case Kind::across:
    from = lane ^ offer.lane;
    return from > last ? lane : from;
  default:
    return first | (offer.lane & (offer.width - 1));
  }
}

// Of numbers of the thread's values; truth values and masks are counted by the caller.
std::optional<std::int64_t> reduced(Kind kind, Type type, std::int64_t a, std::int64_t b) {
  switch (kind) {
  case Kind::add:
    return atomic_result("add", type, a, b);
  case Kind::least:
    return atomic_result("min", type, a, b);
  case Kind::greatest:
    return atomic_result("max", type, a, b);
  case Kind::bits_and:
    return a & b;
  case Kind::bits_or:
    return a | b;
  case Kind::bits_xor:
    return a ^ b;
  default:
    return std::nullopt;
  }
}

bool is_shuffle(Kind kind) { return kind <= Kind::nth; }
bool is_vote(Kind kind) { return kind >= Kind::all && kind <= Kind::match; }

} // namespace

// Does the thread wait? Else the value is not known.
bool Machine::offer(std::uint32_t t, const Instr& instr, std::uint32_t pc) {
  if (observer_.synchronizes()) return false;
  const ExchangeInfo& info = program_.exchanges[instr.extra];
  Offer mine{frame_[instr.a], 0, warp_size, 0xffffffff};
  const auto take = [&](Slot slot, auto& to) {
    if (slot == no_slot) return true;
    to = static_cast<std::remove_reference_t<decltype(to)>>(frame_[slot].bits);
    return frame_[slot].taint == 0;
  };
  if (!take(instr.b, mine.lane) || !take(info.width, mine.width) || !take(instr.c, mine.mask))
    return false;
  if (mine.width < 1 || mine.width > warp_size ||
      !std::has_single_bit(static_cast<std::uint64_t>(mine.width)))
    return false;
  const bool by = info.kind == Kind::up || info.kind == Kind::down || info.kind == Kind::across;
  if (by && (mine.lane < 0 || mine.lane >= warp_size)) return false;
  Thread& thread = threads_[t];
  thread.offer = mine;
  thread.pc = pc;
  thread.state = State::exchanging;
  return true;
}

bool Machine::same_exchange(const Thread& a, const Thread& b) const {
  if (a.state != State::exchanging || b.state != State::exchanging || a.pc != b.pc ||
      a.offer.mask != b.offer.mask)
    return false;
  const ExchangeInfo& info = program_.exchanges[program_.code[a.pc].extra];
  return std::ranges::all_of(info.counters, [&](Slot s) { return a.own[s].bits == b.own[s].bits; });
}

// Everyone who makes the value and has not ended, in order; empty: not all of them are there, or
// the caller is not among them.
std::vector<std::uint32_t> Machine::partners(std::uint32_t leader) const {
  const Thread& first = threads_[leader];
  const ExchangeInfo& info = program_.exchanges[program_.code[first.pc].extra];
  const auto& block = blocks_[first.block_number];
  const auto count = static_cast<std::uint32_t>(block.size());
  const std::uint32_t size = info.scope == Scope::block ? count
                             : info.group_size          ? info.group_size
                                                        : warp_size;
  const std::uint32_t start = first.linear / size * size;
  std::vector<std::uint32_t> group;
  for (std::uint32_t i = start; i < std::min(start + size, count); ++i) {
    const bool named = info.scope == Scope::block || (first.offer.mask >> (i % warp_size) & 1) != 0;
    if (!named || ended(threads_[block[i]])) continue;
    if (!same_exchange(threads_[block[i]], first)) return {};
    group.push_back(block[i]);
  }
  if (!std::ranges::binary_search(group, leader)) return {}; // ascending, as the block
  return group;
}

bool Machine::make_exchange(std::uint32_t leader) {
  const std::vector<std::uint32_t> group = partners(leader);
  if (group.empty()) return false;
  const std::uint32_t pc = threads_[leader].pc;
  const Instr& instr = program_.code[pc];
  const ExchangeInfo& info = program_.exchanges[instr.extra];
  const Taint unknown = pc + 1;
  std::vector<Value> results;
  for (const std::uint32_t t : group)
    results.push_back(is_shuffle(info.kind)      ? shuffled(group, t, info.kind, unknown)
                      : info.kind == Kind::same  ? threads_[t].offer.value
                      : info.kind == Kind::match ? matched(group, t, info)
                                                 : combined(group, info, instr.from, unknown));
  for (std::size_t i = 0; i < group.size(); ++i) {
    Thread& t = threads_[group[i]];
    Value v = results[i];
    if (!v.taint) v.bits = instr.type.is_bool() ? v.bits != 0 : wrap(v.bits, instr.type);
    t.own[instr.dst] = v;
    t.state = State::ready;
    ++t.pc;
  }
  return true;
}

Value Machine::shuffled(std::span<const std::uint32_t> group, std::uint32_t t, Exchange::Kind kind,
                        Taint unknown) const {
  const Thread& thread = threads_[t];
  const std::int64_t lane = thread.linear % warp_size;
  const std::int64_t from = thread.linear - lane + source(kind, lane, thread.offer);
  for (const std::uint32_t other : group)
    if (threads_[other].linear == from) return threads_[other].offer.value;
  return {0, unknown}; // of a lane that is not there
}

Value Machine::matched(std::span<const std::uint32_t> group, std::uint32_t t,
                       const ExchangeInfo& info) const {
  const Value& mine = threads_[t].offer.value;
  if (mine.taint) return {0, mine.taint};
  std::int64_t lanes = 0;
  for (const std::uint32_t other : group) {
    const Thread& thread = threads_[other];
    if (thread.offer.value.taint) return {0, thread.offer.value.taint};
    const std::uint32_t place = thread.linear % (info.group_size ? info.group_size : warp_size);
    if (thread.offer.value.bits == mine.bits && thread.offer.value.high == mine.high)
      lanes |= std::int64_t{1} << place;
  }
  return {lanes};
}

Value Machine::combined(std::span<const std::uint32_t> group, const ExchangeInfo& info, Type type,
                        Taint unknown) const {
  std::int64_t count = 0, ballot = 0;
  std::optional<std::int64_t> sum;
  for (const std::uint32_t t : group) {
    const Thread& thread = threads_[t];
    const Value& mine = thread.offer.value;
    if (mine.taint) return {0, mine.taint};
    const std::uint32_t place = thread.linear % (info.group_size ? info.group_size : warp_size);
    count += mine.bits != 0;
    if (mine.bits != 0) ballot |= std::int64_t{1} << place;
    if (is_vote(info.kind)) continue;
    sum = sum ? reduced(info.kind, type, *sum, mine.bits) : mine.bits;
    if (!sum) return {0, unknown};
  }
  switch (info.kind) {
  case Kind::all:
    return {count == static_cast<std::int64_t>(group.size())};
  case Kind::any:
    return {count != 0};
  case Kind::count:
    return {count};
  case Kind::ballot:
    return {ballot};
  default:
    return {*sum};
  }
}

bool Machine::make_exchanges() {
  bool any = false;
  for (std::uint32_t t = 0; t < threads_.size(); ++t)
    if (threads_[t].state == State::exchanging) any |= make_exchange(t);
  return any;
}

// Nobody comes any more.
bool Machine::give_up_exchanges() {
  bool any = false;
  for (Thread& t : threads_) {
    if (t.state != State::exchanging) continue;
    t.own[program_.code[t.pc].dst] = {0, t.pc + 1};
    t.state = State::ready;
    ++t.pc;
    any = true;
  }
  return any;
}

} // namespace heddle::core::interp
