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
    std::uint64_t h = a.instance * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(a.word);
    h = (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9u;
    return static_cast<std::size_t>(h ^ (h >> 32)); // low bits tell strides of powers of two apart
  }
};

// A table with open addressing: a replay spends much of its time on looking up words, and the words
// of one thread seldom lie near each other.
class Memory {
public:
  // Initial content of `size` bytes at a byte offset; asked once per byte.
  using Initial = std::function<Value(std::int64_t offset, unsigned size)>;

  Memory() : cells_(first_size) {}
  // Values of 1 to 8 bytes, little-endian, zero-extended. false: of some of the bytes nobody has
  // asked yet, or they are in two words.
  bool find(Instance instance, std::int64_t offset, unsigned size, Value& to);
  Value load(Instance instance, std::int64_t offset, unsigned size, const Initial& initial);
  void store(Instance instance, std::int64_t offset, unsigned size, const Value& value);

  // Threads have one turn after the other, in rounds.
  void begin_round() { round_ = turn_ + 1; }
  void begin_turn() { ++turn_; }
  // Has one thread seen what another one did in the same round, or did they leave what the last of
  // them wrote? Else the order of the turns makes no difference.
  bool has_met() const { return has_met_; }

private:
  static constexpr std::size_t first_size = 64; // a power of two, as all sizes

  // A word, used when bytes of it are present.
  struct Cell {
    Address at{};
    std::uint64_t bytes = 0;  // little-endian
    std::uint8_t present = 0; // bit per byte
    std::uint8_t unknown = 0; // likewise: their taints are in taints_
    // Bytes read and written in the turn in which it was used last, and before that in its round.
    std::uint8_t read = 0, written = 0, read_before = 0, written_before = 0;
    std::uint32_t turn = 0;
  };
  using Taints = std::array<Taint, 8>;

  Value load_across(Instance instance, std::int64_t offset, unsigned size, const Initial& initial);
  void get(const Cell& cell, unsigned first, unsigned size, Value& to) const;
  void put(Cell& cell, unsigned first, unsigned size, std::uint64_t value, Taint taint);
  // The word's cell, or where it belongs. Valid until the next put().
  Cell& cell(Address at);
  void grow();
  void note_read(Cell& cell, unsigned mask);
  void note_write(Cell& cell, unsigned mask, std::uint64_t bytes, bool known);
  void note_turn(Cell& cell) const;

  std::vector<Cell> cells_;
  std::size_t used_ = 0;
  std::uint32_t turn_ = 0, round_ = 0; // the turn that its round began with
  bool has_met_ = false;
  std::unordered_map<Address, Taints, AddressHash> taints_;
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
