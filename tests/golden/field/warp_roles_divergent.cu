// expect: refuted
// origin: flashinfer 2996
// finding: divergence confirmed error A
// more: yes
// One of three roles meets at a barrier of the whole block.
__global__ void pipeline(float* out, const float* in, int tiles) {
  __requires(blockDim.x == 96);
  __shared__ float stage[32];
  int role = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = 0; i < tiles; i++) {
    if (role == 0) {
      stage[lane] = in[i * 32 + lane];
    } else if (role == 1) {
      __syncthreads(); /*A*/
      out[(blockIdx.x * tiles + i) * 32 + lane] = stage[31 - lane];
    }
  }
}
