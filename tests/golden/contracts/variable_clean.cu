// expect: verified
// flags: --block 64 --assume "rounds > 0 && n % 2 == 0"
// A variable of the file by its name, beside a parameter.
__constant__ int rounds;
__global__ void sum(float* out, const float* in, int n) {
  __shared__ float tile[64];
  float sum = in[threadIdx.x];
  tile[threadIdx.x] = sum; /*W*/
  for (int i = 0; i < rounds; i++) {
    __syncthreads();
    sum += tile[(threadIdx.x + i) % 64];
  }
  out[threadIdx.x] = sum + tile[63 - threadIdx.x]; /*R*/
  out[threadIdx.x + n % 2] = sum;
}
