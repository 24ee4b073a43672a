// expect: refuted
// flags: --block 256
// finding: race any error A A
// Each lane takes the first place of the range.
__global__ void filter(int* out, int* counter, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] <= 0) return;
  const unsigned active = __activemask();
  const int lane = threadIdx.x & 31, leader = __ffs(active) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(counter, __popc(active));
  out[__shfl_sync(active, first, leader)] = in[i]; /*A*/
}
