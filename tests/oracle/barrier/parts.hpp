// What the parts of the generator share.
#pragma once
#include "barrier/skeleton.hpp"

#include <random>

namespace heddle::oracle {

class Random {
public:
  explicit Random(std::uint64_t seed) : random_(seed) {}
  std::uint32_t below(std::uint64_t n) { return static_cast<std::uint32_t>(random_() % n); }
  bool chance(double p) { return static_cast<double>(random_() >> 11) * 0x1p-53 < p; }
  template <class T> T pick(std::initializer_list<T> from) {
    return from.begin()[below(from.size())];
  }
  template <class T> T& any(std::vector<T>& from) { return from[below(from.size())]; }

private:
  std::mt19937_64 random_;
};

// A stretch of one role: what it does before, in and after one loop.
struct Part {
  std::vector<barrier::Operation> before, body, after;
  std::int64_t offset = 0;
  bool loops() const { return !body.empty(); }
};

// One block of work at mbarriers, a part for each role; may add mbarriers.
void add_phases(Random& random, barrier::Skeleton& skeleton, std::vector<Part>& parts);
void damage_phase(Random& random, barrier::Skeleton& skeleton, barrier::Operation& op);

} // namespace heddle::oracle
