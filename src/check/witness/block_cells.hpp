// Whether blocks have cells of their own.
#pragma once
#include "check/witness/suggest.hpp"

namespace heddle::check {

// Each block writes parts of its own, but lies one part behind the block before: where there are
// several, they overwrite all that others store there. Other blocks that meet share cells.
bool do_blocks_overlap(const Pool& pool, const Asked& asked);

} // namespace heddle::check
