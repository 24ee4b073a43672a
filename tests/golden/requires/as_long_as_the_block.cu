// expect: verified
// flags: --infer-requires --grid 1
// under: n >= blockDim.x
// Two buffers of n elements, one behind the other, of a block of as many threads.
__global__ void scan(float* out, const float* in, int n) {
  extern __shared__ float tmp[];
  int t = threadIdx.x, to = 0, from = 1;
  tmp[t] = t > 0 ? in[t - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset <<= 1) {
    to = 1 - to;
    from = 1 - to;
    if (t >= offset)
      tmp[to * n + t] = tmp[from * n + t] + tmp[from * n + t - offset];
    else
      tmp[to * n + t] = tmp[from * n + t];
    __syncthreads();
  }
  out[t] = tmp[to * n + t];
}
