// The blocks of a cluster as one block. Where blocks arrive at each other's mbarriers, or copy into
// each other's shared memory, a block is not decided by itself; all of a cluster together are:
//
//   cluster of 2 x 1, blocks of 128          one block of 128 x 1 x 2
//     block (2 c + r, 0), thread (t, 0)        block (c, 0), thread (t, 0, r)
//     gridDim.x                                2 * gridDim.x
//     tile[i], each block its own              tile[r * block_row_bytes + i]
//     __syncthreads()                          barrier 16 * (r + 1), 128
//     barrier 3                                barrier 16 * (r + 1) + 3
//     cluster.sync()                           all threads
//
// A warp is of one block, as a block's threads are whole warps.
#pragma once
#include "core/clusters.hpp"

namespace heddle::core {

inline constexpr unsigned max_joined_blocks = 8;
inline constexpr std::uint32_t named_ids = 16;    // of a block: PTX ISA, "bar", "barrier"
inline constexpr std::uint32_t beyond_ids = 1024; // added to an id that there is not
// Ids of named barriers of all of them; 0 is nobody's.
inline std::uint32_t barrier_numbers(const Kernel& kernel) {
  const unsigned blocks = blocks_of(kernel.joined);
  return blocks > 1 ? named_ids * (blocks + 1) : named_ids;
}

// Do threads of a block come to barriers of the cluster at places of their own, two or more, by
// what only they know? PTX ISA, "barrier.cluster": each warp may arrive where it likes.
bool parts_at_cluster_barriers(const Kernel& kernel);

// The kernel with the blocks of Kernel::to_join as one. Where that cannot be, a kernel without
// statements that says why in Kernel::unknowns.
Kernel join_blocks(const Kernel& kernel);

// Of a thread and block of such a kernel, those of the kernel that it was made of.
struct Position3 {
  std::array<std::int64_t, 3> thread{}, block{};
};
Position3 apart(const Kernel& joined, Position3 at);
// Of a block of that kernel, the block of the joined one that it is part of.
std::array<std::int64_t, 3> joined_block(const Kernel& joined, std::array<std::int64_t, 3> block);

} // namespace heddle::core
