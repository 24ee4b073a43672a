// Races with the row of a matrix whose address one thread gives and other lanes of its warp load or
// store (ldmatrix, stmatrix; PairClass::lane_rows): who these are in a witness.
#pragma once
#include "check/pairs.hpp"
#include "check/witness/witness.hpp"

namespace heddle::check {

// Of the two accesses of a pair, the number of that to the row.
inline std::size_t row_of(const Pair& pair) { return pair.a->access->lane_bytes != 0 ? 0 : 1; }

// A thread other than the one that gives the address, and a byte on which it meets the other
// access.
core::Index3 lane_of_row(const protocol::Trace& trace, const Pair& pair, const Witness& witness);

// Says in `finding` that it is this thread's access, and what would order the two.
void tell_lane_of_row(const protocol::Trace& trace, const Pair& pair, const Witness& witness,
                      Finding& finding);

} // namespace heddle::check
