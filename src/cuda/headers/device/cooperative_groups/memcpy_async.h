// Copies to shared memory by the threads of a group together, and waiting for them.
#pragma once
#include <cooperative_groups.h>
#include <cuda/pipeline>

namespace cooperative_groups {

namespace details {
template <class T> struct piece {
  static constexpr size_t bytes = sizeof(T);
};
template <> struct piece<void> {
  static constexpr size_t bytes = 1;
};
template <class T> struct piece<const T> : piece<T> {};
template <class T> __heddle_device void copy(const thread_block&, T* to, const void* from, size_t bytes) {
  __heddle::copy_async_by_group(0, to, from, bytes, piece<T>::bytes);
}
template <unsigned Size, class Parent, class T>
__heddle_device void copy(const thread_block_tile<Size, Parent>&, T* to, const void* from, size_t bytes) {
  __heddle::copy_async_by_group(Size, to, from, bytes, piece<T>::bytes);
}
template <class T> __heddle_device void copy(const coalesced_group&, T*, const void*, size_t) {
  __heddle::not_understood("memcpy_async of a coalesced_group");
}
} // namespace details

// `bytes` bytes
template <class Group, class T>
__heddle_device void memcpy_async(const Group& group, T* to, const void* from, size_t bytes) {
  details::copy(group, to, from, bytes);
  __heddle::copy_commit();
}
template <class Group, class T, size_t Alignment>
__heddle_device void memcpy_async(const Group& group, T* to, const void* from,
                                  const cuda::aligned_size_t<Alignment>& bytes) {
  details::copy(group, to, from, bytes);
  __heddle::copy_commit();
}
// As many elements as both arrays have.
template <class Group, class T, class U>
__heddle_device void memcpy_async(const Group& group, T* to, size_t to_count, const U* from, size_t from_count) {
  details::copy(group, to, from, sizeof(T) * (to_count < from_count ? to_count : from_count));
  __heddle::copy_commit();
}

template <class Group> __heddle_device void wait(const Group& group) {
  __heddle::copy_wait(0);
  group.sync();
}
template <unsigned Stages, class Group> __heddle_device void wait_prior(const Group& group) {
  __heddle::copy_wait(Stages);
  group.sync();
}

} // namespace cooperative_groups
