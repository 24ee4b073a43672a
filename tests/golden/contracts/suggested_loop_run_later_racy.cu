// expect: refuted
// flags: --block 64 --assume "rounds > 0"
// finding: race confirmed error W R
// The first round meets no barrier.
__global__ void sum(float* out, const float* in, int rounds) {
  __shared__ float tile[64];
  tile[threadIdx.x] = in[threadIdx.x]; /*W*/
  for (int i = 1; i < rounds; i++) __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x]; /*R*/
}
