// expect: verified
// flags: --block 256
// Of the lanes that come together the first draws for all.
__device__ int drawn(int* counter) {
  const unsigned active = __activemask();
  const int lane = threadIdx.x & 31, leader = __ffs(active) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(counter, __popc(active));
  first = __shfl_sync(active, first, leader);
  return first + __popc(active & ((1u << lane) - 1));
}
__global__ void filter(int* out, int* counter, const int* in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (in[i] > 0) out[drawn(counter)] = in[i];
}
