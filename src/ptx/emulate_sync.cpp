// Barriers, mbarriers and asynchronous copies.
#include "ptx/emulator.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace heddle::ptx {

namespace {
constexpr const char* guard_depends = "whether this barrier is reached depends on";
constexpr const char* barrier_depends =
    "the barrier or the count that this instruction names depends on";
constexpr const char* mbarrier_depends =
    "the mbarrier that this instruction names, or its operand, depends on";

// An operation's lanes by the value that they give.
template <class Key> using Groups = std::map<Key, Mask>;
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

Emulator::Turn Emulator::barrier(Warp& warp, std::size_t split, const Micro& m) {
  Split& s = warp.splits[split];
  const Mask on = active(warp, m, s.mask, guard_depends);
  if (!on) {
    ++s.pc;
    return Turn::goes_on;
  }
  const bool reduces = m.opcode->bar == BarOp::red;
  const bool counted = m.sources > (reduces ? 2 : 1);
  const Reg& id = known_operand(warp, m, m.source[0], on, barrier_depends);
  const Reg* count = counted ? &known_operand(warp, m, m.source[1], on, barrier_depends) : nullptr;
  Groups<std::pair<std::uint32_t, std::uint32_t>> groups;
  for (unsigned l = 0; l < lanes; ++l)
    if (on >> l & 1)
      groups[{static_cast<std::uint32_t>(id.value[l]),
              count ? static_cast<std::uint32_t>(count->value[l]) : 0}] |= Mask{1} << l;
  if (on != s.mask || groups.size() > 1) {
    // some lanes do not take part, or take part in another barrier: they go their own way
    std::vector<std::pair<Index, Mask>> parts;
    for (const auto& [key, mask] : groups)
      parts.emplace_back(s.pc, mask);
    if (on != s.mask) parts.emplace_back(s.pc + 1, s.mask & ~on);
    if (parts.size() > 1) {
      warp.diverge(split, m.meets, parts);
      return Turn::goes_on;
    }
  }
  const auto& [key, mask] = *groups.begin();
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
  const Reg& members = known_operand(warp, m, m.source[0], on, barrier_depends);
  Groups<Mask> groups;
  for (unsigned l = 0; l < lanes; ++l)
    if (on >> l & 1) groups[static_cast<Mask>(members.value[l])] |= Mask{1} << l;
  if (on != s.mask || groups.size() > 1) {
    std::vector<std::pair<Index, Mask>> parts;
    for (const auto& [key, mask] : groups)
      parts.emplace_back(s.pc, mask);
    if (on != s.mask) parts.emplace_back(s.pc + 1, s.mask & ~on);
    warp.diverge(split, m.meets, parts);
    return Turn::goes_on;
  }
  const sync::Step step = run_.engine.warp_sync(who(warp, on), groups.begin()->first, place(m));
  const Turn turn = block(warp, split, step.blocked);
  wake(step.woken);
  return turn;
}

// ---- mbarriers ----------------------------------------------------------------------------------

Emulator::Turn Emulator::mbarrier(Warp& warp, std::size_t split, const Micro& m) {
  Split& s = warp.splits[split];
  if (m.opcode->mbar == MbarOp::pending_count) {
    arithmetic(warp, m, s.mask);
    ++s.pc;
    return Turn::goes_on;
  }
  const Mask on = active(warp, m, s.mask, guard_depends);
  if (!on) {
    ++s.pc;
    return Turn::goes_on;
  }
  if (m.opcode->cluster && program_.kernel->cluster)
    halt(m, "mbarriers of other CTAs of a cluster are not understood");
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
  Groups<std::pair<std::uint32_t, std::uint32_t>> groups;
  for (unsigned l = 0; l < lanes; ++l)
    if (on >> l & 1)
      groups[{at[l], operand ? static_cast<std::uint32_t>(operand->value[l]) : 0}] |= Mask{1} << l;
  ++s.pc;
  for (const auto& [key, mask] : groups) {
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
  if (m.opcode->no_complete) halt(m, "'" + m.opcode->text + "' is not understood");
  const Reg* operand =
      m.sources ? &known_operand(warp, m, m.source[0], on, mbarrier_depends) : nullptr;
  Groups<std::pair<std::uint32_t, std::uint32_t>> groups;
  for (unsigned l = 0; l < lanes; ++l)
    if (on >> l & 1)
      groups[{at[l], operand ? static_cast<std::uint32_t>(operand->value[l]) : 1}] |= Mask{1} << l;
  for (const auto& [key, mask] : groups) {
    sync::Arrival how{.place = place(m)};
    (m.opcode->expect_tx ? how.expect_bytes : how.count) = key.second;
    how.drop = m.opcode->mbar == MbarOp::arrive_drop;
    const sync::Step step = run_.engine.mbarrier_arrive(who(warp, mask), key.first, how);
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
  Split& s = warp.splits[split];
  const Reg& operand = known_operand(warp, m, m.source[0], on, mbarrier_depends);
  Groups<std::pair<std::uint32_t, std::uint64_t>> groups;
  for (unsigned l = 0; l < lanes; ++l)
    if (on >> l & 1)
      groups[{at[l], m.opcode->parity ? operand.value[l] & 1 : operand.value[l]}] |= Mask{1} << l;
  if (on != s.mask || groups.size() > 1) {
    std::vector<std::pair<Index, Mask>> parts;
    for (const auto& [key, mask] : groups)
      parts.emplace_back(s.pc, mask);
    if (on != s.mask) parts.emplace_back(s.pc + 1, s.mask & ~on);
    warp.diverge(split, m.meets, parts);
    return Turn::goes_on;
  }
  const auto& [key, mask] = *groups.begin();
  sync::Wait what{.phase = {}, .parity = 0, .place = place(m)};
  if (m.opcode->parity)
    what.parity = static_cast<std::uint32_t>(key.second);
  else
    what.phase = key.second;
  Reg passed;
  passed.known = ~Mask{0};
  passed.value.fill(1);
  write_active(warp, m.result, passed, mask); // what the split sees when it goes on
  const sync::Step step = run_.engine.mbarrier_wait(who(warp, mask), key.first, what);
  const Turn turn = block(warp, split, step.blocked);
  wake(step.woken);
  return turn;
}

// A wait that fails must do nothing but try again: from the instruction with a false result, the
// path leads back to it over nothing that matters.
void Emulator::check_polling(const Micro& m) {
  const auto here = static_cast<Index>(&m - code_.micros.data());
  if (polls_.contains(here)) return;
  polls_[here] = true;
  constexpr unsigned far = 64;
  std::map<Slot, bool> predicates{{m.result, false}}; // known on the way
  Index at = here + 1;
  for (unsigned steps = 0; steps < far && at < code_.micros.size(); ++steps) {
    if (at == here) return;
    const Micro& next = code_.micros[at++];
    const auto guard = predicates.find(next.guard);
    const bool decided = next.guard == no_slot || guard != predicates.end();
    const bool on =
        next.guard == no_slot || (guard != predicates.end() && guard->second != next.guard_negated);
    const auto value = [&](unsigned n) -> std::optional<bool> {
      const Slot slot = next.source[n];
      if (slot & constant_bit && slot != no_slot)
        return code_.constants[slot & ~constant_bit].value[0] != 0;
      const auto known = predicates.find(slot);
      return known == predicates.end() ? std::nullopt : std::optional(known->second);
    };
    if (next.op == Op::nothing) continue;
    if (next.op == Op::bra && decided) {
      if (on) at = next.skips ? next.meets : next.target;
    } else if (next.op == Op::selp && decided && value(2)) {
      const auto chosen = value(*value(2) != next.negated[2] ? 0 : 1);
      if (!chosen) break;
      predicates[next.result] = *chosen;
    } else if (next.op == Op::setp && value(0) && value(1) && next.sources == 2 &&
               (next.opcode->cmp == Cmp::eq || next.opcode->cmp == Cmp::ne)) {
      predicates[next.result] = (*value(0) == *value(1)) == (next.opcode->cmp == Cmp::eq);
    } else if ((next.op == Op::not_ || next.op == Op::mov) && value(0) && next.sources == 1) {
      predicates[next.result] = *value(0) != (next.op == Op::not_);
    } else if (next.op == Op::mov || next.op == Op::and_) {
      predicates.erase(next.result); // the same in every round, or not used on the way
    } else {
      break;
    }
  }
  if (at == here) return;
  halt(m, "this wait on an mbarrier is not simply repeated until it succeeds");
}

// ---- asynchronous copies ------------------------------------------------------------------------

// cp.async [shared], [global], bytes {, bytes to read}
void Emulator::async_copy(Warp& warp, const Micro& m, Mask on) {
  if (!on) return;
  const Reg& size = known_operand(warp, m, m.source[0], on, "the size of this copy depends on");
  const Addresses to = addresses(warp, m, 0);
  const auto bytes =
      static_cast<std::uint32_t>(size.value[static_cast<unsigned>(std::countr_zero(on))]);
  if (bytes != 4 && bytes != 8 && bytes != 16)
    halt(m, "a copy of " + std::to_string(bytes) + " bytes");
  const auto at = shared_addresses(m, to, on, bytes);
  const std::uint32_t element = std::min(bytes, 8U), count = bytes / element;
  std::vector<sync::Value> values(lanes * count);
  if (slice_.shared_contents) {
    const Addresses from = addresses(warp, m, 1);
    for (unsigned l = 0; l < lanes; ++l)
      for (std::uint32_t n = 0; on >> l & 1 && n < count; ++n) {
        // fewer bytes to read than to write: zeros follow
        Datum value = m.sources > 1
                          ? Datum{unique(), false, sources_.single({"a copy in part", ""})}
                          : load_data(warp, m, from, l, n * element, element);
        values[l * count + n] =
            value.known ? sync::Value::known(value.bits) : sync::Value::opaque(value.bits);
        shared_.store(at[l] + n * element, element, value);
      }
  }
  run_.engine.copy({.who = who(warp, on),
                    .kind = sync::Access::write,
                    .addresses = at,
                    .size = element,
                    .elements = count,
                    .values = values,
                    .place = place(m)},
                   sync::Channel::async);
}

// cp.async.bulk.shared.global [to], [from], size, [mbarrier], or .global.shared with bulk groups.
void Emulator::bulk_copy(Warp& warp, const Micro& m, Mask on) {
  if (!on) return;
  const std::string& text = m.opcode->text;
  if (text.find(".tensor") != std::string::npos || text.find(".multicast") != std::string::npos ||
      text.find("reduce") != std::string::npos)
    halt(m, "'" + text + "' is not understood: how much it copies is not in the file");
  const Reg& size = known_operand(warp, m, m.source[0], on, "the size of this copy depends on");
  const bool into = m.opcode->target == Space::shared;
  const bool out_of = m.opcode->space == Space::shared;
  if (into && out_of) halt(m, "copies to other CTAs of a cluster are not understood");
  if (!into && !out_of) return; // not in shared memory
  const Addresses shared = addresses(warp, m, into ? 0 : 1);
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(on >> l & 1)) continue;
    const Mask one = Mask{1} << l;
    const auto bytes = static_cast<std::uint32_t>(size.value[l]);
    if (bytes == 0 || bytes % 16) halt(m, "a copy of " + std::to_string(bytes) + " bytes");
    const auto at = shared_addresses(m, shared, one, bytes);
    sync::AccessEvent event{.who = who(warp, one),
                            .kind = into ? sync::Access::write : sync::Access::read,
                            .addresses = at,
                            .size = 8,
                            .elements = bytes / 8,
                            .values = {},
                            .place = place(m)};
    if (into && slice_.shared_contents) forget(at, one, bytes);
    if (!into) {
      run_.engine.copy(event, sync::Channel::bulk);
      continue;
    }
    if (m.base[2] == no_slot) halt(m, "a copy that reports to no mbarrier");
    const Addresses barrier = addresses(warp, m, 2);
    if (one & ~barrier.known) halt(m, mbarrier_depends, barrier.sources);
    const auto b = shared_addresses(m, barrier, one, 8);
    wake(run_.engine.copy_bulk(event, b[l], bytes).woken);
  }
}

void Emulator::copy_group(Warp& warp, const Micro& m, Mask on) {
  if (!on) return;
  const bool bulk = m.op == Op::cp_async_bulk_commit || m.op == Op::cp_async_bulk_wait;
  const sync::Channel channel = bulk ? sync::Channel::bulk : sync::Channel::async;
  switch (m.op) {
  case Op::cp_async_commit:
  case Op::cp_async_bulk_commit:
    run_.engine.copy_commit(who(warp, on), channel);
    return;
  case Op::cp_async_mbarrier: {
    const Addresses named = addresses(warp, m, 0);
    if (on & ~named.known) halt(m, mbarrier_depends, named.sources);
    const auto at = shared_addresses(m, named, on, 8);
    Groups<std::uint32_t> groups;
    for (unsigned l = 0; l < lanes; ++l)
      if (on >> l & 1) groups[at[l]] |= Mask{1} << l;
    for (const auto& [address, mask] : groups)
      wake(run_.engine.copy_arrive(who(warp, mask), address, m.opcode->noinc, place(m)).woken);
    return;
  }
  default: {
    std::uint32_t pending = 0;
    if (m.opcode->mode != Mode::all && m.sources)
      pending = static_cast<std::uint32_t>(
          known_operand(warp, m, m.source[0], on, "the number of groups depends on")
              .value[static_cast<unsigned>(std::countr_zero(on))]);
    if (m.opcode->mode == Mode::all) run_.engine.copy_commit(who(warp, on), channel);
    run_.engine.copy_wait(who(warp, on), channel, pending);
    return;
  }
  }
}

} // namespace heddle::ptx
