// Launches any kernel with arguments made for the types of its parameters. Host programs that
// benchmarks/host_programs writes include it.
#pragma once
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <utility>

// What kernels promise and ask is not for a run.
#define __requires(...) ((void)0)
#define __assume(...) ((void)0)
#define __global_requires(...) ((void)0)
#define __global_assume(...) ((void)0)
#define __ensures(...) ((void)0)
#define __invariant(...) ((void)0)

namespace host_program {

enum Fill { small_numbers, positions, zeros };

struct Launch {
  dim3 grid, block;
  std::size_t shared_bytes;
  Fill fill;
  bool cooperative;
  dim3 cluster; // x is 0: as the kernel says
};

// A pointer has room on both sides: kernels that read their neighbours' cells begin before the
// first. Arrays live as long as the program.
constexpr std::size_t room = 1 << 20, filled = 1 << 20, behind = 4 << 20;

template <class T> void fill_array(unsigned char* bytes, Fill how) {
  for (std::size_t i = 0; i < filled / sizeof(T); i++) {
    const T value = static_cast<T>(how == small_numbers ? i % 7 : how == positions ? i : 0);
    std::memcpy(&bytes[i * sizeof(T)], &value, sizeof(T));
  }
}

template <class T> void* make_array(Fill how) {
  void* base = nullptr;
  if (cudaMalloc(&base, room + filled + behind) != cudaSuccess) return nullptr;
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

template <class P> P make_argument(Fill how, long long value) {
  if constexpr (std::is_pointer_v<P>) {
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
cudaError_t launch_with(void (*kernel)(P...), const cudaLaunchConfig_t& config, Fill fill,
                        const long long* values, std::index_sequence<I...>) {
  return cudaLaunchKernelEx(&config, kernel, P(make_argument<P>(fill, values[I]))...);
}

// `values`: one for each parameter; those of pointers are not looked at.
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
  cudaError_t error =
      launch_with(kernel, config, how.fill, values.begin(), std::index_sequence_for<P...>());
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  std::printf("launch %s grid %u,%u,%u block %u,%u,%u: %s\n", name, how.grid.x, how.grid.y,
              how.grid.z, how.block.x, how.block.y, how.block.z, cudaGetErrorName(error));
  std::fflush(stdout);
  return error == cudaSuccess;
}

} // namespace host_program
