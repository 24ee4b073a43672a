// expect: verified
// origin: flashinfer 2996
__global__ void pipeline(float* out, const float* in, int tiles) {
  __requires(blockDim.x == 96);
  __shared__ float stage[32];
  int role = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = 0; i < tiles; i++) {
    if (role == 0) stage[lane] = in[i * 32 + lane];
    __syncthreads();
    if (role == 1) out[(blockIdx.x * tiles + i) * 32 + lane] = stage[31 - lane];
    __syncthreads();
  }
}
