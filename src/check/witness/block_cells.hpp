// Whether blocks have cells of their own.
#pragma once
#include "check/witness/suggest.hpp"

namespace heddle::check {

// Each block writes cells of its own, but more than lie from the first of one block to that of the
// next: where there are several, they overwrite what others store. Other blocks that meet share
// cells.
bool do_blocks_overlap(const Pool& pool, const Asked& asked);

} // namespace heddle::check
