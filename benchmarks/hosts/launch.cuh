// Launches any kernel with arguments made for the types of its parameters. Host programs that
// benchmarks/host_programs writes include it.
#pragma once
#include <cuda.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

// What kernels promise and ask is not for a run.
#define __requires(...) ((void)0)
#define __assume(...) ((void)0)
#define __global_requires(...) ((void)0)
#define __global_assume(...) ((void)0)
#define __ensures(...) ((void)0)
#define __invariant(...) ((void)0)

namespace host_program {

enum Fill { small_numbers, positions, zeros };

// What one copy by a tensor map brings; `position` of the map among the parameters.
struct Box {
  int position;
  CUtensorMapDataType type;
  unsigned rank, extents[5];
};

struct Launch {
  dim3 grid, block;
  std::size_t shared_bytes;
  Fill fill;
  bool cooperative;
  dim3 cluster; // x is 0: as the kernel says
  std::initializer_list<Box> boxes;
};

// A pointer has room on both sides: kernels that read their neighbours' cells begin before the
// first. Arrays live as long as the program, those of repeated launches as long as the launch.
constexpr std::size_t room = 1 << 20, filled = 1 << 20, behind = 4 << 20;

template <class T> void fill_array(unsigned char* bytes, Fill how) {
  for (std::size_t i = 0; i < filled / sizeof(T); i++) {
    const T value = static_cast<T>(how == small_numbers ? i % 7 : how == positions ? i : 0);
    std::memcpy(&bytes[i * sizeof(T)], &value, sizeof(T));
  }
}

// Of the launch that is made. Addresses are no result.
struct Array {
  void* base;
  bool of_pointers;
};
inline std::vector<Array> arrays;

template <class T> void* make_array(Fill how) {
  void* base = nullptr;
  if (cudaMalloc(&base, room + filled + behind) != cudaSuccess) return nullptr;
  arrays.push_back({base, std::is_pointer_v<T>});
  cudaMemset(base, 0, room + filled + behind);
  static unsigned char bytes[filled];
  if constexpr (std::is_pointer_v<T>) {
    void* const inner = make_array<std::remove_cv_t<std::remove_pointer_t<T>>>(how);
    for (std::size_t i = 0; i < filled / sizeof(T); i++)
      std::memcpy(&bytes[i * sizeof(T)], &inner, sizeof(T));
  } else if constexpr (std::is_arithmetic_v<T>) {
    fill_array<T>(bytes, how);
  } else {
    fill_array<int>(bytes, how);
  }
  cudaMemcpy(static_cast<char*>(base) + room, bytes, filled, cudaMemcpyHostToDevice);
  return static_cast<char*>(base) + room;
}

// Of the whole room of an array, as rows of 256 elements in planes of 256 rows; what lies outside reads
// as zeros and is not written.
inline CUtensorMap make_map(const Launch& how, int position) {
  CUtensorMap map{};
  for (const Box& box : how.boxes) {
    if (box.position != position) continue;
    const cuuint64_t dims[] = {256, 256, 4, 2, 1};
    const cuuint64_t strides[] = {256 * 8, 256 * 256 * 8, 4 * 256 * 256 * 8, 8 * 256 * 256 * 8};
    const cuuint32_t steps[] = {1, 1, 1, 1, 1};
    static_assert(filled + behind >= 8 * 256 * 256 * 8);
    const CUresult result = cuTensorMapEncodeTiled(
        &map, box.type, box.rank, make_array<std::uint16_t>(how.fill), dims, strides, box.extents, steps,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS) std::printf("tensor map %d: error %d\n", position, result);
  }
  return map;
}

template <class P> P make_argument(const Launch& launch, int position, long long value) {
  const Fill how = launch.fill;
  if constexpr (std::is_same_v<std::remove_cv_t<P>, CUtensorMap>) {
    return make_map(launch, position);
  } else if constexpr (std::is_pointer_v<P>) {
    return static_cast<P>(make_array<std::remove_cv_t<std::remove_pointer_t<P>>>(how));
  } else if constexpr (std::is_arithmetic_v<P> || std::is_enum_v<P>) {
    return static_cast<P>(value);
  } else {
    P result;
    std::memset(static_cast<void*>(&result), 0, sizeof(P));
    return result;
  }
}

// The order in which arguments of a call are made is not told, so each names its value by position.
template <class... P, std::size_t... I>
cudaError_t launch_with(void (*kernel)(P...), const cudaLaunchConfig_t& config, const Launch& how,
                        const long long* values, std::index_sequence<I...>) {
  return cudaLaunchKernelEx(&config, kernel, P(make_argument<P>(how, static_cast<int>(I), values[I]))...);
}

__global__ void add_digest(const std::uint64_t* words, std::size_t count, std::uint64_t seed,
                           unsigned long long* digest) {
  std::uint64_t sum = 0;
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    std::uint64_t mixed = (words[i] ^ (seed + i) * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
    sum += (mixed ^ mixed >> 33) * 0xc4ceb9fe1a85ec53u;
  }
  atomicAdd(digest, sum);
}

// Ends the launch's arrays; tells a number that stands for all that they hold.
inline unsigned long long digest_of_arrays() {
  constexpr std::size_t words = (room + filled + behind) / 8;
  static unsigned long long* digest = nullptr;
  if (!digest) cudaMalloc(&digest, sizeof *digest);
  cudaMemset(digest, 0, sizeof *digest);
  for (std::size_t i = 0; i < arrays.size(); i++) {
    if (!arrays[i].of_pointers)
      add_digest<<<256, 256>>>(static_cast<const std::uint64_t*>(arrays[i].base), words, i * words, digest);
    cudaFree(arrays[i].base);
  }
  arrays.clear();
  unsigned long long result = 0;
  cudaMemcpy(&result, digest, sizeof result, cudaMemcpyDeviceToHost);
  return result;
}

// How often each launch is made: HOST_PROGRAM_TIMES, else once.
inline int times() {
  const char* const said = std::getenv("HOST_PROGRAM_TIMES");
  return said ? std::atoi(said) : 1;
}

// `values`: one for each parameter; those of pointers are not looked at. Repeated launches tell a
// digest of what their arrays hold behind each.
template <class... P>
bool run(const char* name, void (*kernel)(P...), const Launch& how,
         std::initializer_list<long long> values) {
  cudaLaunchConfig_t config{};
  config.gridDim = how.grid, config.blockDim = how.block,
  config.dynamicSmemBytes = how.shared_bytes;
  cudaLaunchAttribute attributes[2];
  config.attrs = attributes;
  if (how.cooperative) {
    attributes[config.numAttrs].id = cudaLaunchAttributeCooperative;
    attributes[config.numAttrs++].val.cooperative = 1;
  }
  if (how.cluster.x) {
    attributes[config.numAttrs].id = cudaLaunchAttributeClusterDimension;
    attributes[config.numAttrs++].val.clusterDim = {how.cluster.x, how.cluster.y, how.cluster.z};
  }
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       static_cast<int>(how.shared_bytes));
  const int count = times();
  static int number = 0;
  number++;
  for (int i = 0; i < count; i++) {
    cudaError_t error =
        launch_with(kernel, config, how, values.begin(), std::index_sequence_for<P...>());
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    std::printf("launch %d of %s grid %u,%u,%u block %u,%u,%u: %s", number, name, how.grid.x, how.grid.y, how.grid.z,
                how.block.x, how.block.y, how.block.z, cudaGetErrorName(error));
    if (count > 1) std::printf(" %016llx", digest_of_arrays());
    std::printf("\n");
    std::fflush(stdout);
    if (error != cudaSuccess) return false;
  }
  arrays.clear();
  return true;
}

} // namespace host_program
