// expect: refuted
// finding: unordered-flag any error A B
// more: yes
__global__ void step(const float* in, float* mid, float* out, unsigned* arrived) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  mid[i] = in[i]; /*A*/
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < gridDim.x) {}
  }
  __syncthreads();
  out[i] = mid[gridDim.x * blockDim.x - 1 - i]; /*B*/
}
