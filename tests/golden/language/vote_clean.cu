// expect: verified
// The vote's result is the same for the whole block.
__global__ void vote(int* out, const int* in) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = in[g];
  if (__syncthreads_or(in[g] > 7)) {
    s[t] += 1;
    __syncthreads();
  }
  out[g] = s[blockDim.x - 1 - t];
}
