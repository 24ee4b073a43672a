// Skeletons with an outer loop: persistent kernels (theory.md section 4, step 8).
//
//   role:  before;  for t < T { block }  after       T >= 0; the loops of the block make
//                                                    max(0, n_t + c) iterations, n_t >= 0
//
// All verdicts are for every T and all n_0, n_1, .. at once. What is before and after has no loops.
#pragma once
#include "barrier/analysis/windows.hpp"

#include <functional>

namespace heddle::barrier {

struct NestedRole {
  std::string name;
  std::vector<std::uint32_t> warps;
  // Straight sections of the block: tables are indexed by t.
  std::vector<Section> before, block, after;
  std::uint32_t threads = 32; // as in Role
};

struct NestedSkeleton {
  std::vector<NestedRole> roles;
  std::vector<Mbarrier> mbarriers;
  bool judged = false; // as in Skeleton
};

std::string to_string(const NestedSkeleton& skeleton);

// One outer loop that goes wrong: n_0, n_1, .. n_(T-1), and how. Sections of steps are those of
// the list that Step::outer says.
struct NestedFailure {
  std::vector<std::int64_t> trips;
  bool at_end = false; // only where the outer loop makes no more iterations
  Failure failure;     // failure.n: the last of `trips`, or 0
};

// As Mixed, and numbers of iterations of an outer loop in which they do.
struct NestedMixed {
  std::uint32_t first = 0, second = 0;
  std::vector<std::int64_t> trips;
};

enum class NestPart : std::uint8_t { before, block, after };

struct NestedPoint {
  NestPart place = NestPart::block;
  Point point; // its section is one of that list
};

struct NestedLimits {
  std::uint32_t max_states = 64;
  Limits runs; // of one state
  // Can some n_t be n + m period, for an m >= 0? Not given: yes. What cannot be is passed over.
  std::function<bool(std::int64_t n, std::int64_t period)> possible;
  // Can the outer loop make so many iterations, or more? Not given: yes.
  std::function<bool(std::int64_t count)> reaches;
  // .. exactly so many?
  std::function<bool(std::int64_t count)> ends;
};

class NestedAnalysis {
public:
  // Skeletons that break an invariant (a loop before or after the outer one, an empty table) throw
  // std::invalid_argument.
  explicit NestedAnalysis(const NestedSkeleton& skeleton, NestedLimits limits = {});
  ~NestedAnalysis();
  NestedAnalysis(NestedAnalysis&&) noexcept;

  // A failure decides, too.
  bool decided() const;
  const std::string& why() const;
  // std::nullopt: well-synchronized for all T and n_t. One with few outer iterations, else.
  const std::optional<NestedFailure>& failure() const;
  // States between outer iterations that were found.
  std::size_t states() const;
  // When it is well-synchronized.
  std::vector<NestedMixed> mixed() const;

  // Orders may be asked for when the skeleton is well-synchronized and no warp can be left behind
  // in an earlier outer iteration when all others wait; else all answers are "never".
  bool has_orders() const;
  // p@i before q@j in the same outer iteration (or both before, or both after the outer loop): what
  // is ordered by the answer is ordered; the reverse holds when all states agree. n is n_t.
  Order within(const NestedPoint& p, const NestedPoint& q, Pairing pairing) const;
  // The least d >= 1 such that p of outer iteration t is before q of each outer iteration >= t + d,
  // whatever the inner iterations. What is before the loop is at t = -1, what is behind it at T.
  // std::nullopt: there is none. Never asked for a q that cannot be later than p.
  std::optional<std::int64_t> across(const NestedPoint& p, const NestedPoint& q,
                                     Pairing pairing) const;
  // Of points in loops of the block that run equally often, where c counts the iterations of all
  // outer iterations: the least D >= 1 such that p of an outer iteration is before q of each later
  // one with c(q) - c(p) >= D. std::nullopt: none is found up to `most`.
  std::optional<std::int64_t> running_distance(const NestedPoint& p, const NestedPoint& q,
                                               Pairing pairing, std::int64_t most) const;

private:
  friend class Distances;
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace heddle::barrier
