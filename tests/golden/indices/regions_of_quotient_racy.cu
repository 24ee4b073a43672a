// expect: refuted
// finding: race confirmed error A A
// The last block but one goes to the end.
__global__ void fill(float4* out, const float* seeds, int n) {
  n /= 4;
  int region = n / gridDim.x, start = blockIdx.x * region;
  int stop = blockIdx.x == gridDim.x - 2 ? n : start + region;
  for (int i = start + threadIdx.x; i < stop; i += blockDim.x) {
    float seed = seeds[blockIdx.x];
    out[i] = make_float4(seed, seed, i, i); /*A*/
  }
}
void run(float4* out, const float* seeds, int n) { fill<<<64, 256>>>(out, seeds, n); }
