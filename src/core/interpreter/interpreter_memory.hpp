// Sparse memory of a running launch, with unknown bytes; and the happens-before clocks of its
// threads. Private to src/core.
#pragma once
#include "core/interpreter/interpreter_program.hpp"

#include <algorithm>
#include <functional>
#include <span>

namespace heddle::core::interp {

// One array of one owner: the grid, a block (shared) or a thread (local).
using Instance = std::uint64_t;

struct Address {
  Instance instance;
  std::int64_t word; // byte offset / 8, rounded down
  bool operator==(const Address&) const = default;
};
struct AddressHash {
  std::size_t operator()(const Address& a) const {
    const std::uint64_t h = a.instance * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(a.word);
    return static_cast<std::size_t>((h ^ (h >> 29)) * 0xbf58476d1ce4e5b9u);
  }
};

class Memory {
public:
  // Initial content of `size` bytes at a byte offset; asked once per byte.
  using Initial = std::function<Value(std::int64_t offset, unsigned size)>;

  // Values of 1 to 8 bytes, little-endian, zero-extended.
  Value load(Instance instance, std::int64_t offset, unsigned size, const Initial& initial);
  void store(Instance instance, std::int64_t offset, unsigned size, Value value);

private:
  struct Cell {
    std::array<std::uint8_t, 8> bytes{};
    std::array<Taint, 8> taints{};
    std::uint8_t present = 0; // bit per byte
    Value get(unsigned first, unsigned size) const;
    void put(unsigned first, unsigned size, Value value);
  };
  Value load_across(Instance instance, std::int64_t offset, unsigned size, const Initial& initial);
  Cell& cell(Instance instance, std::int64_t offset) { return cells_[{instance, offset >> 3}]; }

  std::unordered_map<Address, Cell, AddressHash> cells_;
};

// Vector clocks restricted to the tracked threads: happens-before through barriers.
class Clocks {
public:
  static constexpr std::uint32_t untracked = UINT32_MAX;
  Clocks(std::size_t threads, const std::vector<std::uint32_t>& tracked);

  std::uint32_t column(std::uint32_t thread) const { return column_[thread]; }
  // The tracked thread's own time, from 1.
  std::uint32_t now(std::uint32_t thread) const { return at(thread, column_[thread]); }
  // Has `observer` come after what the thread of `column` did at `time`?
  bool ordered(std::uint32_t column, std::uint32_t time, std::uint32_t observer) const {
    return at(observer, column) >= time;
  }
  void meet(std::span<const std::uint32_t> participants);

private:
  std::uint32_t at(std::uint32_t thread, std::uint32_t column) const {
    return table_[thread * width_ + column];
  }
  std::size_t width_;
  std::vector<std::uint32_t> column_;
  std::vector<std::uint32_t> table_;
};

} // namespace heddle::core::interp
