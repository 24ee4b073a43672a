// expect: refuted
// finding: race confirmed error A|B|C|D|E|F A|B|C|D|E|F
// more: yes
// Warp-synchronous style: `volatile` orders nothing.
__global__ void reduce(const float* in, float* out) {
  extern __shared__ float d[];
  unsigned t = threadIdx.x;
  d[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
    if (t < s) d[t] += d[t + s];
    __syncthreads();
  }
  if (t < 32) {
    volatile float* v = d;
    v[t] += v[t + 32]; /*A*/
    v[t] += v[t + 16]; /*B*/
    v[t] += v[t + 8];  /*C*/
    v[t] += v[t + 4];  /*D*/
    v[t] += v[t + 2];  /*E*/
    v[t] += v[t + 1];  /*F*/
  }
  if (t == 0) out[blockIdx.x] = d[0];
}
