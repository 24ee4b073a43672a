// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// The loop runs once more after the last good element: that element is one before the iteration's
// own, and the iteration in question is the next one. Both are true at once.
__global__ void last(const signed char* more, float* out) {
  __shared__ float s[65];
  int t = threadIdx.x;
  float x = t;
  bool go = true;
  for (int k = 0; go; ++k) {
    go = more[k] > 0;
    if (!go) s[t] = x; /*A*/
    __syncthreads();
    if (go) x += s[t + 1]; /*B*/
  }
  out[t] = x;
}
