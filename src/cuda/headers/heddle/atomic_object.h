// cuda::atomic, cuda::atomic_ref, fences; cuda::std::atomic is one of the whole system. (<cuda/atomic>,
// <cuda/std/atomic>)
#pragma once
#include <heddle/scopes.h>

namespace cuda {

namespace __heddle_orders {
__heddle_both constexpr int of(memory_order order) {
  return order == memory_order_relaxed                                  ? __heddle::relaxed
         : order == memory_order_release                                ? __heddle::release
         : order == memory_order_acquire || order == memory_order_consume ? __heddle::acquire
                                                                        : __heddle::acquire_release;
}
__heddle_both constexpr bool acquires(memory_order order) {
  return order != memory_order_relaxed && order != memory_order_release;
}
__heddle_both constexpr memory_order without_acquire(memory_order order) {
  return order == memory_order_acquire || order == memory_order_consume ? memory_order_relaxed : memory_order_release;
}
template <class T> struct integer_of {
  typedef T type;
};
template <class T> struct step_of {
  typedef T type;
};
template <class T> struct step_of<T*> {
  typedef ptrdiff_t type;
};
} // namespace __heddle_orders

__heddle_device void atomic_thread_fence(memory_order order, thread_scope scope);

// What atomic and atomic_ref share; `Self` has place(), the address of the value.
template <class T, thread_scope Scope, class Self> class __heddle_atomic {
  static constexpr int scope = __heddle_scopes::of(Scope);
  __host__ __device__ T* at() const { return static_cast<const Self*>(this)->place(); }
  typedef __heddle_orders::step_of<T> step;

public:
  typedef T value_type;
  static constexpr bool is_always_lock_free = sizeof(T) <= 8;
  __host__ __device__ bool is_lock_free() const { return true; }

  __device__ T load(memory_order order = memory_order_seq_cst) const {
    return __heddle::atomic_load(at(), scope, __heddle_orders::of(order));
  }
  __device__ void store(T value, memory_order order = memory_order_seq_cst) const {
    __heddle::atomic_store(at(), value, scope, __heddle_orders::of(order));
  }
  __device__ T exchange(T value, memory_order order = memory_order_seq_cst) const {
    return __heddle::atomic_exch(at(), value, scope, __heddle_orders::of(order));
  }
  __device__ bool compare_exchange_strong(T& expected, T value, memory_order order = memory_order_seq_cst) const {
    const T wanted = expected;
    expected = __heddle::atomic_cas(at(), wanted, value, scope, __heddle_orders::of(order));
    return expected == wanted;
  }
  // A failure is a load of an order of its own: what a success acquires it does not.
  __device__ bool compare_exchange_strong(T& expected, T value, memory_order success, memory_order failure) const {
    if (__heddle_orders::acquires(failure) || !__heddle_orders::acquires(success))
      return compare_exchange_strong(expected, value, success);
    const bool done = compare_exchange_strong(expected, value, __heddle_orders::without_acquire(success));
    if (done) atomic_thread_fence(memory_order_acquire, Scope);
    return done;
  }
  // May fail without need.
  __device__ bool compare_exchange_weak(T& expected, T value, memory_order order = memory_order_seq_cst) const {
    return compare_exchange_strong(expected, value, order) && !__heddle::unknown<bool>();
  }
  __device__ bool compare_exchange_weak(T& expected, T value, memory_order success, memory_order failure) const {
    return compare_exchange_strong(expected, value, success, failure) && !__heddle::unknown<bool>();
  }
  template <class U = T> __device__ T fetch_add(typename __heddle_orders::step_of<U>::type value, memory_order order = memory_order_seq_cst) const {
    return __heddle::atomic_add(at(), static_cast<T>(value), scope, __heddle_orders::of(order));
  }
  template <class U = T> __device__ T fetch_sub(typename __heddle_orders::step_of<U>::type value, memory_order order = memory_order_seq_cst) const {
    return __heddle::atomic_sub(at(), static_cast<T>(value), scope, __heddle_orders::of(order));
  }
  __device__ T fetch_and(T value, memory_order order = memory_order_seq_cst) const {
    return __heddle::atomic_and(at(), value, scope, __heddle_orders::of(order));
  }
  __device__ T fetch_or(T value, memory_order order = memory_order_seq_cst) const {
    return __heddle::atomic_or(at(), value, scope, __heddle_orders::of(order));
  }
  __device__ T fetch_xor(T value, memory_order order = memory_order_seq_cst) const {
    return __heddle::atomic_xor(at(), value, scope, __heddle_orders::of(order));
  }
  __device__ T fetch_min(T value, memory_order order = memory_order_seq_cst) const {
    return __heddle::atomic_min(at(), value, scope, __heddle_orders::of(order));
  }
  __device__ T fetch_max(T value, memory_order order = memory_order_seq_cst) const {
    return __heddle::atomic_max(at(), value, scope, __heddle_orders::of(order));
  }
  __device__ void wait(T old, memory_order order = memory_order_seq_cst) const {
    while (load(order) == old) {}
  }
  __device__ void notify_one() const {}
  __device__ void notify_all() const {}

  __device__ operator T() const { return load(); }
  __device__ T operator++() const { return fetch_add(1) + 1; }
  __device__ T operator++(int) const { return fetch_add(1); }
  __device__ T operator--() const { return fetch_sub(1) - 1; }
  __device__ T operator--(int) const { return fetch_sub(1); }
  __device__ T operator+=(T value) const { return fetch_add(value) + value; }
  __device__ T operator-=(T value) const { return fetch_sub(value) - value; }
  __device__ T operator&=(T value) const { return fetch_and(value) & value; }
  __device__ T operator|=(T value) const { return fetch_or(value) | value; }
  __device__ T operator^=(T value) const { return fetch_xor(value) ^ value; }
};

template <class T, thread_scope Scope = thread_scope_system>
class atomic : public __heddle_atomic<T, Scope, atomic<T, Scope>> {
public:
  atomic() = default;
  __host__ __device__ constexpr atomic(T value) : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  __device__ T operator=(T value) {
    this->store(value);
    return value;
  }
  __host__ __device__ T* place() const { return const_cast<T*>(&value_); }

private:
  alignas(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16 ? sizeof(T) : alignof(T)) T value_;
};

template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref : public __heddle_atomic<T, Scope, atomic_ref<T, Scope>> {
public:
  static constexpr size_t required_alignment = sizeof(T);
  __host__ __device__ explicit atomic_ref(T& value) : at_(&value) {}
  atomic_ref(const atomic_ref&) = default;
  atomic_ref& operator=(const atomic_ref&) = delete;
  __device__ T operator=(T value) const {
    this->store(value);
    return value;
  }
  __host__ __device__ T* place() const { return at_; }

private:
  T* at_;
};

template <thread_scope Scope = thread_scope_system> class atomic_flag {
public:
  atomic_flag() = default;
  __device__ bool test_and_set(memory_order order = memory_order_seq_cst) {
    return __heddle::atomic_exch(&value_, 1, __heddle_scopes::of(Scope), __heddle_orders::of(order)) != 0;
  }
  __device__ void clear(memory_order order = memory_order_seq_cst) {
    __heddle::atomic_store(&value_, 0, __heddle_scopes::of(Scope), __heddle_orders::of(order));
  }
  __device__ bool test(memory_order order = memory_order_seq_cst) const {
    return __heddle::atomic_load(&value_, __heddle_scopes::of(Scope), __heddle_orders::of(order)) != 0;
  }

private:
  int value_ = 0;
};

#define __HEDDLE_FENCE_OF(order) \
  if (scope == thread_scope_block) __heddle::fence(__heddle::block_scope, order); \
  else if (scope != thread_scope_thread) __heddle::fence(__heddle::system_scope, order)
__heddle_device void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
  if (order == memory_order_seq_cst) { __HEDDLE_FENCE_OF(__heddle::sequential); }
  else if (order == memory_order_acq_rel) { __HEDDLE_FENCE_OF(__heddle::acquire_release); }
  else if (order == memory_order_release) { __HEDDLE_FENCE_OF(__heddle::release); }
  else if (order != memory_order_relaxed) { __HEDDLE_FENCE_OF(__heddle::acquire); }
}
#undef __HEDDLE_FENCE_OF
__heddle_device void atomic_signal_fence(memory_order) {}

namespace std {
template <class T> using atomic = cuda::atomic<T, thread_scope_system>;
template <class T> using atomic_ref = cuda::atomic_ref<T, thread_scope_system>;
using cuda::atomic_thread_fence;
} // namespace std

} // namespace cuda
