// The low bits of addresses in shared memory: allocators round addresses up or down by them, and
// swizzled tiles exchange them.
#pragma once
#include <cstdint>
#include <optional>

namespace llvm {
class DataLayout;
class Value;
} // namespace llvm

namespace heddle::cuda {

// What arrays in shared memory are taken to begin at a multiple of: as much as any instruction asks
// for.
inline constexpr std::uint64_t most_aligned = 1024;

// x % n, or x & n - 1: no address any more. n is a power of two up to most_aligned.
bool takes_low_bits(const llvm::Value& v);
// x & -n: that n.
std::optional<std::uint64_t> clears_low_bits(const llvm::Value& v);
// Is it less than most_aligned, whatever it is computed from?
bool is_of_low_bits(const llvm::Value& v, const llvm::DataLayout& layout);

} // namespace heddle::cuda
