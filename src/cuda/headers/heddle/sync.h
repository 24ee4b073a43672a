// Barriers and fences. __syncthreads itself is known to clang.
#pragma once

__heddle_device int __syncthreads_count(int predicate) {
  __syncthreads();
  return __heddle::combined_by_block(predicate, __heddle::count_of);
}
__heddle_device int __syncthreads_and(int predicate) {
  __syncthreads();
  return __heddle::all_of_block(predicate);
}
__heddle_device int __syncthreads_or(int predicate) {
  __syncthreads();
  return !__heddle::all_of_block(!predicate);
}
__heddle_device void __syncwarp(unsigned mask = 0xffffffffu) { __heddle::barrier_warp(mask); }
// Of named barriers.
__heddle_device void __barrier_sync(unsigned id) { asm volatile("barrier.sync %0;" ::"r"(id) : "memory"); }
__heddle_device void __barrier_sync_count(unsigned id, unsigned count) {
  asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(count) : "memory");
}
// Of a cluster (sm_90).
__heddle_device void __cluster_barrier_arrive() { asm volatile("barrier.cluster.arrive.aligned;" ::: "memory"); }
__heddle_device void __cluster_barrier_arrive_relaxed() { asm volatile("barrier.cluster.arrive.relaxed.aligned;"); }
__heddle_device void __cluster_barrier_wait() { asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); }

// CUDA C++ Programming Guide, "Memory Fence Functions": each is fence.sc of its scope.
__heddle_device void __threadfence() { __heddle::fence(__heddle::device_scope, __heddle::sequential); }
__heddle_device void __threadfence_block() { __heddle::fence(__heddle::block_scope, __heddle::sequential); }
__heddle_device void __threadfence_system() { __heddle::fence(__heddle::system_scope, __heddle::sequential); }
extern "C" {
__device__ void __nanosleep(unsigned nanoseconds) __heddle_nothing;
__device__ void __brkpt() __heddle_nothing;
__device__ void __prof_trigger(int counter) __heddle_nothing;
__device__ long long clock64() __heddle_unknown;
__device__ unsigned long long __globaltimer() __heddle_unknown;
}
__heddle_device void __trap() { asm volatile("trap;" ::: "memory"); }
__heddle_device long long __clock64() { return clock64(); }
