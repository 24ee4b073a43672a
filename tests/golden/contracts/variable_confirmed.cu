// expect: refuted
// flags: --block 64
// finding: race confirmed error W R
// suggests: rounds > 0
__constant__ int rounds;
__global__ void sum(float* out, const float* in) {
  __shared__ float tile[64];
  float sum = in[threadIdx.x];
  tile[threadIdx.x] = sum; /*W*/
  for (int i = 0; i < rounds; i++) {
    __syncthreads();
    sum += tile[(threadIdx.x + i) % 64];
  }
  out[threadIdx.x] = sum + tile[63 - threadIdx.x]; /*R*/
}
