// What an analysis of an outer loop keeps. Private to src/barrier.
#pragma once
#include "barrier/analysis/records.hpp"
#include "barrier/analysis/words.hpp"

#include <map>

namespace heddle::barrier {

// The next block of a word, for all n; or what is behind the loop, or before it.
struct WordBase {
  Written written;
  std::optional<Probe> probe;
};
struct WordFamily : WordBase, Family {
  WordFamily(Written w, std::optional<Probe> who, bool to_the_end)
      : WordBase{std::move(w), std::move(who)},
        Family(written.skeleton, RunMode{to_the_end, probe ? &*probe : nullptr, true}) {}

  // The run of any n, of a decided family: those that are no records are made when asked for.
  const Run& run_of(std::int64_t n);
  // The record that stands for n.
  std::size_t record_of(std::int64_t n) const {
    const auto known = static_cast<std::int64_t>(records.size());
    return static_cast<std::size_t>(n < known ? n : first + (n - first) % period);
  }

private:
  std::map<std::int64_t, Run> longer_;
};

// A state between outer iterations, with a word that leads there.
struct WordState {
  Word word;
  std::vector<std::uint32_t> key;
  std::unique_ptr<WordFamily> block; // nullptr: no further iteration is possible
  std::vector<std::size_t> next;     // by record of `block`: where it ends, or `nowhere`
  bool bad_end = false;              // if the outer loop ended here
};

inline constexpr std::size_t nowhere = ~std::size_t{0}; // behind what cannot be

std::unique_ptr<WordFamily> make_family(const NestedSkeleton& nested, const Word& word, Next next,
                                        std::optional<Probe> probe, const NestedLimits& limits);

// A state, and who knows there of something that happened before.
struct ProbedState {
  std::size_t state = 0;
  Probe probe;
  std::unique_ptr<WordFamily> block, after; // made when asked for; as of the state
  std::vector<std::size_t> next;            // of those states
};

struct NestedAnalysis::State {
  State(const NestedSkeleton& of, NestedLimits limit) : skeleton(of), limits(limit) {}

  NestedSkeleton skeleton;
  NestedLimits limits;
  bool decided = false;
  std::string why;
  std::optional<NestedFailure> failure;
  std::unique_ptr<WordFamily> before;
  std::vector<std::unique_ptr<WordState>> states;
  std::size_t left_behind = 0; // the most operations of a warp at the end of an outer iteration
  std::vector<std::unique_ptr<ProbedState>> probed;

  // ---- the search (nested.cpp)
  void search();
  bool explore(std::size_t k);
  void look_for_ends();
  bool fails(WordFamily& family, const Word& word, bool with_n);
  std::size_t enter(const WordFamily& family, const Record& record, const Word& word);

  // ---- orders (nested_orders.cpp)
  std::size_t enter(std::size_t state, Probe probe);
  bool block_of(ProbedState& k); // false: not decided
  void add_knowers(const WordFamily& family, const std::vector<std::size_t>& next,
                   const NestedPoint& p, std::vector<std::size_t>& out);
};

} // namespace heddle::barrier
