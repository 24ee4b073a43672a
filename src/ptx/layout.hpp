// Addresses of variables.
#pragma once
#include "ptx/program.hpp"

#include <map>

namespace heddle::ptx {

// Where variables live. Shared memory begins at 0 and local memory of each thread at 0; generic
// addresses lie in windows. Windows are for telling apart: no real address is known.
struct Layout {
  static constexpr std::uint64_t shared_window = 0x7f01'0000'0000'0000;
  static constexpr std::uint64_t local_window = 0x7f02'0000'0000'0000;
  static constexpr std::uint64_t constant_window = 0x7f03'0000'0000'0000;
  static constexpr std::uint64_t parameter_window = 0x7f04'0000'0000'0000;
  static constexpr std::uint64_t global_window = 0x7f10'0000'0000'0000;
  // Where the engine sees tensor memory (support/tensor_core.hpp): behind all shared memory.
  static constexpr std::uint32_t tensor_memory = 1 << 20;
  // The CTAs of a cluster that are run together. Programs see the shared memory of number r from
  // r << block_shift on, which is in the bits that machines have it in: what masks bits of such
  // addresses finds the same CTA. The engine sees each CTA from r * block_stride on; there is room
  // behind tensor memory for a byte that says whether the CTA runs, and for what its cluster's
  // barrier and allocations of pairs of CTAs wait at.
  static constexpr unsigned block_shift = 24;
  static constexpr std::uint32_t block_stride = 2 << 20;
  static constexpr std::uint32_t lifetime = 3 << 19, cluster_barrier = lifetime + 8,
                                 pair_allocation = lifetime + 16, pair_deallocation = lifetime + 24;
  // Behind all CTAs the engine sees those parts of global memory where tensor maps may be.
  static constexpr std::uint32_t map_memory = 8 * block_stride, map_part = 1 << 16, map_parts = 256;
  static constexpr std::uint64_t window_size = std::uint64_t{1} << 44;
  static bool within(std::uint64_t address, std::uint64_t window) {
    return address >= window && address - window < window_size;
  }

  struct Place {
    Index variable = nowhere;
    std::uint64_t begin = 0, size = 0;
  };
  std::map<Index, std::uint64_t> address; // variable: its address in its own space
  std::vector<Place> shared;              // by address
  std::vector<Place> data;                // constant and global memory, by address
  std::uint64_t shared_size = 0, local_size = 0;
  bool dynamic_shared = false; // the launch says how much there is after shared_size

  // The variable that holds this address, or nullptr.
  const Place* find_data(std::uint64_t at) const;
  const Place* find_shared(std::uint64_t at) const;
};

// Says what is wrong when variables fit no machine.
std::optional<std::string> lay_out(const Program& program, Layout& out);

} // namespace heddle::ptx
