// How offsets of accesses are read, where 32-bit numbers in them may have gone below zero.
#pragma once
#include "expr/expr.hpp"

namespace heddle::protocol {

// a[threadIdx.x - first] of unsigned numbers has its cell 2^32 elements further on where the
// difference is negative. Read so, it meets the cell of a thread that is 2^32 further, of which the
// index itself has wrapped: what is assumed not to happen (docs/verdicts.md). Here the offset is
// negative instead: threads whose indices have not wrapped meet in the one reading where they do in
// the other. Conditions and values keep the wrapped number.
Expr read_as_offset(Pool& pool, Expr offset);

} // namespace heddle::protocol
