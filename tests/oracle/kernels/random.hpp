// Numbers from a seed, the same on every machine.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace heddle::oracle {

class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) { next(); }

  std::uint64_t next() { // splitmix64
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(n));
  }
  std::int64_t between(std::int64_t low, std::int64_t high) { return low + below(high - low + 1); }
  bool chance(int percent) { return below(100) < percent; }

  template <class T> const T& pick(const std::vector<T>& choices) {
    return choices[static_cast<std::size_t>(below(static_cast<std::int64_t>(choices.size())))];
  }
  template <class T> T pick(std::initializer_list<T> choices) {
    return choices.begin()[below(static_cast<std::int64_t>(choices.size()))];
  }

private:
  std::uint64_t state_;
};

} // namespace heddle::oracle
