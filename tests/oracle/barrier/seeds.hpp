// The run of an oracle over many seeds, as HEDDLE_BARRIER_SEED and HEDDLE_BARRIER_CASES say.
#pragma once
#include "oracle/environment.hpp"

#include <gtest/gtest.h>
#include <iostream>
#include <map>

namespace heddle::oracle {

struct Judged {
  std::uint64_t cases = 0;
  std::map<std::string, unsigned> counts; // what the judges counted, printed at the end
};

// A failure, with its seed, for each skeleton in which `Judge` finds a fault; five are enough.
template <class Judge, class Generate> Judged judge_seeds(std::uint64_t cases, Generate generate) {
  Judged all{from_environment("HEDDLE_BARRIER_CASES", cases), {}};
  const std::uint64_t first = from_environment("HEDDLE_BARRIER_SEED", 1);
  for (std::uint64_t seed = first; seed < first + all.cases; ++seed) {
    const auto skeleton = generate(seed);
    Judge judge(skeleton, seed);
    std::string fault;
    try {
      fault = judge.examine();
    } catch (const std::exception& e) {
      fault = e.what();
    }
    for (const auto& [what, n] : judge.counts)
      all.counts[what] += n;
    if (fault.empty()) continue;
    ADD_FAILURE() << "seed " << seed << ": " << fault << "\n" << to_string(skeleton);
    if (++all.counts["faults"] == 5) break;
  }
  for (const auto& [what, n] : all.counts)
    std::cout << what << " " << n << "\n";
  return all;
}

} // namespace heddle::oracle
