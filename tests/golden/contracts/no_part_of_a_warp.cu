// expect: refuted
// flags: --infer-requires
// finding: divergence confirmed error A A
// under: none
// A block of ten threads would do, but nobody means that: it is a bug.
__global__ void first_ten_wait(int* a) {
  if (threadIdx.x < 10)
    __syncthreads(); /*A*/
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
