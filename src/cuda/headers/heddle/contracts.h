// What the author of a kernel promises and asks: __requires at its start, __assume and __assert
// anywhere; and the words of GPUVerify's tests. `__requires("..")` takes the language of contracts.
#pragma once

namespace __heddle_words {
using __heddle::distinct;
using __heddle::monotone;
using __heddle::permutation;
using __heddle::range;
using __heddle::scan;
using __heddle::sorted;
} // namespace __heddle_words

#define __requires(...)                                                                            \
  do {                                                                                             \
    using namespace ::__heddle_words;                                                              \
    ::__heddle::requires_(__VA_ARGS__);                                                            \
  } while (0)
#define __assume(...)                                                                              \
  do {                                                                                             \
    using namespace ::__heddle_words;                                                              \
    ::__heddle::assume(__VA_ARGS__);                                                               \
  } while (0)
#define __assert(...) ::__heddle::check((__VA_ARGS__), #__VA_ARGS__)
#define __global_requires(...) __requires(__VA_ARGS__)
#define __global_assume(...) __assume(__VA_ARGS__)
#define __global_assert(...) __assert(__VA_ARGS__)

// Hints for another tool's proof.
#define __ensures(...) ((void)0)
#define __global_ensures(...) ((void)0)
#define __invariant(...) ((void)0)
#define __global_invariant(...) ((void)0)
#define __candidate_invariant(...) ((void)0)
#define __candidate_global_invariant(...) ((void)0)
#define __function_wide_invariant(...) ((void)0)
#define __function_wide_candidate_invariant(...) ((void)0)
#define __requires_fresh_array(...) ((void)0)
#define __global_requires_fresh_array(...) ((void)0)
#define __non_temporal_loads_begin(...) ((void)0)
#define __non_temporal_loads_end(...) ((void)0)
#define __invariant_end(...) ((void)0)

// What holds wherever code of the file runs: assumed where each kernel starts.
#define __HEDDLE_AXIOM(number, ...)                                                                \
  static __device__ __attribute__((used)) void __heddle_axiom_##number() {                         \
    ::__heddle::assume(__VA_ARGS__);                                                               \
  }
#define __HEDDLE_NUMBERED_AXIOM(number, ...) __HEDDLE_AXIOM(number, __VA_ARGS__)
#define __axiom(...) __HEDDLE_NUMBERED_AXIOM(__COUNTER__, __VA_ARGS__)

#define __enabled() true
#define __implies(a, b) (!(a) || (b))

// Statements about one value in two threads.
__heddle_device int __other_int(int x) { return __heddle::of_another_thread(x); }
__heddle_device bool __other_bool(bool x) { return __heddle::of_another_thread(x); }
__heddle_device float __other_float(float x) { return __heddle::of_another_thread(x); }
__heddle_device bool __uniform_int(int x) { return x == __heddle::of_another_thread(x); }
__heddle_device bool __uniform_bool(bool x) { return x == __heddle::of_another_thread(x); }
__heddle_device bool __uniform_float(float x) { return x == __heddle::of_another_thread(x); }
__heddle_device bool __distinct_int(int x) { return x != __heddle::of_another_thread(x); }
__heddle_device bool __distinct_bool(bool x) { return x != __heddle::of_another_thread(x); }
__heddle_device bool __distinct_float(float x) { return x != __heddle::of_another_thread(x); }

// Statements about the other tool's log of accesses.
#define __HEDDLE_LOG(type, name)                                                                   \
  template <class... T> __heddle_device type name(const T&...) {                                   \
    return __heddle::of_the_log<type>();                                                           \
  }
__HEDDLE_LOG(bool, __same)
__HEDDLE_LOG(bool, __read)
__HEDDLE_LOG(bool, __write)
__HEDDLE_LOG(unsigned, __read_offset)
__HEDDLE_LOG(unsigned, __write_offset)
__HEDDLE_LOG(unsigned, __read_offset_bytes)
__HEDDLE_LOG(unsigned, __write_offset_bytes)
__HEDDLE_LOG(unsigned, __ptr_offset)
__HEDDLE_LOG(int, __ptr_base)
__HEDDLE_LOG(int, __other_ptr_base)
__HEDDLE_LOG(bool, __at_most_one)
__HEDDLE_LOG(bool, __exclusive_or)
__HEDDLE_LOG(int, __return_val)
__HEDDLE_LOG(int, __return_val_int)
__HEDDLE_LOG(bool, __return_val_bool)
__HEDDLE_LOG(void*, __return_val_ptr)
__HEDDLE_LOG(void*, __return_val_funptr)
__HEDDLE_LOG(int, __old_int)
__HEDDLE_LOG(bool, __old_bool)
__HEDDLE_LOG(bool, __read_has_occurred)
__HEDDLE_LOG(bool, __write_has_occurred)
__HEDDLE_LOG(bool, __atomic_has_occurred)
__HEDDLE_LOG(bool, __read_has_occurred_implies)
__HEDDLE_LOG(bool, __write_has_occurred_implies)
__HEDDLE_LOG(bool, __atomic_has_occurred_implies)
__HEDDLE_LOG(bool, __add_noovfl) // does the sum of all fit? Of which type is not said
#undef __HEDDLE_LOG
// Before the first access nothing is in the log.
__heddle_device bool __no_read(const volatile void* array) { return __heddle::not_read(array); }
__heddle_device bool __no_write(const volatile void* array) { return __heddle::not_written(array); }
__heddle_device bool __read_implies(const volatile void* array, bool) {
  return __heddle::not_read(array);
}
__heddle_device bool __write_implies(const volatile void* array, bool) {
  return __heddle::not_written(array);
}
__heddle_device unsigned __ptr_offset_bytes(const volatile void* pointer) {
  return __heddle::byte_offset(pointer);
}

__heddle_both unsigned __mod_pow2(unsigned a, unsigned b) { return a % b; }
// 0 is one, too, as the other tool has it.
template <class T> __heddle_both bool __is_pow2(T x) { return (x & (x - 1)) == 0; }

// Sums that the author promises to fit.
#define __HEDDLE_SUM(type, name)                                                                   \
  __heddle_both type __add_noovfl_##name(type x, type y) { return x + y; }
__HEDDLE_SUM(char, char)
__HEDDLE_SUM(short, short)
__HEDDLE_SUM(int, int)
__HEDDLE_SUM(int, signed)
__HEDDLE_SUM(long, long)
__HEDDLE_SUM(unsigned char, unsigned_char)
__HEDDLE_SUM(unsigned short, unsigned_short)
__HEDDLE_SUM(unsigned, unsigned_int)
__HEDDLE_SUM(unsigned, unsigned)
__HEDDLE_SUM(unsigned long, unsigned_long)
#undef __HEDDLE_SUM
