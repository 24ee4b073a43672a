// expect: refuted
// flags: --block 128
// origin: kokkos/kokkos 8648
// finding: race confirmed error W R
// A fence stands where a barrier is needed: it makes nobody wait.
__global__ void shared_flag(int* out, const int* in) {
  __shared__ int first;
  if (threadIdx.x == 0) first = in[blockIdx.x]; /*W*/
  __threadfence_block();
  out[blockIdx.x * blockDim.x + threadIdx.x] = first; /*R*/
}
