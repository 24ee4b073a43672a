// expect: verified
// flags: --block 128
// origin: kokkos/kokkos 8648
// A barrier.
__global__ void shared_flag(int* out, const int* in) {
  __shared__ int first;
  if (threadIdx.x == 0) first = in[blockIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = first;
}
