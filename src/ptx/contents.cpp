#include "ptx/contents.hpp"

namespace heddle::ptx {

void Contents::store(std::uint64_t address, unsigned size, const Datum& value) {
  if (cells_.size() < address + size) cells_.resize(address + size);
  for (unsigned i = 0; i < size; ++i)
    cells_[address + i] = {value.bits, value.sources, static_cast<std::uint8_t>(i),
                           static_cast<std::uint8_t>(size), value.known};
}

const Contents::Cell* Contents::cell(std::uint64_t address) const {
  return address < cells_.size() && cells_[address].size ? &cells_[address] : nullptr;
}

Datum Contents::load(std::uint64_t address, unsigned size, Sources& sources) const {
  const Cell* first = cell(address);
  bool whole = first && first->size == size && first->index == 0; // what was stored, as it was
  bool known = true;
  std::uint64_t bits = 0, mixed = mix(address, size);
  SourceSet from = 0;
  for (unsigned i = 0; i < size; ++i) {
    const Cell* c = cell(address + i);
    if (!c) {
      known = whole = false;
      from = sources.join(from, initial_);
      continue;
    }
    whole = whole && c->bits == first->bits && c->index == i && c->known == first->known;
    known = known && c->known;
    bits |= (c->bits >> 8 * c->index & 0xff) << 8 * i;
    mixed = mix(mixed, mix(c->bits, c->index));
    if (!c->known) from = sources.join(from, c->sources);
  }
  if (known) return {bits, true, 0};
  return {whole ? first->bits : mixed, false, from};
}

} // namespace heddle::ptx
