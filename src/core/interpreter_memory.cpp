#include "core/interpreter_memory.hpp"

#include <cassert>

namespace heddle::core::interp {

Value Memory::load(Instance instance, std::int64_t offset, unsigned size, const Initial& initial) {
  assert(size >= 1 && size <= 8);
  fetch(instance, offset, size, initial);
  Value v;
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < size; ++i) {
    const std::int64_t at = offset + i;
    const Cell& c = cell(instance, at);
    bits |= std::uint64_t{c.bytes[at & 7]} << (8 * i);
    if (!v.taint) v.taint = c.taints[at & 7];
  }
  v.bits = v.taint ? 0 : static_cast<std::int64_t>(bits);
  return v;
}

void Memory::store(Instance instance, std::int64_t offset, unsigned size, Value value) {
  for (unsigned i = 0; i < size; ++i) {
    const std::int64_t at = offset + i;
    Cell& c = cell(instance, at);
    c.bytes[at & 7] = i < 8 ? static_cast<std::uint8_t>(value.bits >> (8 * i)) : 0;
    c.taints[at & 7] = value.taint;
    c.present |= static_cast<std::uint8_t>(1u << (at & 7));
  }
}

void Memory::fetch(Instance instance, std::int64_t offset, unsigned size, const Initial& initial) {
  unsigned missing = 0;
  for (unsigned i = 0; i < size; ++i)
    missing += !(cell(instance, offset + i).present >> ((offset + i) & 7) & 1);
  if (missing == size) return store(instance, offset, size, initial(offset, size));
  if (missing == 0) return;
  for (unsigned i = 0; i < size; ++i)
    if (!(cell(instance, offset + i).present >> ((offset + i) & 7) & 1))
      store(instance, offset + i, 1, initial(offset + i, 1));
}

Clocks::Clocks(std::size_t threads, const std::vector<std::uint32_t>& tracked)
    : width_(tracked.size()), column_(threads, untracked), table_(threads * tracked.size(), 0) {
  for (std::uint32_t c = 0; c < tracked.size(); ++c) {
    column_[tracked[c]] = c;
    table_[tracked[c] * width_ + c] = 1;
  }
}

void Clocks::meet(std::span<const std::uint32_t> participants) {
  std::vector<std::uint32_t> join(width_, 0);
  for (std::uint32_t t : participants)
    for (std::size_t c = 0; c < width_; ++c)
      join[c] = std::max(join[c], table_[t * width_ + c]);
  for (std::uint32_t t : participants) {
    std::ranges::copy(join, table_.begin() + static_cast<std::ptrdiff_t>(t * width_));
    if (column_[t] != untracked) ++table_[t * width_ + column_[t]];
  }
}

} // namespace heddle::core::interp
