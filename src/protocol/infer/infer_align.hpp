// What is assumed of the alignment of vector accesses (docs/verdicts.md): an access that is not
// aligned traps, so that none of a run without traps is left out by leaving those out.
#pragma once
#include "expr/expr.hpp"

namespace heddle::protocol {

// Launches that keep the assumption must exist: of what differs between threads, blocks and
// iterations whatever the parameters are, nothing is assumed.
struct Alignment {
  std::int64_t assumed = 1; // this power of two is assumed to divide the offset
  bool broken = false;      // in every launch with several threads, blocks or iterations
};
// Arrays are taken to be aligned to so many bytes.
inline constexpr unsigned max_assumed_alignment = 16;
// Of an access whose offset should be a multiple of `align`.
Alignment assumed_alignment(Pool& pool, Expr offset, std::int64_t align);

} // namespace heddle::protocol
