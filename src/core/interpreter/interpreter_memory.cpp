#include "core/interpreter/interpreter_memory.hpp"

#include <bit>
#include <cassert>

namespace heddle::core::interp {

namespace {

std::uint64_t low_bytes(unsigned size) {
  return size >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * size)) - 1;
}

// The 8 bytes of the value that begin behind so many.
std::uint64_t behind(const Value& v, unsigned bytes) {
  const auto low = static_cast<std::uint64_t>(v.bits), high = static_cast<std::uint64_t>(v.high);
  if (bytes == 0) return low;
  if (bytes >= 16) return 0;
  if (bytes >= 8) return high >> (8 * (bytes - 8));
  return low >> (8 * bytes) | high << (64 - 8 * bytes);
}

unsigned mask_of(unsigned first, unsigned size) { return ((1u << size) - 1) << first; }

} // namespace

Memory::Cell& Memory::cell(Address at) {
  std::size_t i = AddressHash{}(at) & (cells_.size() - 1);
  while (cells_[i].present && !(cells_[i].at == at))
    i = (i + 1) & (cells_.size() - 1);
  cells_[i].at = at;
  return cells_[i];
}

void Memory::grow() {
  const std::vector<Cell> old = std::exchange(cells_, std::vector<Cell>(2 * cells_.size()));
  for (const Cell& c : old)
    if (c.present) cell(c.at) = c;
}

void Memory::get(const Cell& cell, unsigned first, unsigned size, Value& to) const {
  const unsigned unknown = cell.unknown & mask_of(first, size);
  to.taint = unknown ? taints_.at(cell.at)[static_cast<unsigned>(std::countr_zero(unknown))] : 0;
  to.bits = unknown ? 0 : signed_bits(cell.bytes >> (8 * first) & low_bytes(size));
  to.high = 0;
}

void Memory::put(Cell& cell, unsigned first, unsigned size, std::uint64_t value, Taint taint) {
  const unsigned mask = mask_of(first, size);
  const std::uint64_t bits = low_bytes(size) << (8 * first);
  const bool is_new = !cell.present;
  cell.bytes = (cell.bytes & ~bits) | (value << (8 * first) & bits);
  cell.present = static_cast<std::uint8_t>(cell.present | mask);
  cell.unknown = static_cast<std::uint8_t>(taint ? cell.unknown | mask : cell.unknown & ~mask);
  if (taint) {
    Taints& taints = taints_[cell.at];
    std::fill_n(taints.begin() + first, size, taint);
  }
  if (is_new && 2 * ++used_ > cells_.size()) grow();
}

bool Memory::find(Instance instance, std::int64_t offset, unsigned size, Value& to) {
  const auto first = static_cast<unsigned>(offset & 7);
  if (first + size > 8) return false;
  Cell& there = cell({instance, offset >> 3});
  const unsigned wanted = mask_of(first, size);
  if ((there.present & wanted) != wanted) return false;
  note_read(there, wanted);
  get(there, first, size, to);
  return true;
}

Value Memory::load(Instance instance, std::int64_t offset, unsigned size, const Initial& initial) {
  assert(size >= 1 && size <= 8);
  const auto first = static_cast<unsigned>(offset & 7);
  if (first + size > 8) return load_across(instance, offset, size, initial);
  const Address at{instance, offset >> 3};
  const auto ask = [&](unsigned from, unsigned bytes) {
    const Value v = initial(offset - first + from, bytes);
    put(cell(at), from, bytes, unsigned_bits(v.bits), v.taint);
  };
  const unsigned wanted = mask_of(first, size);
  const unsigned present = cell(at).present & wanted;
  if (present == 0) {
    ask(first, size);
  } else if (present != wanted) {
    for (unsigned i = first; i < first + size; ++i)
      if (!(present >> i & 1)) ask(i, 1);
  }
  Cell& there = cell(at);
  note_read(there, wanted);
  Value value;
  get(there, first, size, value);
  return value;
}

void Memory::note_turn(Cell& cell) const {
  if (cell.turn == turn_) return;
  const bool is_older = cell.turn < round_;
  const auto both = [&](std::uint8_t before, std::uint8_t last) {
    return is_older ? std::uint8_t{0} : static_cast<std::uint8_t>(before | last);
  };
  cell.read_before = both(cell.read_before, cell.read);
  cell.written_before = both(cell.written_before, cell.written);
  cell.read = cell.written = 0;
  cell.turn = turn_;
}

void Memory::note_read(Cell& cell, unsigned mask) {
  note_turn(cell);
  cell.read = static_cast<std::uint8_t>(cell.read | mask);
  has_met_ = has_met_ || (cell.written_before & mask) != 0;
}

// Several may leave the same.
void Memory::note_write(Cell& cell, unsigned mask, std::uint64_t bytes, bool known) {
  note_turn(cell);
  cell.written = static_cast<std::uint8_t>(cell.written | mask);
  if (cell.read_before & mask) has_met_ = true;
  const unsigned again = cell.written_before & mask;
  if (!again) return;
  const bool were_known = (cell.unknown & again) == 0;
  bool is_same = known == were_known && (known || (cell.unknown & again) == again);
  for (unsigned i = 0; i < 8 && known && is_same; ++i)
    is_same = !(again >> i & 1) || ((cell.bytes ^ bytes) >> (8 * i) & 0xff) == 0;
  has_met_ = has_met_ || !is_same;
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

void Memory::store(Instance instance, std::int64_t offset, unsigned size, const Value& value) {
  for (unsigned done = 0;
       done < size;) { // word by word; of what is wider than 16 bytes nothing is known
    const auto first = static_cast<unsigned>((offset + done) & 7);
    const unsigned part = std::min(8 - first, size - done);
    const std::uint64_t bits = behind(value, done);
    Cell& there = cell({instance, (offset + done) >> 3});
    note_write(there, mask_of(first, part), bits << (8 * first), value.taint == 0);
    put(there, first, part, bits, value.taint);
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
