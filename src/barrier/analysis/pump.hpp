// PUMP: parts of a run that may be repeated (theory.md section 4, step 4). Between two snapshots
// that agree on all that a step looks at, the warps that moved are inside loops; copies of what
// lies between them give the run of a larger n. Private to src/barrier.
#pragma once
#include "barrier/analysis/run.hpp"

#include <unordered_map>

namespace heddle::barrier {

struct Pump {
  std::uint32_t begin = 0, end = 0; // the steps after which the snapshots were taken
  std::int64_t iterations = 0;      // by which each of `moving` advanced
  struct Member {
    std::uint32_t warp = 0, section = 0;
    Stamp executed = 0;     // operations in between
    Stamp least = 0;        // stamps of the warp from here on move, those below do not
    Stamp least_tensor = 0; // likewise where they are of its tensor operations
    auto operator<=>(const Member&) const = default;
  };
  std::vector<Member> moving; // by warp
  // Of an mbarrier whose phases went on: phases, and the first that moves (Member::least).
  struct Phases {
    std::uint32_t mbarrier = 0;
    Stamp completed = 0, least = 0;
  };
  std::vector<Phases> phases;

  const Member* find(std::uint32_t warp, std::uint32_t section) const;
};

class PumpFinder : public Observer {
public:
  PumpFinder(const Shape& shape, const std::vector<Unrolled>& roles);
  // False once one pump covers all loops.
  bool observe(const State& state, std::uint32_t step) override;

  // Pumps one after the other in time, no loop of a warp in two of them, that cover as many loops
  // as can be.
  std::vector<Pump> cover() const;
  // Loops of warps that there are: (warp, section).
  std::size_t loops() const { return loops_; }
  // Two snapshots agreed, but these two warps advanced by different numbers of iterations.
  const std::optional<std::pair<std::uint32_t, std::uint32_t>>& different_rates() const {
    return different_rates_;
  }

private:
  struct Snapshot {
    std::uint32_t step = 0;
    std::vector<std::uint32_t> key;
    std::vector<Stamp> stamps;        // entries of clocks, row by row
    std::vector<std::uint32_t> owner; // of `registered`: its column
    std::vector<Stamp> registered;
    std::vector<Stamp> done; // by column: operations of a warp, completed phases of an mbarrier
  };
  static void note(Snapshot& s, const std::vector<Registration>& registrations);
  static void note(Snapshot& s, const std::vector<Member>& members);
  Snapshot take(const State& state, std::uint32_t step) const;
  const Executed* position(std::uint32_t warp, Stamp done) const;
  bool consider(const Snapshot& from, const Snapshot& to);
  bool measure(const Snapshot& from, const Snapshot& to, Pump& pump) const;
  bool columns_agree(const Snapshot& from, const Snapshot& to, Pump& pump) const;

  const Shape& shape_;
  const std::vector<Unrolled>& roles_;
  std::size_t loops_ = 0;
  std::vector<Snapshot> snapshots_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_key_;
  std::vector<Pump> found_;
  std::optional<std::pair<std::uint32_t, std::uint32_t>> different_rates_;
};

} // namespace heddle::barrier
