// Which accesses are ordered, for every n? (theory.md section 4, step 6.) Only for skeletons that
// are well-synchronized at the n in question.
#pragma once
#include "barrier/analysis/analysis.hpp"

#include <map>
#include <tuple>

namespace heddle::barrier {

// A place between the operations of a role: behind `index` operations of the section's list
// (0 .. size), whether or not these were executed in that iteration.
struct Point {
  std::uint32_t role = 0, section = 0, index = 0;
  // Instead: what the asynchronous copy does that operation `index`, a phase_copy, issues. Asked
  // only of iterations in which it is executed.
  bool copy = false;
  // Instead: what a tensor operation does that is issued there.
  bool tensor = false;
  // In the program of a thread, among points of one index; 0: not told. Orders of different threads
  // do not depend on it.
  std::uint32_t position = 0;
  bool operator==(const Point&) const = default;
};

// A bound or a place that may move with the trip counts: T + constant, or constant.
struct Linear {
  enum class Base : std::uint8_t { zero, trips_first, trips_second, second } base = Base::zero;
  std::int64_t constant = 0; // `second`: j + constant
};

// "For these n and j: p@i is before q@j iff i <= last." Iteration numbers of straight sections are
// 0.
struct Window {
  // n == n_first when n_period is 0; else n >= n_first and n = n_first modulo n_period.
  std::int64_t n_first = 0, n_period = 0;
  // low <= j <= high and j = low.constant modulo j_period (j_period 1: all of them).
  Linear low, high;
  std::int64_t j_period = 1;
  Linear last; // zero base and -1: never
};

// The order of p@i and q@j. `simple`: one rule for all n and all j.
struct Order {
  enum class Kind : std::uint8_t {
    never,
    always,
    distance, // p@i is before q@j iff i <= j - distance
    windows   // the union of `windows`; exactly one fits each (n, j)
  } kind = Kind::never;
  std::int64_t distance = 0;
  std::vector<Window> windows;
};

enum class Pairing : std::uint8_t {
  warps, // of two different warps (of one role, or of two)
  // two threads of one warp: ordered by a sync of that warp between them, an operation on an
  // mbarrier that the warp makes as a whole, or a wait for a phase in which both arrived before
  lanes,
  own // one thread: a copy of its, and itself or another copy of its
};

class Windows {
public:
  explicit Windows(const Analysis& analysis); // kept by reference
  // Is p@i of one thread before q@j of another? A copy is another thread than who issues it; it is
  // before what comes behind a wait for its phase, and behind all that is before its issue, there
  // also of lanes of its warp. So is a tensor operation: it is before what comes behind a wait for
  // a phase at which its warp commits it. Where copies at several mbarriers end out of turn, the
  // answer may say less than is true, never more. Both roles equal but for Pairing::warps; a role
  // of one warp has no pair of different warps (std::invalid_argument).
  // Kept: fences between two accesses are asked about for each pair of accesses again.
  const Order& before(const Point& p, const Point& q, Pairing pairing) const;

private:
  using Asked = std::tuple<Point, Point, Pairing>;
  struct Earlier {
    bool operator()(const Asked& a, const Asked& b) const;
  };
  const Analysis& analysis_;
  mutable std::map<Asked, Order, Earlier> known_;
};

// Does `order` say that p@i is before q@j? `first`, `second`: trip counts of the sections of p and
// q.
bool holds(const Order& order, std::int64_t n, std::int64_t i, std::int64_t j, std::int64_t first,
           std::int64_t second);

} // namespace heddle::barrier
