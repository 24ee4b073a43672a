// Operands, guards, and instructions that compute registers from registers.
#include "ptx/emulate/emulator.hpp"

#include <algorithm>

namespace heddle::ptx {

// ---- operands -----------------------------------------------------------------------------------

Mask Emulator::active(const Warp& warp, const Micro& m, Mask split, const char* what) const {
  if (m.guard == no_slot) return split;
  const Reg& guard = read(warp, m.guard);
  if (split & ~guard.known) halt(m, what, guard.sources);
  Mask out = 0;
  for (unsigned l = 0; l < lanes; ++l)
    out |= static_cast<Mask>(guard.value[l] & 1) << l;
  return (m.guard_negated ? ~out : out) & split;
}

Mask Emulator::possible(const Warp& warp, const Micro& m, Mask split) {
  if (m.guard == no_slot) return split;
  const Reg& guard = read(warp, m.guard);
  Mask on = 0;
  for (unsigned l = 0; l < lanes; ++l)
    on |= static_cast<Mask>(((guard.value[l] & 1) != 0) != m.guard_negated) << l;
  const Mask open = split & ~guard.known;
  if (open) doubts_ = sources_.join(doubts_, guard.sources);
  doubtful_ |= open;
  return (on & split) | open;
}

const Reg& Emulator::known_operand(const Warp& warp, const Micro& m, Slot slot, Mask active,
                                   const char* what) const {
  const Reg& reg = read(warp, slot);
  if (active & ~reg.known) halt(m, what, reg.sources);
  return reg;
}

void Emulator::write_active(Warp& warp, Slot slot, const Reg& value, Mask active) {
  if (slot == no_slot) return;
  Reg& to = warp.registers[slot];
  const Mask unknown = active & ~value.known;
  // what other lanes still have keeps its sources
  const Mask others = ~active & ~to.known & warp.live;
  if (!others) to.sources = 0;
  if (unknown) to.sources = sources_.join(to.sources, value.sources);
  to.known = (to.known & ~active) | (value.known & active);
  if (active == ~Mask{0}) {
    to.value = value.value;
    return;
  }
  for (unsigned l = 0; l < lanes; ++l)
    if (active >> l & 1) to.value[l] = value.value[l];
}

void Emulator::write(Warp& warp, const Micro& m, Slot slot, const Reg& value, Mask split) {
  if (slot == no_slot) return;
  if (m.guard == no_slot) return write_active(warp, slot, value, split);
  const Reg& guard = read(warp, m.guard);
  Mask on = 0;
  for (unsigned l = 0; l < lanes; ++l)
    on |= static_cast<Mask>(guard.value[l] & 1) << l;
  if (m.guard_negated) on = ~on;
  const Mask open = split & ~guard.known;
  const SourceSet why = guard.sources; // the guard may be what is written
  write_active(warp, slot, value, split & on & ~open);
  if (!open) return;
  Reg either;
  either.sources = sources_.join(why, sources_.join(value.sources, warp.registers[slot].sources));
  for (unsigned l = 0; l < lanes; ++l)
    either.value[l] = unique();
  write_active(warp, slot, either, open);
}

SourceSet Emulator::sources_of(const Warp& warp, const Micro& m) {
  SourceSet out = 0;
  for (unsigned n = 0; n < m.sources; ++n) {
    const Reg& reg = read(warp, m.source[n]);
    if (reg.known != ~Mask{0}) out = sources_.join(out, reg.sources);
  }
  return out;
}

// ---- registers from registers -------------------------------------------------------------------

void Emulator::arithmetic(Warp& warp, const Micro& m, Mask split) {
  Reg out;
  if (m.op == Op::opaque || m.count > 0) {
    out.sources = sources_.join(sources_of(warp, m),
                                sources_.single({"the result of '" + m.opcode->text + "'", ""}));
    for (unsigned n = 0; n < std::max<unsigned>(m.count, 1); ++n) {
      for (unsigned l = 0; l < lanes; ++l)
        out.value[l] = unique();
      write(warp, m, m.count ? code_.lists[m.first + n] : m.result, out, split);
    }
    return;
  }
  Operands operands{};
  for (unsigned n = 0; n < m.sources; ++n)
    operands[n] = &read(warp, m.source[n]);
  Reg second;
  if (m.opcode->carry_in || m.opcode->carry_out)
    compute_carry(m, operands, out, second);
  else
    compute(m, operands, out);
  if (out.known != ~Mask{0}) {
    out.sources = sources_of(warp, m);
    if (out.sources == 0)
      out.sources = sources_.single({"the result of '" + m.opcode->text + "'", ""});
  }
  if (m.opcode->carry_out) {
    second.sources = out.sources;
    write(warp, m, m.second_result, second, split);
  } else if (m.second_result != no_slot) { // of setp: the opposite
    compute_opposite(m, operands, out, second);
    second.sources = sources_of(warp, m);
    if (second.known != ~Mask{0} && second.sources == 0)
      second.sources = sources_.single({"the second result of '" + m.opcode->text + "'", ""});
    write(warp, m, m.second_result, second, split);
  }
  write(warp, m, m.result, out, split);
}

// mov.b64 {%r1,%r2}, %rd1 and mov.b64 %rd1, {%r1,%r2}.
void Emulator::move_parts(Warp& warp, const Micro& m, Mask split) {
  const unsigned size = size_of(m.opcode->type);
  const unsigned bits = 8 * size / m.count;
  const bool unpacks = m.result == no_slot;
  const bool fits = bits > 0 && size <= 8;
  const std::uint64_t ones = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  if (unpacks) {
    const Reg from = read(warp, m.source[0]);
    for (unsigned n = 0; n < m.count; ++n) {
      Reg part = from;
      if (!fits) part.known = 0;
      for (unsigned l = 0; l < lanes; ++l)
        part.value[l] = part.known >> l & 1 ? (from.value[l] >> bits * n) & ones
                                            : mix(from.value[l], 1000 + n * 64 + bits);
      write(warp, m, code_.lists[m.first + n], part, split);
    }
    return;
  }
  Reg whole;
  whole.known = fits ? ~Mask{0} : 0;
  for (unsigned n = 0; n < m.count; ++n) {
    const Reg& part = read(warp, code_.lists[m.first + n]);
    whole.known &= part.known;
    if (part.known != ~Mask{0}) whole.sources = sources_.join(whole.sources, part.sources);
  }
  for (unsigned l = 0; l < lanes; ++l) {
    const bool known = whole.known >> l & 1;
    std::uint64_t value = known ? 0 : m.seed;
    for (unsigned n = 0; n < m.count; ++n) {
      const Reg& part = read(warp, code_.lists[m.first + n]);
      value = known ? value | (part.value[l] & ones) << bits * n
                    : mix_operand(value, part.value[l], part.known >> l & 1);
    }
    whole.value[l] = value;
  }
  if (whole.sources == 0 && !fits) whole.sources = sources_.single({"128-bit values", ""});
  write(warp, m, m.result, whole, split);
}

void Emulator::address_conversion(Warp& warp, const Micro& m, Mask split) {
  const Reg& from = read(warp, m.source[0]);
  Reg out = from;
  const std::uint64_t window = m.opcode->space == Space::shared  ? Layout::shared_window
                               : m.opcode->space == Space::local ? Layout::local_window
                                                                 : 0;
  for (unsigned l = 0; l < lanes; ++l)
    out.value[l] = m.opcode->to_space ? from.value[l] - window : from.value[l] + window;
  if (m.result_size == 4)
    for (unsigned l = 0; l < lanes; ++l)
      if (out.known >> l & 1) out.value[l] &= 0xffffffff;
  write(warp, m, m.result, out, split);
}

// Which window a generic address is in; of a token nothing is known.
void Emulator::in_space(Warp& warp, const Micro& m, Mask split) {
  const Reg& from = read(warp, m.source[0]);
  Reg out = from;
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(from.known >> l & 1)) {
      out.value[l] = mix(m.seed, from.value[l]);
      continue;
    }
    const std::uint64_t a = from.value[l];
    const bool shared = Layout::within(a, Layout::shared_window),
               local = Layout::within(a, Layout::local_window),
               constant = Layout::within(a, Layout::constant_window);
    switch (m.opcode->space) {
    case Space::shared: // .shared is the CTA's own
      out.value[l] = shared && (m.opcode->cluster || !in_cluster() ||
                                (a & 0xffffffff) >> Layout::block_shift == block_);
      break;
    case Space::local:
      out.value[l] = local;
      break;
    case Space::constant:
      out.value[l] = constant;
      break;
    case Space::param:
      out.value[l] = Layout::within(a, Layout::parameter_window);
      break;
    default:
      out.value[l] = !shared && !local;
      break;
    }
  }
  write(warp, m, m.result, out, split);
}

} // namespace heddle::ptx
