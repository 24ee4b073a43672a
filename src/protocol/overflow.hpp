// Where machine arithmetic and the unbounded reading of a protocol may part (theory.md section 2,
// "Arithmetic": overflow is a separate obligation).
#pragma once
#include "protocol/protocol.hpp"

namespace heddle::protocol {

// The protocol with a Check of kind `overflow` before every place that computes a condition, an
// offset or a mask whose operators may leave their machine type by what is known of their operands'
// ranges. When none of these checks can fail in the unbounded reading, every execution computes
// the same in both readings: the first operator to overflow would do so where both still agree.
Protocol with_overflow_checks(const Protocol& protocol);

} // namespace heddle::protocol
