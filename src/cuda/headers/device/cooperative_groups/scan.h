// Prefix sums of the threads of a group: the results are not followed.
#pragma once
#include <cooperative_groups/reduce.h>

namespace cooperative_groups {

#define __HEDDLE_SCAN(name)                                                                        \
  template <class Group, class T, class Operation>                                                 \
  __heddle_device T name(const Group&, T value, Operation&& operation) {                           \
    return operation(value, __heddle::unknown<T>());                                               \
  }                                                                                                \
  template <class Group, class T> __heddle_device T name(const Group&, T value) {                  \
    return __heddle::unknown<T>();                                                                 \
  }
__HEDDLE_SCAN(inclusive_scan)
__HEDDLE_SCAN(exclusive_scan)
#undef __HEDDLE_SCAN
template <class Group, class Atomic, class T, class Operation>
__heddle_device T exclusive_scan_update(const Group& group, Atomic& at, T value, Operation&& operation) {
  details::update<Operation>(at, value);
  return __heddle::unknown<T>();
}
template <class Group, class Atomic, class T, class Operation>
__heddle_device T inclusive_scan_update(const Group& group, Atomic& at, T value, Operation&& operation) {
  details::update<Operation>(at, value);
  return __heddle::unknown<T>();
}

} // namespace cooperative_groups
