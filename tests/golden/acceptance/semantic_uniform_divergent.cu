// expect: refuted
// finding: divergence confirmed error A
// more: yes
__global__ void shift(float* data) {
  extern __shared__ float s[];
  int tid = threadIdx.x;
  int g = blockIdx.x * blockDim.x + tid;
  s[tid] = data[g];
  if (tid + 1 < blockDim.x) __syncthreads(); /*A*/
  data[g] = tid > 0 ? s[tid - 1] : 0.0f;
}
