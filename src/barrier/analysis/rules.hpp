// Who is before whom at one n, and how that goes on when the pumps of the run are repeated
// (theory.md section 4, step 6). Private to src/barrier.
#pragma once
#include "barrier/analysis/records.hpp"

namespace heddle::barrier {

// A number that may grow with the trip counts: `at` in the run itself, `at + b p` in the b-th copy
// of a pump of p iterations, `at + m p` behind its m copies.
struct Growing {
  enum class With : std::uint8_t { nothing, copy, end } with = With::nothing;
  std::int64_t at = 0;
  bool operator==(const Growing&) const = default;
};

// p@i is before q@j iff i <= last.
struct Rule {
  Growing j, last; // last: -1 for no i
};

// The rules of p and q at one n, and what n + m period needs to go on from there.
struct RuleTable {
  std::int64_t n = 0;
  std::int64_t first_trips = 0, second_trips = 0;
  bool first_loops = false, second_loops = false; // else their trips do not grow
  // q is in a loop without operations: one rule, for all j.
  bool uniform = false;
  std::int64_t step = 1;   // iterations of the pump of q's loop
  std::vector<Rule> rules; // by j
};

// A pump as one loop of a warp sees it.
struct Span {
  std::uint32_t begin = 0, end = 0; // in the measure of `Side::since`
  std::int64_t iterations = 0;
  Stamp least = 0;
  const void* pump = nullptr; // equal for loops that are pumped together
};

// A point as the rules need it: where it is, and the pump of its loop.
struct Side {
  const Unrolled* role = nullptr;
  const SectionShape* shape = nullptr;
  std::uint32_t section = 0, index = 0;
  std::optional<Span> span;
  std::int64_t trips() const { return role->trips[section]; }
  std::uint32_t epoch(std::int64_t iteration) const {
    return role->epoch(section, iteration, index);
  }
};

// What the holder of q knows of the holder of p, by epoch; when that epoch began.
struct View {
  std::vector<Stamp> known;
  std::vector<std::uint32_t> since;
};

RuleTable make_rules(std::int64_t n, const Side& p, const Side& q, const View& view);

// Copies that p issues at one mbarrier, by iteration.
struct CopyClass {
  std::vector<std::int64_t> iterations; // in which it is issued, ascending
  std::vector<Stamp> phases;            // of these copies, ascending
  std::vector<Stamp> known;             // by epoch of q: phases that are known
  Stamp completed = 0;                  // phases in the pump of p's loop
  Stamp least = 0;                      // the first that moves with it
};

// The same where p is a copy: `last` is the last of the iterations before the first one that is
// not known, at whatever mbarrier.
RuleTable make_copy_rules(std::int64_t n, const Side& p, const Side& q,
                          const std::vector<std::uint32_t>& since,
                          const std::vector<CopyClass>& classes);

} // namespace heddle::barrier
