#include "ptx/emulate/contents.hpp"

namespace heddle::ptx {

void Contents::store(std::uint64_t address, unsigned size, const Datum& value) {
  if (cells_.size() < address + size) cells_.resize(address + size);
  // a value that began before is no longer whole
  const std::uint8_t before = cells_[address].index;
  if (Cell& first = cells_[address - before]; first.size > before) first.cut = true;
  for (unsigned i = 0; i < size; ++i)
    cells_[address + i] = {value.bits, value.sources, static_cast<std::uint8_t>(i),
                           static_cast<std::uint8_t>(size), value.known};
}

const Contents::Cell* Contents::cell(std::uint64_t address) const {
  return address < cells_.size() && cells_[address].size ? &cells_[address] : nullptr;
}

Datum Contents::load(std::uint64_t address, unsigned size, Sources& sources) const {
  if (is_whole(address, size)) {
    const Cell& c = cells_[address];
    return {c.bits, c.known, c.known ? 0 : c.sources};
  }
  bool known = true;
  std::uint64_t bits = 0, mixed = mix(address, size);
  SourceSet from = 0;
  for (unsigned i = 0; i < size; ++i) {
    const Cell* c = cell(address + i);
    if (!c) {
      known = false;
      from = sources.join(from, initial_);
      continue;
    }
    known = known && c->known;
    bits |= (c->bits >> 8 * c->index & 0xff) << 8 * i;
    mixed = mix(mixed, mix(c->bits, c->index));
    if (!c->known) from = sources.join(from, c->sources);
  }
  if (known) return {bits, true, 0};
  return {mixed, false, from};
}

} // namespace heddle::ptx
