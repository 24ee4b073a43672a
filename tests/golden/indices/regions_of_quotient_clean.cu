// expect: verified
// A region of each block, of a number that its caller may have below zero: its quotient by the
// blocks, which have no sign, is that of another number then, and zero close to zero.
__global__ void fill(float4* out, const float* seeds, int n) {
  n /= 4;
  int region = n / gridDim.x, start = blockIdx.x * region;
  int stop = blockIdx.x == gridDim.x - 1 ? n : start + region;
  for (int i = start + threadIdx.x; i < stop; i += blockDim.x) {
    float seed = seeds[blockIdx.x];
    out[i] = make_float4(seed, seed, i, i);
  }
}
void run(float4* out, const float* seeds, int n) { fill<<<64, 256>>>(out, seeds, n); }
