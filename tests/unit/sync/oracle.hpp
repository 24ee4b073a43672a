// Random programs for the oracle, and the engine's answer to them.
#pragma once
#include "sync/engine.hpp"
#include "unit/sync/interleavings.hpp"

#include <functional>
#include <random>

namespace heddle::sync::oracle {

using Random = std::mt19937_64;

inline int pick(Random& r, int low, int high) {
  return low + static_cast<int>(r() % static_cast<std::uint64_t>(high - low + 1));
}
inline bool chance(Random& r, int percent) { return pick(r, 1, 100) <= percent; }

struct Taste {
  bool mbarriers = false;
  bool copies = false;
  bool mixed_sizes = false;
  int warp_size = 1; // > 1: all lanes of a warp get the same operations, before mutation
  int mutations = 2; // at most
};
Program generate(Random& random, const Taste& taste);

// How the engine is driven: each lane by itself, lanes of a warp that stand at equal operations
// sometimes together, or every thread of the program as a whole warp of two lanes with aligned
// barriers.
enum class Drive { single, together, as_warps };

struct Answer {
  bool well_synchronized = true;
  bool only_rule_t = true; // nothing but rule T refused it
  std::set<Meeting> harmful, any;
  std::string text; // its findings
};
Answer ask(const Program& program, Drive drive, Random& random);

// Removes operations as long as `bad` stays true.
Program shrink(Program program, const std::function<bool(const Program&)>& bad);

} // namespace heddle::sync::oracle
