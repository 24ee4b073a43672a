#include "core/interpreter/interpreter_memory.hpp"

#include <cassert>

namespace heddle::core::interp {

Value Memory::Cell::get(unsigned first, unsigned size) const {
  Value v;
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < size; ++i) {
    bits |= std::uint64_t{bytes[first + i]} << (8 * i);
    if (!v.taint) v.taint = taints[first + i];
  }
  v.bits = v.taint ? 0 : static_cast<std::int64_t>(bits);
  return v;
}

void Memory::Cell::put(unsigned first, unsigned size, Value value) {
  for (unsigned i = 0; i < size; ++i) {
    bytes[first + i] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(value.bits) >> (8 * i));
    taints[first + i] = value.taint;
    present |= static_cast<std::uint8_t>(1u << (first + i));
  }
}

Value Memory::load(Instance instance, std::int64_t offset, unsigned size, const Initial& initial) {
  assert(size >= 1 && size <= 8);
  const auto first = static_cast<unsigned>(offset & 7);
  if (first + size > 8) return load_across(instance, offset, size, initial);
  Cell& c = cell(instance, offset);
  const unsigned wanted = ((1u << size) - 1) << first;
  if ((c.present & wanted) == wanted) return c.get(first, size);
  if ((c.present & wanted) == 0) {
    c.put(first, size, initial(offset, size));
    return c.get(first, size);
  }
  for (unsigned i = first; i < first + size; ++i)
    if (!(c.present >> i & 1)) c.put(i, 1, initial(offset - first + i, 1));
  return c.get(first, size);
}

// Two words: byte by byte.
Value Memory::load_across(Instance instance, std::int64_t offset, unsigned size,
                          const Initial& initial) {
  Value v;
  for (unsigned i = 0; i < size; ++i) {
    const Value byte = load(instance, offset + i, 1, initial);
    v.bits = static_cast<std::int64_t>(static_cast<std::uint64_t>(v.bits) |
                                       static_cast<std::uint64_t>(byte.bits) << (8 * i));
    if (!v.taint) v.taint = byte.taint;
  }
  if (v.taint) v.bits = 0;
  return v;
}

void Memory::store(Instance instance, std::int64_t offset, unsigned size, Value value) {
  for (unsigned done = 0; done < size;) { // word by word; beyond 8 bytes values are not known
    const auto first = static_cast<unsigned>((offset + done) & 7);
    const unsigned part = std::min(8 - first, size - done);
    const std::uint64_t bits = done < 8 ? static_cast<std::uint64_t>(value.bits) >> (8 * done) : 0;
    cell(instance, offset + done).put(first, part, {static_cast<std::int64_t>(bits), value.taint});
    done += part;
  }
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
