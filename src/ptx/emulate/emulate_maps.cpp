// Tensor maps in global memory (PTX ISA, "tensormap.replace", "tensormap.cp_fenceproxy"; "membar /
// fence", .tensormap): what changes them, and copies that go by them. Addresses of global memory
// are not known, but their differences are: the engine sees the parts of it that are touched here
// each at some place.
#include "ptx/emulate/emulator.hpp"

#include <algorithm>
#include <bit>

namespace heddle::ptx {

namespace {

constexpr std::uint32_t map_bytes = 128;

} // namespace

// The pointer parameter that a token was made of, of those whose maps are told; "": none, or
// several.
std::string Emulator::pointed_to_by(const Addresses& at) {
  std::string found;
  for (const Source& source : sources_.list(at.sources)) {
    if (source.name.empty() || source.contents) continue;
    for (const auto& [name, box] : launch_.tensor_maps) {
      if (name != source.name && !name.ends_with("_" + source.name)) continue;
      if (!found.empty() && found != name) return "";
      found = name;
    }
  }
  return found;
}

std::array<std::uint32_t, lanes> Emulator::map_places(const Micro& m, const Addresses& at,
                                                      Mask on) {
  std::array<std::uint32_t, lanes> out{};
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(on >> l & 1)) continue;
    const std::uint64_t address = at.value[l];
    auto next = map_parts_.upper_bound(address);
    auto part = next == map_parts_.begin() ? map_parts_.end() : std::prev(next);
    if (part == map_parts_.end() || address - part->first >= Layout::map_part) {
      const std::uint64_t before = part == map_parts_.end() ? 0 : part->first + Layout::map_part;
      const std::uint64_t half = Layout::map_part / 2;
      const std::uint64_t begin = address >= before + half ? address - half : before;
      if (map_parts_.size() == Layout::map_parts) halt(m, "more tensor maps than are followed");
      part = map_parts_.emplace(begin, static_cast<std::uint32_t>(map_parts_.size())).first;
    }
    if (address - part->first > Layout::map_part - map_bytes)
      halt(m, "tensor maps at addresses that are not followed");
    out[l] = Layout::map_memory + part->second * Layout::map_part +
             static_cast<std::uint32_t>(address - part->first);
  }
  return out;
}

// By a copy: nothing where nobody in the kernel can change the map.
std::optional<sync::AccessEvent> Emulator::map_read(const Warp& warp, const Micro& m,
                                                    unsigned which, Mask one) {
  const Addresses at = addresses(warp, m, which);
  const bool parameter =
      one & at.known && Layout::within(at.value[static_cast<unsigned>(std::countr_zero(one))],
                                       Layout::parameter_window);
  if (!slice_.maps || parameter) return std::nullopt;
  map_at_ = map_places(m, at, one);
  sync::AccessEvent event{.who = who(warp, one),
                          .kind = sync::Access::read,
                          .addresses = map_at_,
                          .size = 1,
                          .elements = map_bytes,
                          .values = {},
                          .place = place(m)};
  event.map = map_at_[static_cast<unsigned>(std::countr_zero(one))];
  return event;
}

void Emulator::write_map(const Warp& warp, const Micro& m, const Addresses& at, Mask on,
                         std::uint32_t bytes) {
  const auto places = map_places(m, at, on);
  touch(warp, m, on, sync::Access::write, places, 1, bytes);
}

// A weak access to the whole map. The lanes of a warp copy one together, which orders nothing that
// they did before: any may read it. The first stands for those that write.
void Emulator::change_map(Warp& warp, const Micro& m, Mask on) {
  const bool copies = m.opcode->text.starts_with("tensormap.cp");
  if (copies && on != warp.live) halt(m, "'" + m.opcode->text + "' by some lanes of a warp");
  const Addresses to = addresses(warp, m, 0);
  if (copies) {
    const auto from = shared_addresses(m, addresses(warp, m, 1), on, map_bytes);
    touch(warp, m, on, sync::Access::read, from, 8, map_bytes / 8);
    write_map(warp, m, to, on & (~on + 1), map_bytes);
    return run_.engine.release_maps(who(warp, on));
  }
  const bool generic = m.opcode->space == Space::generic;
  if (m.opcode->space == Space::shared || (generic && in_shared(m, Space::generic, to, on) == on)) {
    const auto at = shared_addresses(m, to, on, map_bytes);
    if (slice_.shared_contents) forget(at, on, map_bytes);
    touch(warp, m, on, sync::Access::write, at, 8, map_bytes / 8);
  } else {
    write_map(warp, m, to, on, map_bytes);
  }
}

// One of a CTA's scope orders nothing between the CTAs of a cluster.
void Emulator::map_fence(const Warp& warp, const Micro& m, Mask on) {
  const std::string& text = m.opcode->text;
  if (!slice_.maps || (in_cluster() && text.ends_with(".cta"))) return;
  if (text.find(".release") != std::string::npos) return run_.engine.release_maps(who(warp, on));
  const Reg& size = known_operand(warp, m, m.source[0], on, "the size of this fence depends on");
  if (size.value[static_cast<unsigned>(std::countr_zero(on))] != map_bytes) return;
  run_.engine.acquire_map(who(warp, on), map_places(m, addresses(warp, m, 0), on));
}

} // namespace heddle::ptx
