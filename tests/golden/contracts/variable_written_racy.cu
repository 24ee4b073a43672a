// expect: refuted
// flags: --block 64 --assume "rounds > 0"
// finding: race any error W R
// more: yes
// What the launch finds is not what the loop reads.
__device__ int rounds;
__global__ void sum(float* out, const float* in) {
  if (threadIdx.x == 0) rounds = 0;
  __syncthreads();
  __shared__ float tile[64];
  float sum = in[threadIdx.x];
  tile[threadIdx.x] = sum; /*W*/
  for (int i = 0; i < rounds; i++) {
    __syncthreads();
    sum += tile[(threadIdx.x + i) % 64];
  }
  out[threadIdx.x] = sum + tile[63 - threadIdx.x]; /*R*/
}
