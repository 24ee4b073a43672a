// The pairs of accesses of one trace that may race, with their conditions.
#pragma once
#include "protocol/traces.hpp"

#include <functional>
#include <vector>

namespace heddle::check {

struct Pair {
  const protocol::TraceAccess* a;
  const protocol::TraceAccess* b;
  Expr meet = nullptr; // both happen, on a common byte
  Expr race = nullptr; // they meet, and it matters
  // Both happen, and do no harm: they write one value to one place, or one is a read for a guess
  // that an atomicCAS checks. nullptr: cannot be.
  Expr harmless = nullptr;
  bool is_guess = false;
  bool compares_values = false;
  const protocol::PairOrder* order = nullptr; // nullptr: no such question
};

// Are accesses to the array among those that the order of a trace is about?
bool is_meant(protocol::Order::Memory memory, const core::Array& array);

// Are trace.first[i] and trace.second[j] proved to touch no common byte?
using Apart = std::function<bool(std::size_t i, std::size_t j)>;

// What is a race as well: two writes of one value; reads for a guess.
struct Strict {
  bool writes = false, reads = false;
};

// Conflicting pairs of `trace` that are not apart, as far as that is asked.
class RacePairs {
public:
  RacePairs(Pool& pool, const core::Kernel& kernel, const protocol::Trace& trace, Strict strict,
            Apart apart = {});

  // The next ones, `most` at a time, as there may be millions; none: that was all.
  std::vector<Pair> next(std::size_t most);

private:
  bool concerned(std::size_t i, std::size_t j) const;

  Pool& pool_;
  const core::Kernel& kernel_;
  const protocol::Trace& trace_;
  Strict strict_;
  Apart apart_;
  std::size_t i_ = 0, j_ = 0; // the pair to look at next
};

} // namespace heddle::check
