// expect: refuted
// finding: race confirmed error A B
// Inside a block a barrier separates the accesses; between blocks nothing does.
__global__ void halo(int* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = data[i + 1]; /*A*/
  __syncthreads();
  data[i] = v; /*B*/
}
