// CUDA's words for functions, variables and kernels; and how a function declared in these headers
// gets its meaning where it has no body (README.md).
#pragma once

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define __CUDACC_VER_BUILD__ 0
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define CUDA_VERSION 12080
#define CUDART_VERSION 12080
#define __CUDART_API_VERSION 12080
// CUDA's headers that every file has: sources ask by these whether `int2` and the like are there.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __HOST_DEFINES_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __DEVICE_TYPES_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __CHANNEL_DESCRIPTOR_H__
#define __TEXTURE_TYPES_H__
#define __SURFACE_TYPES_H__
#define __LIBRARY_TYPES_H__
#define __MATH_FUNCTIONS_H__
#define __COMMON_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// On the device a variable like any other; the host may use it as well.
#define __managed__ __attribute__((device)) __attribute__((annotate("heddle::managed")))

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...) __attribute__((annotate("heddle::cluster_dims" __VA_OPT__(,) __VA_ARGS__)))
// __block_size__((64, 1, 1)) or __block_size__((64, 1, 1), (2, 1, 1)): of a block, of a cluster.
#define __block_size__(block, ...) __attribute__((annotate("heddle::block_size", __heddle_tuple block))) __VA_OPT__(__cluster_dims__ __VA_ARGS__)
#define __heddle_tuple(...) __VA_ARGS__
// A parameter that may be read but not written, at one place for all threads: what it is anyway.
#define __grid_constant__
#define __maxnreg__(count)
#define __nv_pure__ __attribute__((pure))
#define __tile_builtin__
#define __device_builtin__
#define __cudart_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __align__(n) __attribute__((aligned(n)))
#define __CUDA_ALIGN__(n) __align__(n)
#define __builtin_align__(n) __attribute__((aligned(n)))
// `__shared__ alignas(16) int x` is right for nvcc; for clang an attribute of C++ does not follow one of
// GNU, so it becomes one of GNU.
#define alignas(...) __attribute__((aligned(::__heddle::alignment<__VA_ARGS__>())))
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB

// ---- how a declared function gets its meaning ----

// The value is a function of the arguments' values.
#define __heddle_pure __attribute__((const))
// The value is any, and may be another one in each thread.
#define __heddle_unknown __attribute__((annotate("heddle::unknown")))
// Nothing that matters happens.
#define __heddle_nothing __attribute__((annotate("heddle::nothing")))
// For functions of both sides, with a body.
#define __heddle_both static __inline__ __attribute__((host)) __attribute__((device)) __attribute__((always_inline))
// For functions of the device, with a body.
#define __heddle_device static __inline__ __attribute__((device)) __attribute__((always_inline))
