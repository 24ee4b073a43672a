// Marks for profilers.
#pragma once
#include <nvToolsExt.h>
namespace nvtx3 {
struct scoped_range {
  template <class... T> explicit scoped_range(const T&...) {}
};
} // namespace nvtx3
#define NVTX3_FUNC_RANGE()
