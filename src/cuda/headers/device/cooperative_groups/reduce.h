// Reductions of the threads of a group. The result is not followed; of a block's tiles all threads
// get the same, where the operation does not care which of its operands is which: each lane combines what
// it has with what others have. How often and by which thread the operation runs is not said, so it must only compute.
#pragma once
#include <cooperative_groups.h>
#include <heddle/scopes.h>

namespace cooperative_groups {

#define __HEDDLE_OPERATION(name, expression)                                                       \
  template <class T> struct name {                                                                 \
    __device__ T operator()(T a, T b) const { return expression; }                                 \
  };
__HEDDLE_OPERATION(plus, a + b)
__HEDDLE_OPERATION(less, b < a ? b : a)
__HEDDLE_OPERATION(greater, a < b ? b : a)
__HEDDLE_OPERATION(bit_and, a & b)
__HEDDLE_OPERATION(bit_or, a | b)
__HEDDLE_OPERATION(bit_xor, a ^ b)
#undef __HEDDLE_OPERATION

namespace details {
template <class Operation, class T> inline constexpr bool is_alike = false;
template <class T> inline constexpr bool is_alike<plus<T>, T> = true;
// .. of floating-point numbers where none is no number (docs/verdicts.md)
template <class T> inline constexpr bool is_alike<less<T>, T> = __is_arithmetic(T);
template <class T> inline constexpr bool is_alike<greater<T>, T> = __is_arithmetic(T);
template <class T> inline constexpr bool is_alike<bit_and<T>, T> = true;
template <class T> inline constexpr bool is_alike<bit_or<T>, T> = true;
template <class T> inline constexpr bool is_alike<bit_xor<T>, T> = true;
// The lanes of a tile whose numbers differ in lower bits than `Lanes` together.
template <unsigned Size, unsigned Lanes, class T, class Operation>
__heddle_device T butterfly(T value, Operation& operation) {
  if constexpr (Lanes == 0) return value;
  else
    return butterfly<Size, Lanes / 2>(
        operation(value, __heddle::shuffle_in_tile(Size, value, __heddle::lanes_across, Lanes)), operation);
}
} // namespace details

template <unsigned Size, class Parent, class T, class Operation>
__heddle_device T reduce(const thread_block_tile<Size, Parent>&, T value, Operation&& operation) {
  constexpr bool alike = details::is_alike<__remove_cvref(Operation), T>;
  if constexpr (__is_arithmetic(T) && Size <= 32 && alike)
    return __heddle::combined_by_tile(Size, details::butterfly<Size, Size / 2>(value, operation), __heddle::same_of);
  else if constexpr (alike)
    return __heddle::shared_by_tile(Size, operation(value, __heddle::unknown<T>()));
  else
    return operation(value, __heddle::unknown<T>());
}
template <class T, class Operation>
__heddle_device T reduce(const coalesced_group&, T value, Operation&& operation) {
  return operation(value, __heddle::unknown<T>());
}
// A reduction of a block waits for its threads, before and after.
template <class T, class Operation>
__heddle_device T reduce(const thread_block& block, T value, Operation&& operation) {
  block.sync();
  const T result = __heddle::shared_by_block(operation(value, __heddle::unknown<T>()));
  block.sync();
  return result;
}
namespace details {
template <class Operation> inline constexpr bool is_sum = false;
template <class T> inline constexpr bool is_sum<plus<T>> = true;
// Each thread, or one of the group, adds its value, or does what is not followed.
template <class Operation, class Atomic, class T> __heddle_device void update(Atomic& at, T value) {
  if constexpr (is_sum<__remove_cvref(Operation)>)
    at.fetch_add(value, cuda::memory_order_relaxed);
  else
    at.exchange(__heddle::unknown<T>(), cuda::memory_order_relaxed);
}
} // namespace details
template <class Group, class Atomic, class T, class Operation>
__heddle_device void reduce_update_async(const Group& group, Atomic& at, T value, Operation&& operation) {
  details::update<Operation>(at, value);
}
template <class Group, class Atomic, class T, class Operation>
__heddle_device void reduce_store_async(const Group& group, Atomic& at, T value, Operation&& operation) {
  if (details::is_chosen(group)) at.store(value, cuda::memory_order_relaxed);
}

} // namespace cooperative_groups
