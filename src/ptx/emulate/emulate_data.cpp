// What is loaded from anywhere but shared memory: parameters, data of the file, arrays that are
// given, local memory.
#include "ptx/emulate/emulator.hpp"
#include "ptx/read/parameters.hpp"

#include <cstring>

namespace heddle::ptx {

// Not in shared memory: local memory, data of the file, or wherever a pointer points.
Datum Emulator::load_data(const Warp& warp, const Micro& m, const Addresses& at,
                          unsigned lane_number, std::uint64_t offset, unsigned size) {
  const bool known = at.known >> lane_number & 1;
  std::uint64_t address = at.value[lane_number] + offset;
  const bool local =
      m.opcode->space == Space::local ||
      (known && m.opcode->space == Space::generic && Layout::within(address, Layout::local_window));
  if (local) {
    if (Layout::within(address, Layout::local_window)) address -= Layout::local_window;
    if (known && address + size <= code_.layout.local_size && slice_.local_contents)
      return warp.local[lane_number].load(address, size, sources_);
    return {unique(), false, sources_.single({"local memory at an unknown address", ""})};
  }
  Datum out;
  if (known && initial_data(address, size, out)) return out;
  out.sources = sources_.contents(at.sources);
  const bool written =
      !m.opcode->constant_data && m.opcode->space != Space::constant &&
      (slice_.stored & (m.origins ? m.origins | Origins::loaded : ~std::uint64_t{0}));
  // one cell, one value, as long as nobody writes it
  out.bits = written || m.opcode->changing ? unique() : mix(mix(mix(0x10ad, size), known), address);
  return out;
}

// Variables of the file that have an initial value, and arrays given as --param p=@file. What the
// kernel itself may write is not looked at.
bool Emulator::initial_data(std::uint64_t address, unsigned size, Datum& out) {
  if (const Layout::Place* place = code_.layout.find_data(address)) {
    const Variable& v = program_.module->variables[place->variable];
    const std::uint64_t offset = address - place->begin;
    const bool fixed = v.has_value && !v.has_addresses && offset + size <= v.size &&
                       (v.space == Space::constant || !(slice_.stored & Origins::symbol));
    if (!fixed) {
      out = {mix(mix(0x91ba1, size), address), false,
             sources_.single({"variable '" + v.name + "'",
                              v.has_value ? "" : "--param " + v.name + "=@FILE", v.name, true})};
      const bool written = v.space != Space::constant && slice_.stored & Origins::symbol;
      if (written) out.bits = unique();
      const auto given = launch_.parameters.find(v.name);
      if (given == launch_.parameters.end() || written) return true;
      const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&given->second);
      if (!bytes || offset + size > bytes->size()) return true;
      std::uint64_t bits = 0;
      std::memcpy(&bits, bytes->data() + offset, size);
      out = {bits, true, 0};
      return true;
    }
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < size && offset + i < v.bytes.size(); ++i)
      bits |= std::uint64_t{v.bytes[offset + i]} << 8 * i;
    run_.used_initial_data = true;
    out = {bits, true, 0};
    return true;
  }
  for (std::size_t n = 0; n < program_.kernel->parameters.size(); ++n) {
    const std::uint64_t window = array_window(n);
    if (!Layout::within(address, window)) continue;
    const Variable& v = program_.module->variables[program_.kernel->parameters[n]];
    const auto given = launch_.parameters.find(v.name);
    if (given == launch_.parameters.end()) return false;
    const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&given->second);
    const std::uint64_t offset = address - window;
    if (!bytes || offset + size > bytes->size() || slice_.stored & Origins::parameter(n)) {
      out = {unique(), false,
             sources_.single({"what parameter " + v.name +
                                  " points to, beyond the "
                                  "file given or written by the kernel",
                              ""})};
      return true;
    }
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes->data() + offset, size);
    out = {bits, true, 0};
    return true;
  }
  return false;
}

std::uint64_t Emulator::array_window(std::size_t parameter) {
  return Layout::global_window + Layout::window_size * (parameter + 2);
}

// ---- parameters ---------------------------------------------------------------------------------

Datum Emulator::parameter(Index index, std::uint64_t offset, unsigned size) {
  const Variable& v = program_.module->variables[program_.kernel->parameters[index]];
  const std::string name = offset ? v.name + "+" + std::to_string(offset) : v.name;
  if (const auto given = launch_.parameters.find(name); given != launch_.parameters.end()) {
    if (const auto* number = std::get_if<std::int64_t>(&given->second))
      return {truncated(static_cast<std::uint64_t>(*number), size == 8   ? Type::b64
                                                             : size == 4 ? Type::b32
                                                             : size == 2 ? Type::b16
                                                                         : Type::b8),
              true, 0};
    return {array_window(index), true, 0};
  }
  const std::uint64_t id = mix(mix(mix(0x9a9a, index), offset), size);
  const std::string brief = brief_name(*program_.kernel, name);
  return {id, false, sources_.single({"parameter " + brief, "--param " + brief + "=VALUE", brief})};
}

void Emulator::load_parameter(Warp& warp, const Micro& m, Mask split) {
  const std::vector<Slot> slots = data_slots(m);
  const unsigned size = size_of(m.opcode->type);
  const Addresses at = addresses(warp, m, 0);
  for (std::size_t n = 0; n < slots.size(); ++n) {
    if (slots[n] == no_slot) continue;
    Reg out;
    for (unsigned l = 0; l < lanes; ++l) {
      const std::uint64_t in = at.value[l] + n * size - Layout::parameter_window;
      const std::uint64_t index = in / 65536;
      Datum value{mix(at.value[l], n), false,
                  sources_.single({"a parameter at a computed place", ""})};
      if (at.known >> l & 1 && index < program_.kernel->parameters.size() && size <= 8)
        value = parameter(static_cast<Index>(index), in % 65536, size);
      out.value[l] = value.known ? extended(value.bits, m.opcode->type) : value.bits;
      if (value.known)
        out.known |= Mask{1} << l;
      else
        out.sources = sources_.join(out.sources, value.sources);
    }
    write(warp, m, slots[n], out, split);
  }
}

} // namespace heddle::ptx
