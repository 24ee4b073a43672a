// expect: refuted
// flags: --block 64
// origin: vernamlab/cuFHE 4
// finding: race confirmed error R W
// The second pass of a transform writes the scratch that slower threads still read for the first.
__global__ void transform(float* out, const float* in) {
  __shared__ float scratch[64];
  int t = threadIdx.x;
  scratch[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  float a = scratch[t] + scratch[t ^ 32]; /*R*/
  scratch[t] = a; /*W*/
  __syncthreads();
  out[blockIdx.x * 64 + t] = scratch[t] - scratch[t ^ 16];
}
