// expect: verified
// flags: --block 64 --infer-requires
// under: rounds > 0
// A loop with barriers that is not entered orders nothing; how often it runs says the file.
__constant__ int rounds;
__global__ void sum(float* out, const float* in) {
  __shared__ float tile[64];
  float sum = in[threadIdx.x];
  tile[threadIdx.x] = sum;
  for (int i = 0; i < rounds; i++) {
    __syncthreads();
    sum += tile[(threadIdx.x + i) % 64];
  }
  out[threadIdx.x] = sum + tile[63 - threadIdx.x];
}
