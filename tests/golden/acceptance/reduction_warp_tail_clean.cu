// expect: verified
// The last warp goes on alone; each step reads, meets, writes, meets.
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
    float v = d[t] + d[t + 32];
    __syncwarp();
    d[t] = v;
    __syncwarp();
    v += d[t + 16];
    __syncwarp();
    d[t] = v;
    __syncwarp();
    v += d[t + 8];
    __syncwarp();
    d[t] = v;
    __syncwarp();
    v += d[t + 4];
    __syncwarp();
    d[t] = v;
    __syncwarp();
    v += d[t + 2];
    __syncwarp();
    d[t] = v;
    __syncwarp();
    v += d[t + 1];
    __syncwarp();
    d[t] = v;
  }
  if (t == 0) out[blockIdx.x] = d[0];
}
