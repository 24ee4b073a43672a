// Loads and stores with a word on caches, which are loads and stores; and questions about addresses.
#pragma once

namespace __heddle {
// What is written as `T` in the overloads below.
template <class T> struct plain {
  typedef T type;
};
} // namespace __heddle

#define __HEDDLE_LOAD(name)                                                                        \
  template <class T> __heddle_device T name(const T* address) { return *address; }
#define __HEDDLE_STORE(name)                                                                       \
  template <class T>                                                                               \
  __heddle_device void name(T* address, typename __heddle::plain<T>::type value) {                 \
    *address = value;                                                                              \
  }
template <class T> __heddle_device T __ldg(const T* address) {
  __heddle::read_only(address);
  return *address;
}
__HEDDLE_LOAD(__ldcg)
__HEDDLE_LOAD(__ldca)
__HEDDLE_LOAD(__ldcs)
__HEDDLE_LOAD(__ldlu)
__HEDDLE_LOAD(__ldcv)
__HEDDLE_STORE(__stwb)
__HEDDLE_STORE(__stcg)
__HEDDLE_STORE(__stcs)
__HEDDLE_STORE(__stwt)
#undef __HEDDLE_LOAD
#undef __HEDDLE_STORE

extern "C" {
__device__ void __prefetch_global_l1(const void* address) __heddle_nothing;
__device__ void __prefetch_global_l2(const void* address) __heddle_nothing;
__device__ unsigned __isGlobal(const void* address) __heddle_unknown;
__device__ unsigned __isShared(const void* address) __heddle_unknown;
__device__ unsigned __isConstant(const void* address) __heddle_unknown;
__device__ unsigned __isLocal(const void* address) __heddle_unknown;
__device__ unsigned __isGridConstant(const void* address) __heddle_unknown;
// The number of a byte in its space: for inline assembly.
__device__ __heddle_pure size_t __cvta_generic_to_global(const void* address);
__device__ __heddle_pure size_t __cvta_generic_to_shared(const void* address);
__device__ __heddle_pure size_t __cvta_generic_to_constant(const void* address);
__device__ __heddle_pure size_t __cvta_generic_to_local(const void* address);
__device__ __heddle_pure void* __cvta_global_to_generic(size_t address);
__device__ __heddle_pure void* __cvta_shared_to_generic(size_t address);
__device__ __heddle_pure void* __cvta_constant_to_generic(size_t address);
__device__ __heddle_pure void* __cvta_local_to_generic(size_t address);
}

// alloca of the device is clang's.
#ifndef alloca
#define alloca(size) __builtin_alloca(size)
#endif
