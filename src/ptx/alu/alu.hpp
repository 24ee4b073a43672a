// Instructions that compute registers from registers.
#pragma once
#include "ptx/micro.hpp"

namespace heddle::ptx {

using Operands = std::array<const Reg*, 4>;

// Computes all 32 lanes: where the operands are known the value, elsewhere a token. Does not set
// out.sources. `out` is none of the operands. Anything that is not arithmetic gives tokens of its
// operands (Op::pure and whatever is not folded).
void compute(const Micro& micro, const Operands& operands, Reg& out);

// The same for add, sub and mad with a carry flag in, out, or both.
void compute_carry(const Micro& micro, const Operands& operands, Reg& out, Reg& carry);

// The second result of setp: the opposite comparison, combined with the same predicate. `first` is
// what `compute` gave. Does not set out.sources.
void compute_opposite(const Micro& micro, const Operands& operands, const Reg& first, Reg& out);

// A token for the result of `seed` on the operands of one lane.
std::uint64_t token(std::uint64_t seed, const Operands& operands, unsigned sources, unsigned lane);

// The value of `bits` sign-extended or zero-extended from `type`.
std::uint64_t extended(std::uint64_t bits, Type type);
// The value of `bits` cut to the bytes of `type`.
std::uint64_t truncated(std::uint64_t bits, Type type);

} // namespace heddle::ptx
