// Reductions of the threads of a group. The result is not followed; of a block's tiles all threads
// get the same. How often and by which thread the operation runs is not said, so it must only compute.
#pragma once
#include <cooperative_groups.h>

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

template <unsigned Size, class Parent, class T, class Operation>
__heddle_device T reduce(const thread_block_tile<Size, Parent>&, T value, Operation&& operation) {
  return __heddle::shared_by_tile(Size, operation(value, __heddle::unknown<T>()));
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
// Each thread, or one of the group, adds its value.
template <class Group, class Atomic, class T, class Operation>
__heddle_device void reduce_update_async(const Group& group, Atomic& at, T value, Operation&& operation) {
  at.fetch_add(value);
}
template <class Group, class Atomic, class T, class Operation>
__heddle_device void reduce_store_async(const Group& group, Atomic& at, T value, Operation&& operation) {
  if (details::is_chosen(group)) at.store(value);
}

} // namespace cooperative_groups
