// Places that threads come to together, whatever their numbers are.
#pragma once
#include "protocol/protocol.hpp"

namespace heddle::protocol {

// Do conditions and loops around `barrier` (of `protocol`) depend on nothing but parameters,
// dimensions, the block's index and iteration numbers? Then all threads of a block that have not
// returned come to it equally often.
bool is_common(const Protocol& protocol, const Barrier& barrier);

} // namespace heddle::protocol
