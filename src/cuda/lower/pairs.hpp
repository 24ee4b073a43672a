// Pairs of blocks of a cluster, as the code has them (PTX ISA, "CTA Pair").
#pragma once

namespace llvm {
class CallBase;
class Value;
} // namespace llvm

namespace heddle::cuda {

// tcgen05 with .cta_group::2.
bool is_pair_assembly(const llvm::CallBase& call);

// address & 0xfeffffff: the same place in the block of the pair whose rank is even. The PTX ISA
// does not say where an address has the rank; CUTLASS and those who learn from it rely on bit 24
// (its Sm100MmaPeerBitMask).
bool leads_to_even_block(const llvm::Value& v);

} // namespace heddle::cuda
