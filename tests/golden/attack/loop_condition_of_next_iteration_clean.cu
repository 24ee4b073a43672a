// expect: verified
// flags: --block 64
// The same with a barrier behind the read.
__global__ void last(const signed char* more, float* out) {
  __shared__ float s[65];
  int t = threadIdx.x;
  float x = t;
  bool go = true;
  for (int k = 0; go; ++k) {
    go = more[k] > 0;
    if (!go) s[t] = x;
    __syncthreads();
    if (go) x += s[t + 1];
    __syncthreads();
  }
  out[t] = x;
}
