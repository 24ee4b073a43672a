// expect: refuted
// finding: divergence confirmed error A|B
// Two barriers in two branches are two barriers.
__global__ void sides(int* out) {
  if (threadIdx.x % 2 == 0) {
    __syncthreads(); /*A*/
  } else {
    __syncthreads(); /*B*/
  }
}
