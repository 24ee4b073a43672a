// A skeleton at one n, judged without src/barrier: by the concrete engine (src/sync) under a random
// schedule, by the graph of its generations, by all interleavings.
#pragma once
#include "barrier/analysis.hpp"
#include "barrier/windows.hpp"

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
  };
  std::uint32_t role = 0;
  std::vector<Item> items;
  std::vector<std::int64_t> trips; // per section

  // Items before the point.
  std::uint32_t before(std::uint32_t section, std::int64_t iteration, std::uint32_t index) const;
};

// By their number in the block.
std::vector<WarpProgram> programs(const barrier::Skeleton& skeleton, std::int64_t n);

// Which access is before which, in a well-synchronized run.
class Reachability {
public:
  // groups[w][k]: the generation that item k of warp w was part of.
  Reachability(const std::vector<WarpProgram>& programs,
               const std::vector<std::vector<std::uint32_t>>& groups);
  // Is what warp `a` does after `i` items before what warp `b` does after `j`?
  bool before(std::uint32_t a, std::uint32_t i, std::uint32_t b, std::uint32_t j) const;

private:
  std::uint32_t registered(std::uint32_t w, std::uint32_t k) const { return offset_[w] + 2 * k; }
  std::uint32_t completed(std::uint32_t w, std::uint32_t k) const { return offset_[w] + 2 * k + 1; }
  std::vector<std::uint32_t> offset_;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> ancestors_;
};

// Under a random schedule. std::nullopt: not well-synchronized.
std::optional<std::vector<std::vector<std::uint32_t>>>
generations(const std::vector<WarpProgram>& programs, std::mt19937_64& random);

// Runs exactly these steps; is the last one, or that nobody can go on after it, the first error?
bool fails_at_the_end(const std::vector<WarpProgram>& programs,
                      const std::vector<barrier::Step>& steps);

// All interleavings; std::nullopt: too many.
std::optional<bool> good_in_all_interleavings(const std::vector<WarpProgram>& programs,
                                              std::size_t most_states);

} // namespace heddle::oracle
