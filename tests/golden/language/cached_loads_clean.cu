// expect: verified
// Loads and stores with cache hints, through pointers that say __restrict__.
__global__ void scale(float4* __restrict__ out, const float4* __restrict__ in, const float* __restrict__ by, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float4 v = __ldcs(in + i);
    float s = __ldg(&by[i % 16]);
    v.x *= s;
    v.w = __ldcs(&in[i].y) * s;
    __stcs(&out[i], v);
  }
}
