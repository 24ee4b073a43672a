// Loads, stores and atomic operations, above all those of shared memory.
#include "ptx/emulate/emulator.hpp"

#include <algorithm>
#include <limits>

namespace heddle::ptx {

sync::Change Emulator::change(const Opcode& opcode) {
  switch (opcode.mode) {
  case Mode::add:
    return sync::Change::add;
  case Mode::and_:
    return sync::Change::bits_and;
  case Mode::or_:
    return sync::Change::bits_or;
  case Mode::xor_:
    return sync::Change::bits_xor;
  case Mode::min:
    return is_signed(opcode.type) ? sync::Change::min_signed : sync::Change::min;
  case Mode::max:
    return is_signed(opcode.type) ? sync::Change::max_signed : sync::Change::max;
  default:
    return sync::Change::set;
  }
}

namespace {

// Strong loads in one turn of a warp.
constexpr std::uint64_t max_spin = 10'000;

constexpr const char* address_depends = "the address of this access to shared memory depends on";

// A dynamic array may be as large as the launch says; no machine has more than this.
constexpr std::uint64_t max_shared = 1 << 20;
// Contents of local memory that are followed, of all threads together: they take 24 times that.
constexpr std::uint64_t max_local_extent = 32 << 20;

// Elements of one access and the bytes of one: an engine's element has 8 at most.
struct Shape {
  std::uint32_t size, elements;
};
Shape shape(const Micro& m, std::size_t data) {
  const std::uint32_t size = size_of(m.opcode->type), count = std::max<std::uint32_t>(1, data);
  return size == 16 ? Shape{8, 2 * count} : Shape{size, count};
}

} // namespace

Emulator::Addresses Emulator::addresses(const Warp& warp, const Micro& m, unsigned which) const {
  const Reg& base = read(warp, m.base[which]);
  Addresses out;
  out.known = base.known;
  out.sources = base.sources;
  const auto offset = static_cast<std::uint64_t>(m.offset[which]);
  for (unsigned l = 0; l < lanes; ++l)
    out.value[l] = base.value[l] + offset;
  return out;
}

// Lanes whose access goes to shared memory. Addresses of a generic access that are not known are in
// global memory, unless they may come from shared memory too.
Mask Emulator::in_shared(const Micro& m, Space space, const Addresses& at, Mask active) const {
  if (space == Space::shared) return active;
  if (space != Space::generic) return 0;
  const Mask unknown = active & ~at.known;
  if (unknown && may_be_shared(*m.opcode, m.origins)) halt(m, address_depends, at.sources);
  Mask out = 0;
  for (unsigned l = 0; l < lanes; ++l)
    if (active & at.known & Mask{1} << l && Layout::within(at.value[l], Layout::shared_window))
      out |= Mask{1} << l;
  return out;
}

// The offsets in shared memory of accesses that are there; `bytes`: how much each lane touches.
std::array<std::uint32_t, lanes> Emulator::shared_addresses(const Micro& m, const Addresses& at,
                                                            Mask active, std::uint64_t bytes) {
  if (active & ~at.known) halt(m, address_depends, at.sources);
  const std::uint64_t limit =
      code_.layout.dynamic_shared
          ? (launch_.dynamic_shared ? code_.layout.shared_size + launch_.dynamic_shared
                                    : max_shared)
          : code_.layout.shared_size;
  std::array<std::uint32_t, lanes> out{};
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(active >> l & 1)) continue;
    std::uint64_t address = at.value[l];
    if (Layout::within(address, Layout::shared_window))
      address -= Layout::shared_window;
    else if (m.opcode->space == Space::shared)
      address &= 0xffffffff;
    std::uint32_t first = 0;
    if (in_cluster()) {
      const std::uint64_t block = address >> Layout::block_shift;
      if (block >= blocks_ ||
          (block != block_ && m.opcode->space == Space::shared && !m.opcode->cluster))
        halt(m, "an address that is outside of the CTA's own shared memory");
      address -= block << Layout::block_shift;
      first = static_cast<std::uint32_t>(block) * Layout::block_stride;
    }
    if (bytes > limit || address > limit - bytes)
      halt(m, "address " + std::to_string(static_cast<std::int32_t>(address)) +
                  " is outside of shared memory, which has " + std::to_string(limit) + " bytes");
    out[l] = first + static_cast<std::uint32_t>(address);
  }
  if (!in_cluster()) return out;
  if (m.op == Op::mbarrier && m.opcode->mbar == MbarOp::init)
    unfenced_[warp_] |= active;
  else
    act(active);
  // of what runs on by itself each operation tells its own use, which is over when it is
  const bool later = m.op == Op::cp_async_bulk || m.op == Op::cp_async_tensor ||
                     m.op == Op::st_async || m.op == Op::tcgen05;
  if (!later) use_blocks(m, active, out);
  return out;
}

std::vector<Slot> Emulator::data_slots(const Micro& m) const {
  if (m.count) return {code_.lists.begin() + m.first, code_.lists.begin() + m.first + m.count};
  if (m.op == Op::ld) return {m.result};
  return m.sources ? std::vector<Slot>{m.source[0]} : std::vector<Slot>{};
}

// Tells the engine of an access to shared memory by the lanes `in`.
sync::Unsettled Emulator::touch(const Warp& warp, const Micro& m, Mask in, sync::Access kind,
                                const std::array<std::uint32_t, lanes>& offsets, std::uint32_t size,
                                std::uint32_t elements, std::span<const sync::Value> values) {
  if (kind == sync::Access::read && reads_allocated(warp, in, offsets, size * elements)) return {};
  if (kind != sync::Access::read) note_stores(in, offsets, size * elements);
  sync::AccessEvent event{.who = who(warp, in),
                          .kind = kind,
                          .addresses = offsets,
                          .size = size,
                          .elements = elements,
                          .values = values,
                          .place = place(m, in)};
  if (kind == sync::Access::atomic)
    event.change = change(*m.opcode);
  else if (m.opcode->strong) {
    event.change = kind == sync::Access::read ? sync::Change::none : sync::Change::set;
    event.kind = sync::Access::atomic;
  }
  // Spinning until another thread stores: with values that are not known it ends at the branch.
  if (m.opcode->strong && kind == sync::Access::read && !loads_open_ &&
      ++strong_loads_ > max_spin) {
    run_.load_may_differ = true;
    halt(m, "this load is repeated without end", schedule_);
  }
  const sync::Unsettled out = run_.engine.access(event);
  run_.load_may_differ |= !out.loads.empty();
  return out;
}

// ---- loads --------------------------------------------------------------------------------------

void Emulator::load(Warp& warp, const Micro& m, Mask split) {
  if (m.opcode->space == Space::param) return load_parameter(warp, m, split);
  const std::vector<Slot> slots = data_slots(m);
  const Shape one = shape(m, slots.size());
  const Addresses at = addresses(warp, m, 0);
  const bool shared_possible = may_be_shared(*m.opcode, m.origins);
  const Mask on = shared_possible ? possible(warp, m, split) : split;
  const Mask in = shared_possible ? in_shared(m, m.opcode->space, at, on) : 0;
  std::array<std::uint32_t, lanes> offsets{};
  Mask open = m.opcode->strong && loads_open_ ? in : 0;
  if (in) {
    offsets = shared_addresses(m, at, in, std::uint64_t{one.size} * one.elements);
    open |= touch(warp, m, in, sync::Access::read, offsets, one.size, one.elements).lanes;
  }
  const unsigned size = size_of(m.opcode->type);
  for (std::size_t n = 0; n < slots.size(); ++n) {
    if (slots[n] == no_slot) continue;
    Reg out;
    for (unsigned l = 0; l < lanes; ++l) {
      if (!(on >> l & 1)) continue;
      Datum value;
      if (size > 8)
        value = {unique(), false, sources_.single({"128-bit values", ""})};
      else if (open >> l & 1)
        value = {unique(), false, schedule_};
      else if (in >> l & 1)
        value = shared_.load(offsets[l] + n * size, size, sources_);
      else
        value = load_data(warp, m, at, l, n * size, size);
      out.value[l] = value.known ? extended(value.bits, m.opcode->type) : value.bits;
      if (value.known && m.result_size < 8)
        out.value[l] &= (std::uint64_t{1} << 8 * m.result_size) - 1;
      if (value.known)
        out.known |= Mask{1} << l;
      else
        out.sources = sources_.join(out.sources, value.sources);
    }
    write(warp, m, slots[n], out, on);
  }
}

// ---- stores -------------------------------------------------------------------------------------

void Emulator::store(Warp& warp, const Micro& m, Mask active) {
  if (!active) return;
  const Addresses at = addresses(warp, m, 0);
  const std::vector<Slot> slots = data_slots(m);
  const Mask in = in_shared(m, m.opcode->space, at, active);
  if (in != active && slice_.local_contents) store_local(warp, m, at, active & ~in);
  if (in != active && m.origins & slice_.maps && m.opcode->space != Space::local) {
    const auto elements = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(slots.size()));
    write_map(warp, m, at, active & ~in, size_of(m.opcode->type) * elements);
  }
  if (!in) return;
  const Shape one = shape(m, slots.size());
  const auto offsets = shared_addresses(m, at, in, std::uint64_t{one.size} * one.elements);
  std::vector<sync::Value> values;
  if (slice_.shared_contents && one.elements == slots.size()) {
    values.resize(lanes * one.elements);
    for (std::size_t n = 0; n < slots.size(); ++n) {
      const Reg& reg = read(warp, slots[n]);
      for (unsigned l = 0; l < lanes; ++l) {
        if (!(in >> l & 1)) continue;
        const Datum value = lane(reg, l);
        values[l * one.elements + n] =
            value.known ? sync::Value::known(value.bits) : sync::Value::opaque(value.bits);
        shared_.store(offsets[l] + n * one.size, one.size, value);
      }
    }
  }
  const Mask unsettled =
      touch(warp, m, in, sync::Access::write, offsets, one.size, one.elements, values).lanes;
  if (slice_.shared_contents)
    forget(offsets, values.empty() ? in : in & (doubtful_ | unsettled), one.size * one.elements,
           unsettled);
}

// What stands in these places of shared memory is no longer known.
void Emulator::forget(const std::array<std::uint32_t, lanes>& at, Mask active, std::uint64_t bytes,
                      Mask unsettled) {
  const SourceSet stored = sources_.single({"shared memory", ""});
  for (unsigned l = 0; l < lanes; ++l)
    for (std::uint64_t i = 0; active >> l & 1 && i < bytes; ++i)
      shared_.store(at[l] + i, 1, {unique(), false, unsettled >> l & 1 ? schedule_ : stored});
}

void Emulator::store_local(Warp& warp, const Micro& m, const Addresses& at, Mask active) {
  const std::vector<Slot> slots = data_slots(m);
  const unsigned size = size_of(m.opcode->type);
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(active >> l & 1)) continue;
    std::uint64_t address = at.value[l];
    const bool known = at.known >> l & 1;
    const bool windowed = Layout::within(address, Layout::local_window);
    const bool to_local = m.opcode->space == Space::local || (known && windowed);
    if (!to_local && !(m.origins & Origins::local)) continue;
    if (!to_local && known) continue;
    if (!known) halt(m, "the address of this access to local memory depends on", at.sources);
    if (windowed) address -= Layout::local_window;
    if (address + size * slots.size() > code_.layout.local_size)
      halt(m, "address " + std::to_string(address) + " is outside of local memory");
    const std::uint64_t end = address + size * slots.size(), extent = warp.local[l].extent();
    if (end > extent) local_extent_ += end - extent;
    if (local_extent_ > max_local_extent)
      halt(m, "the threads keep more in local memory than is followed");
    for (std::size_t n = 0; n < slots.size() && size <= 8; ++n)
      warp.local[l].store(address + n * size, size,
                          doubtful_ >> l & 1 ? Datum{unique(), false, doubts_}
                                             : lane(read(warp, slots[n]), l));
  }
}

// ---- atomics ------------------------------------------------------------------------------------

void Emulator::atomic(Warp& warp, const Micro& m, Mask active) {
  if (active) {
    const Addresses at = addresses(warp, m, 0);
    const Mask in = in_shared(m, m.opcode->space, at, active);
    if (in != active && m.origins & slice_.maps) halt(m, "an atomic access to a tensor map");
    if (in) {
      const std::vector<Slot> slots = data_slots(m);
      const Shape one = shape(m, m.count);
      const auto offsets = shared_addresses(m, at, in, std::uint64_t{one.size} * one.elements);
      const auto here = static_cast<Index>(&m - code_.micros.data());
      if (counting_.countdowns.contains(here))
        for (unsigned l = 0; l < lanes; ++l)
          counted_down_[{offsets[l], here}] += in >> l & 1;
      // Of two halves each is atomic, not both together.
      const bool halves = m.opcode->type == Type::packed;
      const Mask unsettled =
          touch(warp, m, in, sync::Access::atomic, offsets, halves ? one.size / 2 : one.size,
                halves ? one.elements * 2 : one.elements)
              .lanes;
      for (unsigned l = 0; l < lanes && slice_.shared_contents; ++l)
        if (in >> l & 1) {
          if (m.count > 1 || one.size > 8 || slots.empty() || (doubtful_ | unsettled) >> l & 1)
            forget(offsets, Mask{1} << l, one.size * one.elements, unsettled);
          else
            update(m, offsets[l], lane(read(warp, slots[0]), l));
        }
    }
  }
  Reg out;
  out.sources =
      sources_.join(schedule_, sources_.single({"the result of an atomic operation", ""}));
  for (unsigned l = 0; l < lanes; ++l)
    out.value[l] = unique();
  if (m.op == Op::atom && m.result != no_slot) write_active(warp, m.result, out, active);
}

// The contents after an atomic operation that is ordered with all others that it does not commute
// with. The order of operations does not matter to sums and the like; after others nothing is
// known.
void Emulator::update(const Micro& m, std::uint64_t address, const Datum& a) {
  const Type type = m.opcode->type;
  const unsigned size = size_of(type);
  const Datum old = shared_.load(address, size, sources_);
  Datum out{unique(), false, sources_.join(schedule_, sources_.join(old.sources, a.sources))};
  if (old.known && a.known && !is_float(type)) {
    const std::uint64_t x = extended(old.bits, type), y = extended(a.bits, type);
    const bool less =
        is_signed(type) ? static_cast<std::int64_t>(x) < static_cast<std::int64_t>(y) : x < y;
    out.known = true;
    switch (m.opcode->mode) {
    case Mode::add:
      out.bits = x + y;
      break;
    case Mode::and_:
      out.bits = x & y;
      break;
    case Mode::or_:
      out.bits = x | y;
      break;
    case Mode::xor_:
      out.bits = x ^ y;
      break;
    case Mode::min:
      out.bits = less ? x : y;
      break;
    case Mode::max:
      out.bits = less ? y : x;
      break;
    default:
      out.known = false;
      break;
    }
    if (out.known) out = {truncated(out.bits, type), true, 0};
  }
  shared_.store(address, size, out);
}

// ---- matrices -----------------------------------------------------------------------------------

// ldmatrix and stmatrix: each of the first 8, 16 or 32 lanes has the address of a row of 16 bytes
// (of elements of less than 8 bits the padding counts as part of it), which lanes of the warp have
// in parts: no lane that of its own address alone. PTX ISA, "Matrix fragments for ldmatrix".
void Emulator::matrices(Warp& warp, const Micro& m, Mask active) {
  if (!active) return;
  if (active != warp.live) halt(m, "only part of the warp executes '" + m.opcode->text + "'");
  const std::string& text = m.opcode->text;
  const auto has = [&](const char* shape) { return text.find(shape) != std::string::npos; };
  if (!has(".m8n8") && !has(".m8n16") && !has(".m16n8") && !has(".m16n16"))
    halt(m, "'" + text + "' is not understood");
  const unsigned rows =
      (has(".m16n16") ? 16U : 8U) * m.opcode->vector; // m16n8 is stored by columns
  const Mask with_rows = active & (rows >= lanes ? ~Mask{0} : (Mask{1} << rows) - 1);
  const Addresses at = addresses(warp, m, 0);
  if (in_shared(m, m.opcode->space, at, with_rows) != with_rows)
    halt(m, "the rows of '" + m.opcode->text + "' are not in shared memory");
  const auto offsets = shared_addresses(m, at, with_rows, 16);
  const bool writes = m.op == Op::stmatrix;
  // lane 4 * r + w has word w of row r; of a transposed one lane 4 * (c % 8) + r / 2 element c of
  // row r
  const bool words = !has(".trans");
  const std::uint32_t size = words ? 4 : has(".m8n8") ? 2 : 1;
  for (unsigned matrix = 0; matrix < rows; matrix += 8)
    for (unsigned part = 0; part < 4 / size; ++part) {
      std::array<std::uint32_t, lanes> bytes{};
      for (unsigned l = 0; l < lanes; ++l)
        bytes[l] = words
                       ? offsets[matrix + l / 4] + 4 * (l % 4)
                       : offsets[matrix + 2 * (l % 4) + part % 2] + size * (l / 4 + 8 * (part / 2));
      run_.engine.access({.who = who(warp, active),
                          .kind = writes ? sync::Access::write : sync::Access::read,
                          .addresses = bytes,
                          .size = size,
                          .values = {},
                          .place = place(m, active)});
    }
  if (writes) {
    if (slice_.shared_contents) forget(offsets, with_rows, 16);
    return;
  }
  Reg out;
  out.sources = sources_.single({"the result of '" + m.opcode->text + "'", ""});
  for (Slot slot : m.count ? std::vector<Slot>(code_.lists.begin() + m.first,
                                               code_.lists.begin() + m.first + m.count)
                           : std::vector<Slot>{m.result}) {
    for (unsigned l = 0; l < lanes; ++l)
      out.value[l] = unique();
    write_active(warp, slot, out, active);
  }
}

} // namespace heddle::ptx
