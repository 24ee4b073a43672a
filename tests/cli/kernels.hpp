// Kernels for the tests of the command line; each verdict is beyond doubt.
#pragma once
#include "cli/process.hpp"

namespace heddle::cli_test {

inline std::string clean() {
  return file("clean.cu", "__global__ void clean(int *a, int n) {\n"
                          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                          "  if (i < n) a[i] = i;\n"
                          "}\n");
}
inline std::string racy() {
  return file("racy.cu", "__global__ void racy(int *a) {\n"
                         "  a[0] = threadIdx.x + threadIdx.z + blockIdx.x;\n"
                         "}\n");
}
inline std::string unsupported() {
  return file("asm.cu", "__global__ void opaque(int *a) {\n"
                        "  asm(\"bar.sync 1, 64;\");\n"
                        "  a[threadIdx.x] = 0;\n"
                        "}\n");
}

} // namespace heddle::cli_test
