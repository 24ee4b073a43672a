// Barriers and mbarriers.
#include "ptx/emulate/emulator.hpp"
#include "ptx/emulate/polling.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace heddle::ptx {

namespace {
constexpr const char* guard_depends = "whether this barrier is reached depends on";
constexpr const char* barrier_depends =
    "the barrier or the count that this instruction names depends on";

// True: the lanes do not all take part in one and the same operation. Those of each, and those
// that take part in none, go their own way.
template <class Groups>
bool parted(Warp& warp, std::size_t split, const Micro& m, const Groups& groups, Mask on) {
  const Split& s = warp.splits[split];
  if (on == s.mask && groups.size() == 1) return false;
  std::vector<std::pair<Index, Mask>> parts;
  for (const auto& [key, mask] : groups)
    parts.emplace_back(s.pc, mask);
  if (on != s.mask) parts.emplace_back(s.pc + 1, s.mask & ~on);
  warp.diverge(split, m.meets, parts);
  return true;
}
} // namespace

// `blocked` lanes of the split wait; the split goes on behind the instruction when all are woken.
Emulator::Turn Emulator::block(Warp& warp, std::size_t split, Mask blocked) {
  Split& s = warp.splits[split];
  ++s.pc;
  if (!blocked) return Turn::goes_on;
  s.state = Split::State::blocked;
  s.waits = blocked;
  return Turn::ends;
}

void Emulator::wake(std::span<const sync::Lanes> woken) {
  for (const sync::Lanes& group : woken)
    for (Split& split : warps_[group.warp].splits) {
      if (split.state != Split::State::blocked) continue;
      split.waits &= ~group.lanes;
      if (split.waits == 0) split.state = Split::State::ready;
    }
}

// ---- named barriers -----------------------------------------------------------------------------

// Part of a warp comes to an aligned barrier: others that do not meet it again before they leave
// the kernel run first.
// (Lanes that a guard keeps from it have come here, and do not take part.)
bool Emulator::yields(Warp& warp, std::size_t split, const Micro& m) const {
  Split& s = warp.splits[split];
  const bool guarded = m.guard != no_slot;
  if (!m.opcode->aligned || guarded || s.mask == warp.live || s.yielded) return false;
  const bool others = std::ranges::any_of(warp.splits, [&](const Split& other) {
    return &other != &s && other.state == Split::State::ready && other.join != no_join &&
           leaves_at(other.meets);
  });
  if (!others) return false;
  s.state = Split::State::yields;
  s.yielded = true;
  return true;
}

Emulator::Turn Emulator::barrier(Warp& warp, std::size_t split, const Micro& m) {
  if (yields(warp, split, m)) return Turn::ends;
  Split& s = warp.splits[split];
  s.yielded = false;
  const Mask on = active(warp, m, s.mask, guard_depends);
  if (!on) {
    ++s.pc;
    return Turn::goes_on;
  }
  const bool reduces = m.opcode->bar == BarOp::red;
  const bool counted = m.sources > (reduces ? 2 : 1);
  const Reg& id = known_operand(warp, m, m.source[0], on, barrier_depends);
  const Reg* count = counted ? &known_operand(warp, m, m.source[1], on, barrier_depends) : nullptr;
  const auto groups = grouped(on, [&](unsigned l) {
    return std::pair(named_id(static_cast<std::uint32_t>(id.value[l])),
                     count ? static_cast<std::uint32_t>(count->value[l]) : 0);
  });
  if (parted(warp, split, m, groups, on)) return Turn::goes_on;
  const auto& [key, mask] = *groups.begin();
  // which of its generations lanes that come by themselves are at is not looked up
  come(warp, m, mask, true, key.first, mask == warp.live ? 0 : unique());
  sync::Registration at{
      .id = key.first, .count = {}, .aligned = m.opcode->aligned, .place = place(m)};
  if (counted) at.count = key.second;
  if (reduces) contribute(warp, m, mask, key.first);
  const sync::Step step = m.opcode->bar == BarOp::arrive ? run_.engine.arrive(who(warp, mask), at)
                                                         : run_.engine.sync(who(warp, mask), at);
  // a generation of a reduction is complete as soon as anybody goes on
  if (reduces && (!step.blocked || !step.woken.empty())) deliver(key.first);
  const Turn turn = block(warp, split, step.blocked);
  wake(step.woken);
  return turn;
}

void Emulator::contribute(const Warp& warp, const Micro& m, Mask on, std::uint32_t id) {
  Reduction& r = reductions_[id];
  const Reg& value = read(warp, m.source[m.sources - 1U]);
  if (on & ~value.known) {
    r.known = false;
    r.sources = sources_.join(r.sources, value.sources);
  }
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(on >> l & 1)) continue;
    const bool set = ((value.value[l] & 1) != 0) != m.negated[m.sources - 1U];
    r.all = r.all && set;
    r.any = r.any || set;
    r.count += set;
  }
  r.waiting.emplace_back(who(warp, on), &m);
}

void Emulator::deliver(std::uint32_t id) {
  const Reduction r = std::move(reductions_[id]);
  reductions_.erase(id);
  const std::uint64_t token = unique(); // the same for all
  for (const auto& [lanes_of, m] : r.waiting) {
    Reg out;
    out.known = r.known ? ~Mask{0} : 0;
    out.sources = r.sources;
    const std::uint64_t result = m->opcode->mode == Mode::and_  ? r.all
                                 : m->opcode->mode == Mode::or_ ? r.any
                                                                : r.count;
    out.value.fill(r.known ? result : token);
    write_active(warps_[lanes_of.warp], m->result, out, lanes_of.lanes);
  }
}

Emulator::Turn Emulator::warp_barrier(Warp& warp, std::size_t split, const Micro& m) {
  Split& s = warp.splits[split];
  const Mask on = active(warp, m, s.mask, guard_depends);
  if (!on) {
    ++s.pc;
    return Turn::goes_on;
  }
  if (hardware_chooses(warp, m, m.source[0], on)) {
    // all lanes of the warp come, so that the members do; which lanes they order is not known
    if (on != warp.live)
      halt(m, "the members of this barrier depend on", read(warp, m.source[0]).sources);
    run_.open_barrier = true;
    ++s.pc;
    return Turn::goes_on;
  }
  allocated_.erase(warp.number);
  const Reg& members = known_operand(warp, m, m.source[0], on, barrier_depends);
  const auto groups = grouped(on, [&](unsigned l) { return static_cast<Mask>(members.value[l]); });
  if (parted(warp, split, m, groups, on)) return Turn::goes_on;
  const sync::Step step = run_.engine.warp_sync(who(warp, on), groups.begin()->first, place(m));
  const Turn turn = block(warp, split, step.blocked);
  wake(step.woken);
  return turn;
}

// ---- mbarriers ----------------------------------------------------------------------------------

Emulator::Turn Emulator::mbarrier(Warp& warp, std::size_t split, const Micro& m) {
  Split& s = warp.splits[split];
  const Mask on = active(warp, m, s.mask, guard_depends);
  if (!on) {
    ++s.pc;
    return Turn::goes_on;
  }
  if (m.opcode->mbar == MbarOp::pending_count) { // others may have arrived before, or not
    Reg count;
    count.known = 0;
    count.sources = schedule_;
    for (std::uint64_t& value : count.value)
      value = unique();
    write_active(warp, m.result, count, on);
    ++s.pc;
    return Turn::goes_on;
  }
  if (m.opcode->cluster && program_.kernel->cluster && !in_cluster())
    halt(m, "mbarriers of other CTAs of a cluster are not understood");
  run_.used_cta_scope |= in_cluster() && m.opcode->cta_scope && m.opcode->mbar >= MbarOp::arrive;
  const Addresses named = addresses(warp, m, 0);
  if (on & ~named.known) halt(m, mbarrier_depends, named.sources);
  const auto at = shared_addresses(m, named, on, 8);
  const bool waits = m.opcode->mbar == MbarOp::test_wait || m.opcode->mbar == MbarOp::try_wait;
  if (waits) return mbarrier_wait(warp, split, m, at, on);
  if (m.opcode->mbar == MbarOp::arrive || m.opcode->mbar == MbarOp::arrive_drop) {
    ++s.pc; // before lanes are woken: arriving does not block
    mbarrier_arrive(warp, m, at, on);
    return Turn::goes_on;
  }
  const Reg* operand =
      m.sources ? &known_operand(warp, m, m.source[0], on, mbarrier_depends) : nullptr;
  const auto groups = grouped(on, [&](unsigned l) {
    return std::pair(at[l], operand ? static_cast<std::uint32_t>(operand->value[l]) : 0);
  });
  ++s.pc;
  for (const auto& [key, mask] : groups) {
    come(warp, m, mask, false, key.first);
    switch (m.opcode->mbar) {
    case MbarOp::init:
      run_.engine.mbarrier_init(who(warp, mask), key.first, key.second, place(m));
      break;
    case MbarOp::inval:
      run_.engine.mbarrier_inval(who(warp, mask), key.first, place(m));
      break;
    case MbarOp::expect_tx:
      wake(run_.engine.mbarrier_expect_tx(who(warp, mask), key.first, key.second, place(m)).woken);
      break;
    default: { // complete_tx: a copy of nothing
      sync::AccessEvent nothing{.who = who(warp, mask),
                                .kind = sync::Access::write,
                                .addresses = {},
                                .size = 1,
                                .elements = 1,
                                .values = {},
                                .place = place(m)};
      wake(run_.engine.copy_bulk(nothing, key.first, key.second).woken);
      break;
    }
    }
  }
  return Turn::goes_on;
}

void Emulator::mbarrier_arrive(Warp& warp, const Micro& m,
                               const std::array<std::uint32_t, lanes>& at, Mask on) {
  if (m.opcode->relaxed) halt(m, "arrivals that order nothing (.relaxed) are not understood");
  const Reg* operand =
      m.sources ? &known_operand(warp, m, m.source[0], on, mbarrier_depends) : nullptr;
  const auto groups = grouped(on, [&](unsigned l) {
    return std::pair(at[l], operand ? static_cast<std::uint32_t>(operand->value[l]) : 1);
  });
  for (const auto& [key, mask] : groups) {
    sync::Arrival how{.place = place(m)};
    (m.opcode->expect_tx ? how.expect_bytes : how.count) = key.second;
    how.drop = m.opcode->mbar == MbarOp::arrive_drop;
    how.no_complete = m.opcode->no_complete;
    const sync::Step step = run_.engine.mbarrier_arrive(who(warp, mask), key.first, how);
    come(warp, m, mask, false, key.first, step.phase);
    Reg state;
    state.known = ~Mask{0};
    state.value.fill(step.phase);
    wake(step.woken);
    write_active(warp, m.result, state, mask);
  }
}

Emulator::Turn Emulator::mbarrier_wait(Warp& warp, std::size_t split, const Micro& m,
                                       const std::array<std::uint32_t, lanes>& at, Mask on) {
  check_polling(m);
  const Reg& operand = known_operand(warp, m, m.source[0], on, mbarrier_depends);
  const auto groups = grouped(on, [&](unsigned l) { return std::pair(at[l], operand.value[l]); });
  if (parted(warp, split, m, groups, on)) return Turn::goes_on;
  const auto& [key, mask] = *groups.begin();
  if (m.opcode->parity && key.second > 1) // "valid values .. are 0 and 1" (mbarrier.test_wait)
    halt(m,
         "the parity " + std::to_string(key.second) + " of this wait: the PTX ISA defines 0 and 1");
  if (m.opcode->relaxed && fenced_)
    halt(m, "waits that order nothing by themselves (.relaxed) are not followed beside fences");
  // what a fence of tensor operations makes of them does not go on through named barriers
  if (m.opcode->relaxed && !allocations_.empty())
    halt(m, "relaxed waits are not followed beside tensor memory");
  sync::Wait what{.phase = {}, .parity = 0, .place = place(m), .relaxed = m.opcode->relaxed};
  if (m.opcode->parity)
    what.parity = static_cast<std::uint32_t>(key.second);
  else
    what.phase = key.second;
  Reg passed;
  passed.known = ~Mask{0};
  passed.value.fill(1);
  write_active(warp, m.result, passed, mask); // what the split sees when it goes on
  const sync::Step step = run_.engine.mbarrier_wait(who(warp, mask), key.first, what);
  come(warp, m, mask, true, key.first, step.phase);
  const Turn turn = block(warp, split, step.blocked);
  wake(step.woken);
  return turn;
}

// A wait that fails must do nothing but try again.
void Emulator::check_polling(const Micro& m) {
  const auto here = static_cast<Index>(&m - code_.micros.data());
  const auto [known, inserted] = polls_.try_emplace(here, false);
  if (inserted) known->second = is_polled(code_, here);
  if (!known->second) halt(m, "this wait on an mbarrier is not simply repeated until it succeeds");
}

} // namespace heddle::ptx
