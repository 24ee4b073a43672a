// Instructions that the lanes of a warp execute together: shuffles, votes, matches, reductions.
#include "ptx/emulate/emulator.hpp"

#include <algorithm>
#include <bit>

namespace heddle::ptx {

// Executes the instruction when all lanes that it names are here; else the split waits for them.
// False: it waits.
bool Emulator::together(Warp& warp, std::size_t split, const Micro& m) {
  Split& s = warp.splits[split];
  const Mask on = active(warp, m, s.mask, "whether this instruction is executed depends on");
  if (!on) return true;
  if (counts_alone(m)) {
    Reg own;
    own.known = ~Mask{0};
    for (unsigned l = 0; l < lanes; ++l)
      own.value[l] = std::uint64_t{1} << l;
    write_active(warp, m.result, own, on);
    return true;
  }
  const bool named = m.op != Op::activemask && m.opcode->text.find("sync") != std::string::npos;
  if (named) {
    const Slot slot = m.source[m.sources - 1U];
    if (hardware_chooses(warp, m, slot, on)) {
      without_result(warp, m, on, read(warp, slot).sources);
      return true;
    }
    const Reg& members =
        known_operand(warp, m, slot, on, "the member mask of this instruction depends on");
    Mask wanted = 0;
    for (unsigned l = 0; l < lanes; ++l)
      if (on >> l & 1) wanted |= static_cast<Mask>(members.value[l]);
    if (wanted & warp.live & ~on) {
      s.state = Split::State::parked;
      return false;
    }
  }
  warp_operation(warp, m, on);
  return true;
}

// An instruction that puts lanes into groups to count by: each lane is one (counting.hpp).
bool Emulator::counts_alone(const Micro& m) const {
  const auto here = static_cast<Index>(&m - code_.micros.data());
  return counting_.masks.contains(here) || counting_.matches.contains(here);
}

// Whether the mask of members is some that activemask gave. It holds the lane itself and any others
// that were there at the same time.
bool Emulator::hardware_chooses(const Warp& warp, const Micro& m, Slot members, Mask on) const {
  const Reg& reg = read(warp, members);
  if (!(on & ~reg.known)) return false;
  for (unsigned l = 0; l < lanes; ++l)
    if (on >> l & 1 && !(reg.known >> l & 1) && !active_masks_.contains(reg.value[l]))
      halt(m, "the member mask of this instruction depends on", reg.sources);
  return true;
}

void Emulator::without_result(Warp& warp, const Micro& m, Mask on, SourceSet why) {
  for (const Slot slot : {m.result, m.second_result}) {
    Reg out;
    out.sources = why;
    for (unsigned l = 0; l < lanes; ++l)
      out.value[l] = unique();
    write_active(warp, slot, out, on);
  }
}

void Emulator::warp_operation(Warp& warp, const Micro& m, Mask on) {
  switch (m.op) {
  case Op::shfl:
    return shuffle(warp, m, on);
  case Op::vote:
    return vote(warp, m, on);
  case Op::match:
    return match(warp, m, on);
  case Op::redux:
    return reduce(warp, m, on);
  case Op::activemask: {
    if (!launch_.lock_step) {
      without_result(warp, m, on, convergence_);
      for (unsigned l = 0; l < lanes; ++l)
        if (on >> l & 1) active_masks_.insert(read(warp, m.result).value[l]);
      return;
    }
    Reg out;
    out.known = ~Mask{0};
    out.value.fill(on);
    run_.used_activemask = true;
    return write_active(warp, m.result, out, on);
  }
  case Op::elect: {
    Reg out, chosen;
    out.known = chosen.known = ~Mask{0};
    const auto leader = static_cast<unsigned>(std::countr_zero(on));
    out.value.fill(leader);
    chosen.value[leader] = 1;
    run_.used_elect = true;
    write_active(warp, m.result, out, on);
    write_active(warp, m.second_result, chosen, on);
    return;
  }
  default:
    return;
  }
}

void Emulator::shuffle(Warp& warp, const Micro& m, Mask on) {
  const Reg from = read(warp, m.source[0]);
  const Reg& by = known_operand(warp, m, m.source[1], 0, "");
  const Reg& how = known_operand(warp, m, m.source[2], 0, "");
  Reg out, within;
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(on >> l & 1)) continue;
    if (!(by.known & how.known & Mask{1} << l)) {
      out.value[l] = unique();
      within.value[l] = unique();
      out.sources = sources_.join(out.sources, sources_.join(by.sources, how.sources));
      continue;
    }
    const auto b = static_cast<int>(by.value[l] & 31), c = static_cast<int>(how.value[l] & 31);
    const auto segment = static_cast<int>(how.value[l] >> 8 & 31);
    const int here = static_cast<int>(l), low = here & segment, high = low | (c & ~segment);
    int j = here;
    bool in = false;
    switch (m.opcode->mode) {
    case Mode::up:
      j = here - b;
      in = j >= high;
      break;
    case Mode::down:
      j = here + b;
      in = j <= high;
      break;
    case Mode::bfly:
      j = here ^ b;
      in = j <= high;
      break;
    default:
      j = low | (b & ~segment);
      in = j <= high;
      break;
    }
    if (!in) j = here;
    within.value[l] = in;
    within.known |= Mask{1} << l;
    if (j < 0 || j >= 32 || !(on >> j & 1)) { // a lane that takes no part
      out.value[l] = unique();
      out.sources = sources_.join(
          out.sources, sources_.single({"a shuffle from a lane that takes no part", ""}));
      continue;
    }
    const auto source = static_cast<unsigned>(j);
    out.value[l] = from.value[source];
    if (from.known >> source & 1)
      out.known |= Mask{1} << l;
    else
      out.sources = sources_.join(out.sources, from.sources);
  }
  within.sources = out.sources;
  write_active(warp, m.result, out, on);
  write_active(warp, m.second_result, within, on);
}

void Emulator::vote(Warp& warp, const Micro& m, Mask on) {
  const Reg& from = read(warp, m.source[0]);
  Mask ballot = 0;
  for (unsigned l = 0; l < lanes; ++l)
    if (((from.value[l] & 1) != 0) != m.negated[0]) ballot |= Mask{1} << l;
  ballot &= on;
  Reg out;
  out.known = on & ~from.known ? 0 : ~Mask{0};
  out.sources = from.sources;
  std::uint64_t result = 0;
  switch (m.opcode->mode) {
  case Mode::all:
    result = ballot == on;
    break;
  case Mode::any:
    result = ballot != 0;
    break;
  case Mode::uni:
    result = ballot == on || ballot == 0;
    break;
  default:
    result = ballot;
    break;
  }
  out.value.fill(out.known ? result : unique());
  write_active(warp, m.result, out, on);
}

void Emulator::match(Warp& warp, const Micro& m, Mask on) {
  const Reg& from = read(warp, m.source[0]);
  Reg out, all;
  const bool known = !(on & ~from.known);
  out.known = all.known = known ? ~Mask{0} : 0;
  out.sources = all.sources = from.sources;
  bool same = true;
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(on >> l & 1)) continue;
    Mask equal = 0;
    for (unsigned k = 0; k < lanes; ++k)
      if (on >> k & 1 &&
          truncated(from.value[k], m.opcode->type) == truncated(from.value[l], m.opcode->type))
        equal |= Mask{1} << k;
    same = same && equal == on;
    out.value[l] = equal;
  }
  for (unsigned l = 0; l < lanes; ++l) {
    if (m.opcode->mode == Mode::all) out.value[l] = same ? on : 0;
    if (!known) out.value[l] = unique();
    all.value[l] = known ? same : unique();
  }
  write_active(warp, m.result, out, on);
  write_active(warp, m.second_result, all, on);
}

void Emulator::reduce(Warp& warp, const Micro& m, Mask on) {
  const Reg& from = read(warp, m.source[0]);
  const Type type = m.opcode->type;
  Reg out;
  const bool known = !(on & ~from.known) && !is_float(type);
  out.known = known ? ~Mask{0} : 0;
  out.sources =
      from.sources ? from.sources : sources_.single({"the result of '" + m.opcode->text + "'", ""});
  std::optional<std::uint64_t> total;
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(on >> l & 1)) continue;
    const std::uint64_t x = extended(from.value[l], type);
    if (!total) {
      total = x;
      continue;
    }
    const bool less = is_signed(type)
                          ? static_cast<std::int64_t>(x) < static_cast<std::int64_t>(*total)
                          : x < *total;
    switch (m.opcode->mode) {
    case Mode::add:
      *total += x;
      break;
    case Mode::and_:
      *total &= x;
      break;
    case Mode::or_:
      *total |= x;
      break;
    case Mode::xor_:
      *total ^= x;
      break;
    case Mode::min:
      *total = less ? x : *total;
      break;
    default:
      *total = less ? *total : x;
      break;
    }
  }
  out.value.fill(known ? truncated(*total, type) : unique());
  write_active(warp, m.result, out, on);
}

} // namespace heddle::ptx
