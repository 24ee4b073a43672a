// expect: verified
// flags: --block 64
// assumes: memory begins at a multiple of 1024
// An allocator rounds the start of dynamic shared memory up, as instructions for tiles want it.
#include <cstdint>

extern __shared__ char memory[];

__device__ int* aligned(char* p) {
  uint64_t at = reinterpret_cast<uint64_t>(p);
  if (at % 1024 != 0) p = reinterpret_cast<char*>(at + (1024 - at % 1024));
  return reinterpret_cast<int*>(p);
}

__global__ void turn(int* out, const int* in) {
  int* tile = aligned(memory);
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 64 + t];
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[blockIdx.x * 64 + t] = tile[63 - t];
}
