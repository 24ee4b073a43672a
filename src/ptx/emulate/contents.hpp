// What is known of the contents of a memory, byte by byte.
#pragma once
#include "ptx/emulate/value.hpp"

#include <cstddef>

namespace heddle::ptx {

// A value in memory or in one lane: known bits, or a token.
struct Datum {
  std::uint64_t bits = 0;
  bool known = false;
  SourceSet sources = 0;
};

class Contents {
public:
  // Bytes that nobody wrote have these sources.
  explicit Contents(SourceSet initial) : initial_(initial) {}

  // `size` is at most 8.
  void store(std::uint64_t address, unsigned size, const Datum& value);
  Datum load(std::uint64_t address, unsigned size, Sources& sources) const;

  // Bytes up to the last one that was written: what memory this takes.
  std::size_t extent() const { return cells_.size(); }

private:
  struct Cell {
    std::uint64_t bits = 0;
    SourceSet sources = 0;
    std::uint8_t index = 0, size = 0; // this is byte `index` of a value of `size`; 0: never written
    bool known = false;
    bool cut = false; // of byte 0: something else has been written over bytes behind it
  };
  const Cell* cell(std::uint64_t address) const;
  bool is_whole(std::uint64_t address, unsigned size) const {
    if (address >= cells_.size()) return false;
    const Cell& first = cells_[address];
    return first.size == size && first.index == 0 && !first.cut;
  }

  SourceSet initial_;
  std::vector<Cell> cells_; // as far as anybody wrote
};

} // namespace heddle::ptx
