// A word n_0 n_1 .. of an outer loop as a skeleton without one: what came before is written out,
// the next block is left with its parameter. Private to src/barrier.
#pragma once
#include "barrier/analysis/nested.hpp"

namespace heddle::barrier {

struct Family;
struct Run;

using Word = std::vector<std::int64_t>;

// Where an operation that was written out comes from.
struct Origin {
  std::int64_t outer = 0, iteration = 0;
  std::uint32_t section = 0, operation = 0;
};

struct Written {
  Skeleton skeleton;
  // By role: sections below `boundary` are written out, one for `before`, then one for each block.
  std::vector<std::uint32_t> boundary;
  std::vector<std::vector<std::vector<Origin>>> origins; // [role][section][operation]
  std::int64_t outer = 0;                                // of the sections from `boundary` on
};

enum class Next : std::uint8_t { before, block, after };

// The word, then the next block or what is behind the outer loop; or what is before it alone.
Written write_out(const NestedSkeleton& nested, const Word& word, Next next);

// From how many iterations of a block on, and for how many more, the tables of what follows stand
// equally: {first, period}.
std::pair<std::int64_t, std::int64_t> recurrence(const NestedSkeleton& nested);

// What of the word is needed to continue it: where its tables are.
std::vector<std::uint32_t> phases_of(const NestedSkeleton& nested, const Word& word);

// The state between two outer iterations, at the end of a run that is not the end of the program:
// words with equal states go on alike. Knowledge counts as far as later steps ask for it, by the
// ranks of stamps among those of registrations that are still looked at.
std::vector<std::uint32_t> state_key(const Family& family, const Run& run);

} // namespace heddle::barrier
