// expect: verified
// flags: --block 64
// Local variables that are called like types of the library, behind a comma, and parameters that
// are const after their types.
#include <cuda_fp16.h>
__device__ void halve(half2 const* const in, half2* const out, size_t const size) {
  int id = threadIdx.x, thread_block, i = min(3, id), grid_group;
  for (thread_block = 0; thread_block < size; thread_block++) {
    grid_group = id + thread_block * blockDim.x;
    out[grid_group] = __hadd2(in[grid_group], in[i]);
  }
}

__global__ void halve_all(half2 const* const in, half2* const out, size_t const size) {
  halve(in, out, size);
}
