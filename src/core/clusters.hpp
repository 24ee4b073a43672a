// Clusters of blocks: what core says of them, as values of its statements and arrays.
#pragma once
#include "core/core.hpp"

namespace heddle::core {

// Blocks of a cluster along x, y and z.
using ClusterShape = std::array<unsigned, 3>;
// Barrier::group_size of a barrier of a cluster; 0: the shape is not known.
inline constexpr unsigned cluster_shape_bits = 8;
inline unsigned blocks_of(const ClusterShape& s) { return s[0] * s[1] * s[2]; }
inline unsigned pack(const ClusterShape& s) {
  return s[0] | s[1] << cluster_shape_bits | s[2] << 2 * cluster_shape_bits;
}
inline ClusterShape unpack_cluster(unsigned group_size) {
  constexpr unsigned mask = (1u << cluster_shape_bits) - 1;
  return {group_size & mask, group_size >> cluster_shape_bits & mask,
          group_size >> 2 * cluster_shape_bits & mask};
}

// Added to that in the front end, of the halves of a barrier before they are put together.
inline constexpr unsigned cluster_arrives = 1u << 30, cluster_waits = 1u << 31;

// Distributed shared memory: an array in shared memory that other blocks of the cluster reach is
// one array of the whole grid, with a row of so many bytes for each block. Row blockIdx.x +
// blocks_along_x * blockIdx.y is that block's own.
inline constexpr std::int64_t block_row_bytes = std::int64_t{1} << 37;
inline constexpr std::int64_t blocks_along_x = std::int64_t{1} << 16;
inline bool is_distributed(const Array& a) { return a.space == Space::shared && a.row_bytes != 0; }
// Is it one memory for all blocks?
inline bool is_of_grid(const Array& a) { return a.space == Space::global || is_distributed(a); }

// Whether a block runs, as an array of the same kind: one thread of a block writes to the block's
// byte where it begins (`begins`) and where it ends, and who accesses another block's shared memory
// reads the byte of that block.
inline constexpr const char* lifetime_element = "block";
inline constexpr std::int64_t begins = 1, ends = 0;
inline bool is_lifetime(const Array& a) {
  return a.space == Space::shared && a.element == lifetime_element;
}

// An mbarrier that stands for a barrier of the cluster whose halves are apart: all threads arrive.
inline constexpr const char* cluster_barrier_element = "barrier of the cluster";
inline bool is_cluster_barrier(const Array& a) {
  return a.space == Space::shared && a.element == cluster_barrier_element;
}

// The condition that a thread is its block's keeper.
Expr is_keeper(const Kernel& kernel);

} // namespace heddle::core
