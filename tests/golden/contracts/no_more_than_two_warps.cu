// expect: verified
// flags: --infer-requires
// under: blockDim.x <= 64
// Two warps may well be what the author means.
__global__ void two_warps_wait(int* a) {
  if (threadIdx.x < 64)
    __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
