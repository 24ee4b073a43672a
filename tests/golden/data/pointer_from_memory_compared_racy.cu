// expect: refuted
// finding: divergence confirmed error A A
__global__ void k(int** rows) {
  if (rows[threadIdx.x] != nullptr)
    __syncthreads(); /*A*/
}
void launch(int** rows) { k<<<1, 64>>>(rows); }
