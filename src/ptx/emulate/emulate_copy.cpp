// Asynchronous copies.
#include "ptx/emulate/emulator.hpp"

#include <algorithm>
#include <bit>

namespace heddle::ptx {

// st.bulk [shared], bytes, 0: a write of each lane (PTX ISA, "st.bulk": weak, of the generic
// proxy).
void Emulator::fill(Warp& warp, const Micro& m, Mask on) {
  if (!on) return;
  const Reg& size = known_operand(warp, m, m.source[0], on, "the size of this access depends on");
  const Addresses to = addresses(warp, m, 0);
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(on >> l & 1)) continue;
    const Mask one = Mask{1} << l;
    const auto bytes = static_cast<std::uint32_t>(size.value[l]);
    if (bytes % 8) halt(m, "a store of " + std::to_string(bytes) + " bytes");
    if (bytes == 0) continue;
    const auto at = shared_addresses(m, to, one, bytes);
    const std::vector<sync::Value> zeros(std::size_t{lanes} * (bytes / 8), sync::Value::known(0));
    touch(warp, m, one, sync::Access::write, at, 8, bytes / 8, zeros);
    for (std::uint32_t n = 0; slice_.shared_contents && n < bytes / 8; ++n)
      shared_.store(at[l] + n * 8, 8, {0, true, 0});
  }
}

// st.async [to], value, [mbarrier], red.async likewise: what each lane stores is there when the
// phase that counts the bytes is over. Threads' own stores, not of the async proxy.
void Emulator::store_async(Warp& warp, const Micro& m, Mask on) {
  const Addresses to = addresses(warp, m, 0), barrier = addresses(warp, m, 1);
  if (on & ~barrier.known) halt(m, mbarrier_depends, barrier.sources);
  const std::uint32_t size = size_of(m.opcode->type), count = m.opcode->vector;
  if (on && (size == 0 || size > 8)) halt(m, "'" + m.opcode->text + "' is not understood");
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(on >> l & 1)) continue;
    const Mask one = Mask{1} << l;
    const auto at = shared_addresses(m, to, one, std::uint64_t{size} * count);
    const std::uint32_t b = shared_addresses(m, barrier, one, 8)[l];
    if (at[l] / Layout::block_stride != b / Layout::block_stride)
      halt(m, "a store that reports to an mbarrier of another CTA than it writes to");
    if (slice_.shared_contents) forget(at, one, std::uint64_t{size} * count);
    const bool adds = m.opcode->text.starts_with("red");
    sync::AccessEvent event{.who = who(warp, one),
                            .kind = adds ? sync::Access::atomic : sync::Access::write,
                            .addresses = at,
                            .size = size,
                            .elements = count,
                            .values = {},
                            .place = place(m)};
    event.generic = event.releases = true;
    if (adds) event.change = change(*m.opcode);
    if (b / Layout::block_stride != block_) {
      sync::AccessEvent use = use_of(m, who(warp, one), life_of(b / Layout::block_stride));
      use.generic = true;
      run_.engine.copy_bulk(use, b, 0);
    }
    wake(run_.engine.copy_bulk(event, b, size * count).woken);
  }
}

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
  if (text.find(".tensor") != std::string::npos || (m.opcode->multicast && !in_cluster()) ||
      (text.find("reduce") != std::string::npos && m.opcode->target == Space::shared))
    halt(m, "'" + text + "' is not understood: how much it copies is not in the file");
  const Reg& size = known_operand(warp, m, m.source[0], on, "the size of this copy depends on");
  const bool into = m.opcode->target == Space::shared;
  const bool out_of = m.opcode->space == Space::shared;
  if (into && out_of && !in_cluster())
    halt(m, "copies to other CTAs of a cluster are not understood");
  if (!into && m.origins & slice_.maps) halt(m, "a copy to where a tensor map may be");
  if (!into && !out_of) return; // not in shared memory
  const Addresses shared = addresses(warp, m, into ? 0 : 1);
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(on >> l & 1)) continue;
    const Mask one = Mask{1} << l;
    const auto bytes = static_cast<std::uint32_t>(size.value[l]);
    if (bytes == 0 || bytes % 16) halt(m, "a copy of " + std::to_string(bytes) + " bytes");
    const auto at = shared_addresses(m, shared, one, bytes);
    if (into && out_of) { // of the CTA's own, to wherever the cluster has it
      const auto from = shared_addresses(m, addresses(warp, m, 1), one, bytes);
      const auto b = shared_addresses(m, addresses(warp, m, 2), one, 8);
      if (from[l] / Layout::block_stride != block_)
        halt(m, "a copy out of the shared memory of another CTA");
      check_fenced_space(m, from[l], bytes);
      run_.engine.copy_bulk({.who = who(warp, one),
                             .kind = sync::Access::read,
                             .addresses = from,
                             .size = 8,
                             .elements = bytes / 8,
                             .values = {},
                             .place = place(m)},
                            b[l], 0);
    }
    bulk_copy_of(warp, m, one, at[l], bytes, 1);
  }
}

void Emulator::bulk_copy_of(Warp& warp, const Micro& m, Mask one, std::uint32_t address,
                            std::uint32_t bytes, unsigned mask) {
  const auto at = all_at(address);
  check_fenced_space(m, address, bytes);
  if (m.opcode->target != Space::shared)
    return run_.engine.copy({.who = who(warp, one),
                             .kind = sync::Access::read,
                             .addresses = at,
                             .size = 8,
                             .elements = bytes / 8,
                             .values = {},
                             .place = place(m)},
                            sync::Channel::bulk);
  if (m.base[2] == no_slot) halt(m, "a copy that reports to no mbarrier");
  const Addresses barrier = addresses(warp, m, 2);
  if (one & ~barrier.known) halt(m, mbarrier_depends, barrier.sources);
  const std::uint32_t b =
      shared_addresses(m, barrier, one, 8)[static_cast<unsigned>(std::countr_zero(one))];
  const std::uint32_t stride = Layout::block_stride;
  if (m.opcode->multicast) {
    // "the data is copied to the same CTA-relative offset", and so is the signal
    if (m.opcode->pair) halt(m, "'" + m.opcode->text + "' is not understood");
    for (const std::uint32_t block : destinations(warp, m, one, mask))
      copy_into(m, one, block * stride + address % stride, bytes, block * stride + b % stride);
    return;
  }
  if (address / stride != b / stride && !m.opcode->pair)
    halt(m, "a copy that reports to an mbarrier of another CTA than it writes to");
  copy_into(m, one, address, bytes, b);
}

void Emulator::copy_into(const Micro& m, Mask one, std::uint32_t address, std::uint32_t bytes,
                         std::uint32_t barrier) {
  const auto at = all_at(address);
  const sync::Lanes by{warp_, one};
  if (slice_.shared_contents) forget(at, one, bytes);
  for (const std::uint32_t block : {address / Layout::block_stride, barrier / Layout::block_stride})
    if (block != block_) run_.engine.copy_bulk(use_of(m, by, life_of(block)), barrier, 0);
  wake(run_.engine
           .copy_bulk({.who = by,
                       .kind = sync::Access::write,
                       .addresses = at,
                       .size = 8,
                       .elements = bytes / 8,
                       .values = {},
                       .place = place(m)},
                      barrier, bytes)
           .woken);
}

// What a copy by the tensor map at address number `map` of the instruction copies: --tensor-map.
std::uint32_t Emulator::box_bytes(const Warp& warp, const Micro& m, unsigned map, unsigned lane) {
  constexpr std::uint64_t parameter_size = 65536; // of the window
  const Addresses named = addresses(warp, m, map);
  std::string name;
  if (named.known >> lane & 1 && Layout::within(named.value[lane], Layout::parameter_window)) {
    const std::uint64_t at = named.value[lane] - Layout::parameter_window;
    const auto& all = program_.kernel->parameters;
    if (at / parameter_size < all.size())
      name = program_.module->variables[all[at / parameter_size]].name;
    if (at % parameter_size) name += "+" + std::to_string(at % parameter_size);
  }
  if (!(named.known >> lane & 1)) name = pointed_to_by(named);
  const auto given = launch_.tensor_maps.find(name);
  if (given == launch_.tensor_maps.end())
    halt(m, "'" + m.opcode->text + "' is not understood: how much it copies is not in the file" +
                (name.empty() ? "" : "; --tensor-map says so"));
  return static_cast<std::uint32_t>(given->second);
}

// [to], [map, {..}], [mbarrier], or [map, {..}], [from] of a bulk group.
void Emulator::tensor_copy(Warp& warp, const Micro& m, Mask on) {
  const bool into = m.opcode->target == Space::shared;
  // its mbarrier may be the other CTA's
  if (on && m.opcode->pair && !in_cluster()) halt(m, "'" + m.opcode->text + "' is not understood");
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(on >> l & 1)) continue;
    const Mask one = Mask{1} << l;
    const std::uint32_t bytes = box_bytes(warp, m, into ? 1 : 0, l);
    const auto map = map_read(warp, m, into ? 1 : 0, one);
    if (bytes % 16) halt(m, "a copy of " + std::to_string(bytes) + " bytes");
    const auto at = shared_addresses(m, addresses(warp, m, into ? 0 : 1), one, bytes);
    if (map) {
      if (into) {
        if (m.opcode->multicast || m.opcode->pair)
          halt(m, "'" + m.opcode->text + "' by a tensor map that the kernel changes");
        const auto b = shared_addresses(m, addresses(warp, m, 2), one, 8);
        run_.engine.copy_bulk(*map, b[l], 0);
      } else {
        run_.engine.copy(*map, sync::Channel::bulk);
      }
    }
    bulk_copy_of(warp, m, one, at[l], bytes, 0);
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
    for (const auto& [address, mask] : grouped(on, [&](unsigned l) { return at[l]; }))
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
