// Counts of bits, as of the lanes before a thread's own.
#pragma once
#include "expr/expr.hpp"

namespace heddle::protocol {

// popc(x & (1 << k) - 1) and its like as popc_below(x, k), for 0 <= k <= 32 (protocol.hpp); those
// of bits from k on as popc_below(x, 32) - popc_below(x, k). `e`: popc(..) of 32 bits; nullptr: of
// none of these forms.
Expr counted_below(Pool& pool, Expr e);

} // namespace heddle::protocol
