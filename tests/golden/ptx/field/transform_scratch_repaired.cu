// expect: verified
// flags: --block 64
// origin: vernamlab/cuFHE 4
// A barrier between what is read of the first pass and what the second one writes.
__global__ void transform(float* out, const float* in) {
  __shared__ float scratch[64];
  int t = threadIdx.x;
  scratch[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  float a = scratch[t] + scratch[t ^ 32];
  __syncthreads();
  scratch[t] = a;
  __syncthreads();
  out[blockIdx.x * 64 + t] = scratch[t] - scratch[t ^ 16];
}
