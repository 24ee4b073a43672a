// Scopes of threads and orders of memory, as CUDA's library names them.
#pragma once

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

namespace std {
enum memory_order {
  memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release,
  memory_order_acq_rel, memory_order_seq_cst
};
} // namespace std
using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

namespace __heddle_scopes {
__heddle_both constexpr int of(thread_scope scope) {
  return scope == thread_scope_thread   ? __heddle::thread_scope
         : scope == thread_scope_block  ? __heddle::block_scope
         : scope == thread_scope_device ? __heddle::device_scope
                                        : __heddle::system_scope;
}
} // namespace __heddle_scopes

// A number of bytes that is known to be a multiple of an alignment.
template <size_t Alignment> struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  __host__ __device__ explicit constexpr aligned_size_t(size_t size) : value(size) {}
  __host__ __device__ constexpr operator size_t() const { return value; }
};

} // namespace cuda
