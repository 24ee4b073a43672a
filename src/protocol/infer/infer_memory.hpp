// What inference knows of the content of memory at one place of the kernel (theory.md section 2,
// "Data").
//
// Two threads that read one cell under one version get one value. That is sound up to the first
// race: a write that one read sees and the other does not is ordered between them by barriers, and
// then one of the threads has passed such a barrier since the version came about. So versions end
// at barriers, and where ways meet that have different ones; what a thread wrote itself since then
// is kept apart.
#pragma once
#include "protocol/protocol.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>

namespace heddle::protocol {

// One of a thread's own writes that a read of the same cell would still see.
struct Cell {
  ArrayId array;
  Expr offset;
  unsigned size;
  Expr value;
  std::uint64_t stamp = 0; // writes to the array walked over, with this one
};

// A write that every thread runs at most once in its phase, as the thread with the index in it has
// it: `cond` makes the thread run it.
struct PhaseWrite {
  Expr offset;
  unsigned size;
  Expr value, cond;
  std::vector<Expr> binders; // iteration numbers around it
  std::uint64_t stamp;       // as Cell::stamp
};

// The content of one array between two barriers. `args`: the iteration numbers around the place
// where it came about; `stamp`: how many writes to the array were walked over until then.
struct Version {
  std::uint32_t id = 0; // 0: what the array held when the kernel started
  std::vector<Expr> args;
  std::uint64_t stamp = 0;
  bool settled = true; // no thread of the block had written to it in the phase before that place
  std::shared_ptr<const PhaseWrite> known = nullptr; // what made all changes of the phase before
  bool same_content(const Version& other) const { return id == other.id && args == other.args; }
};

class Memory {
public:
  using MakeVersion = std::function<Version(ArrayId)>;

  // The last write to exactly this cell; nullptr when its value is not known.
  const Cell* find(ArrayId array, Expr offset, unsigned size) const;
  // A write (value nullptr: not known); `may_alias` says which arrays may be the same memory.
  void write(Pool& pool, const Cell& cell, const std::function<bool(ArrayId, ArrayId)>& may_alias);
  template <class Predicate> void forget(const Predicate& which) {
    std::erase_if(cells_, [&](const Cell& c) {
      if (!which(c)) return false;
      blurred_.insert(c.array);
      return true;
    });
  }
  // The thread's own writes to the array since its version came about are not all known.
  void blur(ArrayId array) { blurred_.insert(array); }
  bool blurred(ArrayId array) const { return blurred_.contains(array); }
  // .. and when they are, these are they. Newest last; no two have a byte in common.
  std::vector<Cell> own_writes(ArrayId array) const;
  // A barrier: what threads wrote is content now, of arrays for which `which` holds.
  template <class Predicate> void settle(const Predicate& which) {
    std::erase_if(cells_, [&](const Cell& c) { return which(c.array); });
    std::erase_if(blurred_, which);
  }

  const Version& version(ArrayId array) const;
  void set_version(ArrayId array, Version version) { versions_[array] = std::move(version); }

  // Keeps what both know; values that differ become `cond ? a : b`, other contents new versions.
  static Memory merge(Pool& pool, Expr cond, const Memory& a, const Memory& b,
                      const MakeVersion& make_version);

private:
  static constexpr std::size_t max_cells = 256;
  static bool apart(Pool& pool, const Cell& a, const Cell& b);
  std::vector<Cell> cells_;
  std::set<ArrayId> blurred_;
  std::map<ArrayId, Version> versions_; // absent: the initial one
};

} // namespace heddle::protocol
