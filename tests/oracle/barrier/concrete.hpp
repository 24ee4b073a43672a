// A skeleton at one n, judged without src/barrier: by the concrete engine (src/sync) under a random
// schedule, by the graph of its generations, by all interleavings.
#pragma once
#include "barrier/analysis/analysis.hpp"
#include "barrier/analysis/nested.hpp"

#include <optional>
#include <random>
#include <tuple>

namespace heddle::oracle {

// What one warp does at n.
struct WarpProgram {
  struct Item {
    const barrier::Operation* op = nullptr;
    barrier::BarrierIndex barrier = 0;
    std::uint32_t section = 0, index = 0;
    std::int64_t iteration = 0;
    std::uint32_t parity = 0; // of a wait
  };
  std::uint32_t role = 0;
  std::vector<Item> items;
  std::vector<std::int64_t> trips; // per section

  // Items before the point.
  std::uint32_t before(std::uint32_t section, std::int64_t iteration, std::uint32_t index) const;
};

// By their number in the block.
std::vector<WarpProgram> programs(const barrier::Skeleton& skeleton, std::int64_t n);
// Sections are numbered on through all outer iterations; see `numbered`.
std::vector<WarpProgram> programs(const barrier::NestedSkeleton& skeleton,
                                  const std::vector<std::int64_t>& word);
// The number of a section of outer iteration `outer`; -1: before the loop, as many as there are:
// behind it.
std::uint32_t numbered(const barrier::NestedRole& role, std::int64_t outer, std::int64_t iterations,
                       std::uint32_t section);

// [warp][item]: the generation or phase that it was part of; those of mbarriers are negative. A
// wait is part of the phase that it waits for.
using Groups = std::vector<std::vector<std::int64_t>>;

// Which access is before which, in a well-synchronized run.
class Reachability {
public:
  Reachability(const std::vector<WarpProgram>& programs, const Groups& groups);
  // What a thread of the warp does behind `items` items, or the copy that item `items` issues.
  struct Access {
    std::uint32_t warp = 0, items = 0;
    bool is_copy = false;
  };
  // Of two different threads, in one warp or in two; or of one thread and a copy of its.
  bool before(const Access& a, const Access& b, bool one_thread = false) const;

private:
  void edge(std::uint32_t from, std::uint32_t to);
  void close();
  bool reaches(std::uint32_t from, std::uint32_t to) const;
  std::uint32_t registered(std::uint32_t w, std::uint32_t lane, std::uint32_t k) const {
    return offset_[w] + 4 * k + lane;
  }
  std::uint32_t completed(std::uint32_t w, std::uint32_t lane, std::uint32_t k) const {
    return offset_[w] + 4 * k + 2 + lane;
  }
  std::uint32_t copy(std::uint32_t w, std::uint32_t lane, std::uint32_t k) const {
    return offset_[w] + 4 * size_[w] + 2 + 2 * k + lane;
  }
  std::vector<std::uint32_t> offset_, size_;
  std::vector<std::vector<std::uint32_t>> next_;
  std::vector<std::uint32_t> missing_;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> ancestors_;
};

// Under a random schedule. std::nullopt: not well-synchronized.
std::optional<Groups> generations(const std::vector<barrier::Mbarrier>& mbarriers,
                                  const std::vector<WarpProgram>& programs,
                                  std::mt19937_64& random);

// Runs exactly these steps; is the last one, or that nobody can go on after it, the first error?
bool fails_at_the_end(const std::vector<barrier::Mbarrier>& mbarriers,
                      const std::vector<WarpProgram>& programs,
                      const std::vector<barrier::Step>& steps);

// All interleavings; std::nullopt: too many.
std::optional<bool> good_in_all_interleavings(const std::vector<WarpProgram>& programs,
                                              std::size_t most_states);

} // namespace heddle::oracle
