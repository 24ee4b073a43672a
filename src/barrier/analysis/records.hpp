// What an analysis keeps of its runs. Private to src/barrier.
#pragma once
#include "barrier/analysis/pump.hpp"

#include <functional>

namespace heddle::barrier {

struct Record {
  Run run;
  std::vector<Pump> pumps;
  bool pumpable = false;
  std::int64_t period = 1; // when pumpable
};

// The runs of one skeleton at n = 0, 1, 2, ..
struct Family {
  Family(const Skeleton& of, RunMode how) : skeleton(of), shape(skeleton), mode(how) {}
  Family(const Family&) = delete;

  Skeleton skeleton;
  Shape shape;
  RunMode mode;
  // NestedLimits::possible; nullptr: all n.
  const std::function<bool(std::int64_t, std::int64_t)>* possible = nullptr;
  // What `first` and `period` are to be, at least and a multiple of: what follows the block may
  // count iterations in which the block itself does nothing.
  std::int64_t least_first = 0, base_period = 1;
  std::vector<Record> records; // by n
  bool decided = false;
  std::string why;
  std::int64_t first = 0, period = 1;
  std::optional<std::int64_t> bad_from;

  // Runs n = 0, 1, 2, .. until what is known decides all n.
  void search(const Limits& limits);
  bool bad_at(std::int64_t n) const;
  // Can the record's n be, or one that it stands for?
  bool can_be(const Record& record) const {
    const std::int64_t n = record.run.n;
    return !possible || !*possible || (*possible)(n, decided && n >= first ? period : 0);
  }

  // One of these n that can be, not too far behind the record's.
  std::int64_t member(const Record& record) const {
    constexpr std::int64_t tried = 24;
    const std::int64_t n = record.run.n;
    if (!possible || !*possible || !decided || n < first) return n;
    for (std::int64_t m = 0; m < tried; ++m)
      if ((*possible)(n + m * period, 0)) return n + m * period;
    return n;
  }

private:
  bool nothing_from(std::int64_t n) const; // no n or more can be
  bool try_next(std::int64_t n);
  bool find_period();

  std::optional<std::pair<std::uint32_t, std::uint32_t>> different_rates;
};

struct Analysis::State : Family {
  using Family::Family;
};

// The run's violation, told by steps.
Failure explain(const Shape& shape, const Run& run);

} // namespace heddle::barrier
