// Cooperative groups: sets of threads that know their ranks and can wait for each other. A group's
// rank and size are arithmetic on threadIdx and blockDim; its barrier is an intrinsic.
#pragma once
#define _CG_HAS_CLUSTER_GROUP 1

namespace cooperative_groups {

namespace details {
__heddle_device unsigned thread_of_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
// How many lanes of `mask` come before the caller's.
__heddle_device unsigned lanes_before(unsigned mask) {
  return static_cast<unsigned>(__builtin_popcount(mask & ((1u << thread_of_block() % 32) - 1)));
}
__heddle_device unsigned threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
__heddle_device unsigned block_of_grid() {
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}
} // namespace details

// A group of any kind, by the number of its threads where they are lanes of a warp.
struct thread_group {
  enum Kind { block, tile, lanes, grid } kind;
  unsigned width;      // of a tile
  unsigned mask, rank; // of lanes
  unsigned count;

  __device__ void sync() const {
    if (kind == block)
      __syncthreads();
    else if (kind == grid)
      __heddle::barrier_grid();
    else if (kind == tile)
      __heddle::barrier_tile(width);
    else
      __heddle::barrier_chosen(mask);
  }
  __device__ unsigned long long size() const {
    if (kind == block) return details::threads_of_block();
    return kind == tile ? width : count;
  }
  __device__ unsigned long long num_threads() const { return size(); }
  __device__ unsigned long long thread_rank() const {
    if (kind == block) return details::thread_of_block();
    return kind == tile ? details::thread_of_block() % width : rank;
  }
  __device__ bool is_valid() const { return true; }
  __device__ unsigned get_type() const { return kind; }
};

class thread_block {
public:
  typedef unsigned arrival_token;
  __device__ static void sync() { __syncthreads(); }
  __device__ static unsigned thread_rank() { return details::thread_of_block(); }
  __device__ static unsigned size() { return details::threads_of_block(); }
  __device__ static unsigned num_threads() { return details::threads_of_block(); }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static bool is_valid() { return true; }
  // An arrival does nothing in the library: who waits, waits for all that wait.
  __device__ arrival_token barrier_arrive() const { return arrival_token(); }
  __device__ void barrier_wait(arrival_token&&) const { __syncthreads(); }
  __device__ operator thread_group() const { return {thread_group::block, 0, 0, 0, 0}; }
};
__heddle_device thread_block this_thread_block() { return thread_block(); }

class grid_group {
public:
  typedef unsigned arrival_token;
  __device__ static void sync() { __heddle::barrier_grid(); }
  __device__ static bool is_valid() { return true; }
  __device__ static unsigned long long thread_rank() {
    return static_cast<unsigned long long>(details::block_of_grid()) * details::threads_of_block() +
           details::thread_of_block();
  }
  __device__ static unsigned long long size() {
    return static_cast<unsigned long long>(num_blocks()) * details::threads_of_block();
  }
  __device__ static unsigned long long num_threads() { return size(); }
  __device__ static unsigned long long num_blocks() { return gridDim.x * gridDim.y * gridDim.z; }
  __device__ static unsigned long long block_rank() { return details::block_of_grid(); }
  __device__ static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __device__ static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __device__ static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static unsigned long long num_clusters() { return num_blocks() / __heddle::cluster_dim_x() / __heddle::cluster_dim_y() / __heddle::cluster_dim_z(); }
  __device__ arrival_token barrier_arrive() const { __heddle::not_understood("grid_group::barrier_arrive"); return 0; }
  __device__ void barrier_wait(arrival_token&&) const { __heddle::not_understood("grid_group::barrier_wait"); }
  __device__ operator thread_group() const { return {thread_group::grid, 0, 0, 0, 0}; }
};
__heddle_device grid_group this_grid() { return grid_group(); }

// All devices that a host launched together: a barrier over them is none that is known.
class multi_grid_group {
public:
  __device__ static bool is_valid() { return true; }
  __device__ static void sync() { __heddle::not_understood("multi_grid_group::sync"); }
  __device__ static unsigned long long thread_rank() { return __heddle::unknown<unsigned long long>(); }
  __device__ static unsigned long long size() { return __heddle::shared_by_grid(0ull); }
  __device__ static unsigned long long num_threads() { return size(); }
  __device__ static unsigned grid_rank() { return __heddle::shared_by_grid(0u); }
  __device__ static unsigned num_grids() { return __heddle::shared_by_grid(0u); }
};
__heddle_device multi_grid_group this_multi_grid() { return multi_grid_group(); }

// Blocks that run together (sm_90).
class cluster_group {
public:
  struct arrival_token {};
  __device__ static void sync() { __heddle::barrier_cluster(); }
  __device__ static arrival_token barrier_arrive() {
    __cluster_barrier_arrive();
    return {};
  }
  __device__ static void barrier_wait() { __cluster_barrier_wait(); }
  __device__ static void barrier_wait(arrival_token&&) { __cluster_barrier_wait(); }
  __device__ static unsigned query_shared_rank(const void*) { return __heddle::unknown<unsigned>(); }
  template <class T> __device__ static T* map_shared_rank(T* at, int rank) { return __heddle::cluster_map(at, rank); }
  __device__ static dim3 block_index() {
    return dim3(__heddle::cluster_block_x(), __heddle::cluster_block_y(), __heddle::cluster_block_z());
  }
  __device__ static dim3 dim_blocks() {
    return dim3(__heddle::cluster_dim_x(), __heddle::cluster_dim_y(), __heddle::cluster_dim_z());
  }
  __device__ static unsigned block_rank() {
    return __heddle::cluster_block_x() +
           __heddle::cluster_dim_x() *
               (__heddle::cluster_block_y() + __heddle::cluster_dim_y() * __heddle::cluster_block_z());
  }
  __device__ static unsigned num_blocks() {
    return __heddle::cluster_dim_x() * __heddle::cluster_dim_y() * __heddle::cluster_dim_z();
  }
  __device__ static dim3 thread_index() {
    return dim3(__heddle::cluster_block_x() * blockDim.x + threadIdx.x,
                __heddle::cluster_block_y() * blockDim.y + threadIdx.y,
                __heddle::cluster_block_z() * blockDim.z + threadIdx.z);
  }
  __device__ static dim3 dim_threads() {
    return dim3(__heddle::cluster_dim_x() * blockDim.x, __heddle::cluster_dim_y() * blockDim.y,
                __heddle::cluster_dim_z() * blockDim.z);
  }
  __device__ static unsigned thread_rank() {
    return block_rank() * details::threads_of_block() + details::thread_of_block();
  }
  __device__ static unsigned num_threads() { return num_blocks() * details::threads_of_block(); }
  __device__ static unsigned size() { return num_threads(); }
};
__heddle_device cluster_group this_cluster() { return cluster_group(); }

// Lanes of a warp that came together: the hardware decides which.
class coalesced_group {
public:
  unsigned mask_, rank_, size_;

  __device__ void sync() const { __heddle::barrier_chosen(mask_); }
  __device__ unsigned thread_rank() const { return rank_; }
  __device__ unsigned size() const { return size_; }
  __device__ unsigned num_threads() const { return size_; }
  __device__ unsigned meta_group_rank() const { return __heddle::unknown<unsigned>(); }
  __device__ unsigned meta_group_size() const { return __heddle::unknown<unsigned>(); }
  __device__ bool is_valid() const { return true; }
  template <class T> __device__ T shfl(T value, int rank) const { return __heddle::shuffle_by_rank(mask_, value, rank); }
  template <class T> __device__ T shfl_up(T value, int delta) const { return __heddle::unknown<T>(); }
  template <class T> __device__ T shfl_down(T value, unsigned delta) const { return __heddle::unknown<T>(); }
  __device__ int any(int predicate) const { return __heddle::unknown<int>(); }
  __device__ int all(int predicate) const { return __heddle::unknown<int>(); }
  __device__ unsigned ballot(int predicate) const { return __heddle::unknown<unsigned>(); }
  template <class T> __device__ unsigned match_any(T value) const { return __heddle::unknown<unsigned>(); }
  template <class T> __device__ unsigned match_all(T value, int& all) const {
    all = __heddle::unknown<int>();
    return __heddle::unknown<unsigned>();
  }
  __device__ operator thread_group() const { return {thread_group::lanes, 0, mask_, rank_, size_}; }
};
// Between 1 and 32 lanes, ranked in the order of their lanes.
__heddle_device coalesced_group coalesced_threads() {
  const unsigned mask = __heddle::active_lanes();
  return {mask, details::lanes_before(mask), static_cast<unsigned>(__builtin_popcount(mask))};
}

// Aligned tiles of 1, 2, 4 .. 32 lanes of a warp.
template <unsigned Size, class Parent = void> class thread_block_tile {
public:
  static_assert(Size > 0 && (Size & (Size - 1)) == 0, "a power of two");
  thread_block_tile() = default;
  template <class Other>
  __device__ thread_block_tile(const thread_block_tile<Size, Other>&) {}

  __device__ static void sync() { __heddle::barrier_tile(Size); }
  __device__ static unsigned thread_rank() { return details::thread_of_block() % Size; }
  __device__ static constexpr unsigned size() { return Size; }
  __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ static unsigned meta_group_rank() { return rank_in(static_cast<Parent*>(nullptr)); }
  __device__ static unsigned meta_group_size() { return size_in(static_cast<Parent*>(nullptr)); }
  __device__ static bool is_valid() { return true; }

  template <class T> __device__ T shfl(T value, int rank) const {
    if constexpr (Size == 32) return __heddle::shuffle(0xffffffffu, value, rank, 32);
    return __heddle::shuffle_in_tile(Size, value, __heddle::lane_of, rank);
  }
  template <class T> __device__ T shfl_up(T value, unsigned delta) const {
    return __heddle::shuffle_in_tile(Size, value, __heddle::lanes_up, static_cast<int>(delta));
  }
  template <class T> __device__ T shfl_down(T value, unsigned delta) const {
    return __heddle::shuffle_in_tile(Size, value, __heddle::lanes_down, static_cast<int>(delta));
  }
  template <class T> __device__ T shfl_xor(T value, unsigned lanes) const {
    return __heddle::shuffle_in_tile(Size, value, __heddle::lanes_across, static_cast<int>(lanes));
  }
  __device__ int any(int predicate) const { return __heddle::combined_by_tile(Size, predicate, __heddle::any_of); }
  __device__ int all(int predicate) const { return __heddle::combined_by_tile(Size, predicate, __heddle::all_of); }
  __device__ unsigned ballot(int predicate) const {
    return __heddle::combined_by_tile(Size, static_cast<unsigned>(predicate), __heddle::ballot_of);
  }
  template <class T> __device__ unsigned match_any(T value) const { return __heddle::matching_in_tile(Size, value); }
  template <class T> __device__ unsigned match_all(T value, int& all) const {
    all = __heddle::unknown<int>();
    return __heddle::unknown<unsigned>();
  }
  __device__ operator thread_group() const { return {thread_group::tile, Size, 0, 0, Size}; }

private:
  // Of a block's tiles, and of a tile's.
  __device__ static unsigned rank_in(const void*) { return details::thread_of_block() / Size; }
  __device__ static unsigned size_in(const void*) { return (details::threads_of_block() + Size - 1) / Size; }
  template <unsigned Outer, class Any> __device__ static unsigned rank_in(const thread_block_tile<Outer, Any>*) {
    return details::thread_of_block() % Outer / Size;
  }
  template <unsigned Outer, class Any> __device__ static unsigned size_in(const thread_block_tile<Outer, Any>*) {
    return Outer / Size;
  }
};

// Tiles of several warps are set up by all threads of what they are a part of, from sm_80 on.
template <unsigned Size, class Parent>
__heddle_device thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
#if __CUDA_ARCH__ >= 800
  if constexpr (Size > 32) parent.sync();
#endif
  return {};
}
// A tile of lanes that came together: they lie anywhere in the warp.
template <unsigned Size> class coalesced_tile {
public:
  unsigned rank_;
  __device__ static void sync() { __heddle::not_understood("a barrier of a group that is not known"); }
  __device__ unsigned thread_rank() const { return rank_; }
  __device__ static constexpr unsigned size() { return Size; }
  __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ static unsigned meta_group_rank() { return __heddle::unknown<unsigned>(); }
  __device__ static unsigned meta_group_size() { return __heddle::unknown<unsigned>(); }
  __device__ static bool is_valid() { return true; }
  template <class T> __device__ T shfl(T value, int) const { return __heddle::unknown<T>(); }
  template <class T> __device__ T shfl_up(T value, unsigned) const { return __heddle::unknown<T>(); }
  template <class T> __device__ T shfl_down(T value, unsigned) const { return __heddle::unknown<T>(); }
  template <class T> __device__ T shfl_xor(T value, unsigned) const { return __heddle::unknown<T>(); }
  __device__ static int any(int) { return __heddle::unknown<int>(); }
  __device__ static int all(int) { return __heddle::unknown<int>(); }
  __device__ static unsigned ballot(int) { return __heddle::unknown<unsigned>(); }
};
template <unsigned Size> __heddle_device coalesced_tile<Size> tiled_partition(const coalesced_group&) {
  return {__heddle::unknown<unsigned>() % Size};
}
namespace details {
// The lanes of a group in its warp, as a mask.
__heddle_device unsigned lanes_of(const coalesced_group& group) { return group.mask_; }
template <unsigned Size, class Parent> __heddle_device unsigned lanes_of(const thread_block_tile<Size, Parent>&) {
  if constexpr (Size == 32) return 0xffffffffu;
  return ((1u << Size % 32) - 1) << thread_of_block() % 32 / Size * Size;
}
} // namespace details
// A part of any group, and of lanes: which threads it has is not followed, except of blocks.
__heddle_device thread_group tiled_partition(const thread_block&, unsigned size) {
  return {thread_group::tile, size, 0, 0, size};
}
__heddle_device thread_group tiled_partition(const thread_group& parent, unsigned size) {
  if (parent.kind == thread_group::lanes) __heddle::not_understood("tiled_partition of a coalesced_group");
  return {thread_group::tile, size, 0, 0, size};
}
__heddle_device coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  __heddle::not_understood("tiled_partition of a coalesced_group");
  return parent;
}
// The lanes of a group with one predicate or label: some of them, in the order of their lanes.
template <class Parent, class Label> __heddle_device coalesced_group labeled_partition(const Parent& parent, Label label) {
  const unsigned mask = __heddle::matching_lanes(details::lanes_of(parent), label);
  return {mask, details::lanes_before(mask), static_cast<unsigned>(__builtin_popcount(mask))};
}
template <class Parent> __heddle_device coalesced_group binary_partition(const Parent& parent, bool predicate) {
  return labeled_partition(parent, predicate);
}

// Tiles of more than a warp lie in memory of their own.
template <unsigned Size> struct block_tile_memory {
  char bytes[Size];
};
template <unsigned Size> __heddle_device thread_block this_thread_block(block_tile_memory<Size>&) { return {}; }

template <class Group> __heddle_device void sync(const Group& group) { group.sync(); }
template <class Group> __heddle_device void synchronize(const Group& group) { group.sync(); }
template <class Group> __heddle_device unsigned long long thread_rank(const Group& group) { return group.thread_rank(); }
template <class Group> __heddle_device unsigned long long group_size(const Group& group) { return group.size(); }
template <class Group> __heddle_device dim3 group_index(const Group& group) { return group.group_index(); }
template <class Group> __heddle_device dim3 thread_index(const Group& group) { return group.thread_index(); }

namespace details {
// Is the caller the one thread that the group chose? Of a block and of a tile it is one; else any.
__heddle_device bool is_chosen(const thread_block&) {
  return thread_of_block() == __heddle::shared_by_block(0u);
}
template <unsigned Size, class Parent> __heddle_device bool is_chosen(const thread_block_tile<Size, Parent>&) {
  return thread_of_block() % Size == __heddle::shared_by_tile(Size, 0u) % Size;
}
template <class Group> __heddle_device bool is_chosen(const Group&) { return __heddle::unknown<bool>(); }
} // namespace details

// One thread of the group does it; which one is not said.
template <class Group, class F, class... Arguments>
__heddle_device void invoke_one(const Group& group, F&& function, Arguments&&... arguments) {
  if (details::is_chosen(group)) function(static_cast<Arguments&&>(arguments)...);
}
template <class Group, class F, class... Arguments>
__heddle_device auto invoke_one_broadcast(const Group& group, F&& function, Arguments&&... arguments)
    -> decltype(function(static_cast<Arguments&&>(arguments)...)) {
  typedef decltype(function(static_cast<Arguments&&>(arguments)...)) Result;
  if (details::is_chosen(group)) function(static_cast<Arguments&&>(arguments)...);
  return __heddle::unknown<Result>();
}
} // namespace cooperative_groups
