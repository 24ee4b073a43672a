// std::exception, for both sides as the classes that inherit from it are; but for what(), which is
// the host's: Clang takes a function of the host for no override of one of both sides.
#pragma once
#include <bits/c++config.h>
#define __EXCEPTION_H 1

#ifdef __HEDDLE_BOTH_SIDES
#undef __HEDDLE_BOTH_SIDES
#define __HEDDLE_BOTH_SIDES_OF_EXCEPTION
#pragma clang force_cuda_host_device end
#endif

namespace std {

class exception {
public:
  __host__ __device__ exception() noexcept {}
  __host__ __device__ virtual ~exception() noexcept {}
  exception(const exception&) = default;
  exception(exception&&) = default;
  exception& operator=(const exception&) = default;
  exception& operator=(exception&&) = default;
  virtual const char* what() const noexcept;
};

} // namespace std

#ifdef __HEDDLE_BOTH_SIDES_OF_EXCEPTION
#undef __HEDDLE_BOTH_SIDES_OF_EXCEPTION
#define __HEDDLE_BOTH_SIDES
#pragma clang force_cuda_host_device begin
#endif
