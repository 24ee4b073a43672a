// The intrinsics: what lowering knows by its qualified name. Everything else in these headers is
// C++ on top of them, or a function of which only a value is said (qualifiers.h).
#pragma once

struct surfaceReference;
struct textureReference;

namespace __heddle {

// ---- who synchronises ----

// Which threads an atomic operation or a fence is for.
enum Scope { block_scope = 0, cluster_scope = 1, device_scope = 2, system_scope = 3, thread_scope = 4 };
// Of an atomic operation, or a fence: for that alone there is a single order of all `sequential` ones.
enum Order { relaxed = 0, acquire = 1, release = 2, acquire_release = 3, sequential = 7 };

// The barrier of the block is __syncthreads(), which clang knows.

// __syncwarp(mask): all lanes of the warp that `mask` names, the caller among them, come here; what
// they did to memory before is seen by the others after.
__device__ void barrier_warp(unsigned mask);
// All threads of the aligned tile of `size` threads (a power of two, at most 32; a constant) of
// the warp that the caller is in.
__device__ void barrier_tile(unsigned size);
// The lanes of `mask`, which active_lanes() gave: those that came together there.
__device__ void barrier_chosen(unsigned mask);
// All threads of the cluster; of the grid.
__device__ void barrier_cluster();
__device__ void barrier_grid();

// Together with atomic operations before or behind it that are relaxed it is as if these had this
// order, for the threads of `scope`. Both are constants.
__device__ void fence(int scope, int order);

// ---- lanes of a warp ----

// A mask of lanes that are here together, the caller among them; which others, the hardware
// decides. Lanes that are named in one such mask get the same mask.
__device__ unsigned active_lanes();
// One lane of `mask` gets true, always the same one for the same mask.
__device__ bool elect(unsigned mask);
// The `value` of lane `lane` (mod width) of the caller's segment of `width` lanes: all lanes of
// `mask` get it alike where they name the same lane. No effect on memory.
template <class T> __device__ T shuffle(unsigned mask, T value, int lane, int width);
// The `value` that a shuffle of this kind gives, as __shfl_sync and its kin; in an aligned tile of
// `size` lanes (a constant). `how` is a constant.
enum Shuffle { lane_of = 0, lanes_up = 1, lanes_down = 2, lanes_across = 3 };
template <class T> __device__ T shuffle_by(unsigned mask, T value, int how, int operand, int width);
template <class T> __device__ T shuffle_in_tile(unsigned size, T value, int how, int operand);
// The `value` of the lane that is number `rank` of those in `mask`, from 0.
template <class T> __device__ T shuffle_by_rank(unsigned mask, T value, int rank);
// The `value` of another lane of the mask, or the caller's own: any value. No effect on memory.
template <class T> __device__ T shuffle_other(unsigned mask, T value);
// What is made of the `mine` of all lanes that `mask` names, of the aligned tile of `size` threads (a
// constant), of the block. `how` is a constant. No effect on memory.
enum Combination {
  any_of = 0, // of what is not zero
  all_of = 1,
  count_of = 2,
  ballot_of = 3,
  sum_of = 4,
  least_of = 5,
  greatest_of = 6,
  and_of = 7,
  or_of = 8,
  xor_of = 9,
  same_of = 10 // all have the same
};
// The lanes among those of `mask`, or of the tile, that have the same `value`: a mask.
template <class T> __device__ unsigned matching_lanes(unsigned mask, T value);
template <class T> __device__ unsigned matching_in_tile(unsigned size, T value);
template <class T> __device__ T combined_by_warp(unsigned mask, T mine, int how);
template <class T> __device__ T combined_by_tile(unsigned size, T mine, int how);
template <class T> __device__ T combined_by_block(T mine, int how);
// Any value that is the same for all lanes that `mask` names, made of their `mine`. No effect on
// memory.
template <class T> __device__ T shared_by_warp(unsigned mask, T mine);
// The same for all threads of the aligned tile of `size` threads (a constant) that the caller is in.
template <class T> __device__ T shared_by_tile(unsigned size, T mine);
// The same for all threads of the block; of the cluster; of the grid.
template <class T> __device__ T shared_by_block(T mine);
template <class T> __device__ T shared_by_cluster(T mine);
template <class T> __device__ T shared_by_grid(T mine);
// Is `predicate` true in all lanes that `mask` names; in all threads of the block? The same for them.
__device__ bool all_of_warp(unsigned mask, bool predicate);
__device__ bool all_of_block(bool predicate);
// Any value, which may differ in each thread.
template <class T> __device__ T unknown();

// ---- atomic operations ----
// One access, indivisible for the threads of `scope`; they give the value that was there.

template <class T> __device__ T atomic_add(T* at, T value, int scope, int order);
template <class T> __device__ T atomic_sub(T* at, T value, int scope, int order);
template <class T> __device__ T atomic_exch(T* at, T value, int scope, int order);
template <class T> __device__ T atomic_min(T* at, T value, int scope, int order);
template <class T> __device__ T atomic_max(T* at, T value, int scope, int order);
template <class T> __device__ T atomic_and(T* at, T value, int scope, int order);
template <class T> __device__ T atomic_or(T* at, T value, int scope, int order);
template <class T> __device__ T atomic_xor(T* at, T value, int scope, int order);
// old >= limit ? 0 : old + 1
template <class T> __device__ T atomic_inc(T* at, T limit, int scope, int order);
// old == 0 || old > limit ? limit : old - 1
template <class T> __device__ T atomic_dec(T* at, T limit, int scope, int order);
// Writes `value` where `compare` was there.
template <class T> __device__ T atomic_cas(T* at, T compare, T value, int scope, int order);
template <class T> __device__ T atomic_load(const T* at, int scope, int order);
template <class T> __device__ void atomic_store(T* at, T value, int scope, int order);

// ---- what is asked and promised ----

// `condition` holds here in every execution.
__device__ void assume(bool condition);
// An obligation: where `condition` does not hold, that is a finding, told as `text`.
__host__ __device__ void check(bool condition, const char* text);
// What the caller of this function promises; at a kernel's start, a precondition of its launch.
__device__ void requires_(bool condition);
// The same in the language of contracts (grammar/Contract.g4), over the kernel's parameters.
__device__ void requires_(const char* contract);
// Of the elements of the array that `of` points to, at the launch: no two are equal; none is
// smaller than one before it (sorted, too); all are from `low` on and below `end`; the first `count`
// are 0 to count - 1 in some order; each of `sums` is the one before it and its summand, none of
// which is negative. Only as the argument of requires_ and assume.
__device__ bool distinct(const volatile void* of);
__device__ bool monotone(const volatile void* of);
__device__ bool sorted(const volatile void* of);
__device__ bool range(const volatile void* of, long long low, long long end);
__device__ bool permutation(const volatile void* of, long long count);
__device__ bool scan(const volatile void* sums, const volatile void* summands);
// `mine` as it is in another thread, any one: only in the argument of check.
template <class T> __device__ T of_another_thread(T mine);
// A word of GPUVerify about its own log of accesses: a requires_ or assume that it is in says
// nothing, a check is not understood.
template <class T> __device__ T of_the_log();
// The caller has read, written nothing of the array so far: in the argument of check.
__device__ bool not_read(const volatile void* array);
__device__ bool not_written(const volatile void* array);
// How many bytes behind the start of its array the pointer leads; that of a parameter starts where
// the parameter points.
__device__ unsigned byte_offset(const volatile void* pointer);

// What this does is not followed: a kernel that comes here is of unknown verdict. `what`: a literal.
__device__ void not_understood(const char* what);

// ---- memory ----

// Nobody writes what `address` points to while the kernel runs.
__device__ void read_only(const volatile void* address);

// ---- asynchronous copies of a thread ----

// Copies `bytes` bytes (a constant) to shared memory, at some time until the wait that completes
// the copy; of them `zeros`, at the end, are written as zero and not read.
__device__ void copy_async(void* to, const void* from, size_t bytes, size_t zeros);
// Like it, by one thread of the block (`width` 0) or of the aligned tile of `width` threads that
// the caller is in, all of which call it: elements of `piece` bytes each by a thread of its own,
// which one is not said.
__device__ void copy_async_by_group(unsigned width, void* to, const void* from, size_t bytes, size_t piece);
// The copies since the last commit are a group; wait until all but the last `pending` groups are
// complete; until all copies are.
__device__ void copy_commit();
__device__ void copy_wait(int pending);
__device__ void copy_wait_all();

// ---- mbarriers, words of 64 bits in shared memory ----

__device__ void mbarrier_init(unsigned long long* at, unsigned count);
// The same with as many arrivals as all threads together announced; a barrier of theirs is between.
__device__ void mbarrier_announce(unsigned long long* at, unsigned count);
__device__ void mbarrier_init_announced(unsigned long long* at);
__device__ void mbarrier_inval(unsigned long long* at);
// The library traps unless the mbarrier is one of the caller's block.
__device__ void mbarrier_of_own_block(const unsigned long long* at);
// `count` arrivals; gives the token of the phase that they belong to.
__device__ unsigned long long mbarrier_arrive(unsigned long long* at, unsigned count);
// The same, after expecting `bytes` more bytes in this phase.
__device__ unsigned long long mbarrier_arrive_expect(unsigned long long* at, unsigned count, unsigned bytes);
__device__ void mbarrier_expect(unsigned long long* at, unsigned bytes);
__device__ void mbarrier_complete(unsigned long long* at, unsigned bytes);
// Waits until the phase of a token of this thread's last arrival there has completed; until that
// of this parity has.
__device__ void mbarrier_wait(unsigned long long* at, unsigned long long token);
__device__ void mbarrier_wait_parity(unsigned long long* at, unsigned parity);
// Has it? To be repeated until it has.
__device__ bool mbarrier_test(unsigned long long* at, unsigned long long token);
__device__ bool mbarrier_test_parity(unsigned long long* at, unsigned parity);
// Copies `bytes` bytes in pieces of `piece` (a constant), at some time until the phase at `at`
// completes, to which it reports them.
__device__ void copy_counted(void* to, const void* from, unsigned bytes, unsigned long long* at, unsigned piece);
// The same by one thread of the group that all call it (copy_async_by_group); each reports one byte.
__device__ void copy_counted_by_group(unsigned width, void* to, const void* from, size_t bytes, size_t piece,
                                      unsigned long long* at);

// ---- surfaces ----
// One access of sizeof(T) bytes to the array behind the object: at byte x of row y of layer z. Where
// it is outside, `mode` says what happens (cudaSurfaceBoundaryMode). What is read is not known.

template <class T> __device__ T surface_read(unsigned long long object, int x, int y, int z, int mode);
template <class T> __device__ void surface_write(unsigned long long object, T value, int x, int y, int z, int mode);
// The same of a surface that is a variable of the file.
template <class T> __device__ T surface_read(const surfaceReference* object, int x, int y, int z, int mode);
template <class T>
__device__ void surface_write(const surfaceReference* object, T value, int x, int y, int z, int mode);

// ---- matrix fragments of a warp ----

// Each lane of the warp may read (one lane, it is not said which, writes) `rows` rows of
// `row_bytes` bytes (constants), `stride` bytes from one to the next.
__device__ void tile_read(const void* at, unsigned rows, unsigned row_bytes, long long stride);
__device__ void tile_write(void* at, unsigned rows, unsigned row_bytes, long long stride);

// ---- textures ----
// Each texture of texels T is an array of its own, which nothing here writes to; where the object
// is none that has a name, the pointer leads to any texel. Which texel, or mixture of some, floating
// coordinates give is not known: the same coordinates give the same one.

template <class T> __device__ const T* texels(unsigned long long object);
template <class T> __device__ const T* texels(const textureReference* reference);
__attribute__((const)) __device__ long long texel_number(long long so_far, float coordinate);

// ---- clusters ----

// Of the block of the caller: its place in its cluster; the cluster's extent (__cluster_dims__, or
// what the launch says).
__device__ unsigned cluster_block_x();
__device__ unsigned cluster_block_y();
__device__ unsigned cluster_block_z();
__device__ unsigned cluster_dim_x();
__device__ unsigned cluster_dim_y();
__device__ unsigned cluster_dim_z();
// The same variable in the shared memory of block `rank` of the cluster.
template <class T> __device__ T* cluster_map(T* at, unsigned rank);

} // namespace __heddle
