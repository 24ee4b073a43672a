// Waits on mbarriers are run as if they blocked: a wait that fails must lead back to a wait for the
// same over nothing that anybody sees.
#pragma once
#include "ptx/micro.hpp"

namespace heddle::ptx {

// Whether that holds of the wait at `index`. Libraries try once, and then again and again at
// another instruction, with pauses that depend on the clock.
bool is_polled(const Code& code, Index index);

} // namespace heddle::ptx
