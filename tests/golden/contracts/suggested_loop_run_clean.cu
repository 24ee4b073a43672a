// expect: verified
// flags: --block 64 --assume "rounds > 0"
__global__ void sum(float* out, const float* in, int rounds) {
  __shared__ float tile[64];
  float sum = in[threadIdx.x];
  tile[threadIdx.x] = sum; /*W*/
  for (int i = 0; i < rounds; i++) {
    __syncthreads();
    sum += tile[(threadIdx.x + i) % 64];
  }
  out[threadIdx.x] = sum + tile[63 - threadIdx.x]; /*R*/
}
