// expect: verified
__constant__ float taps[9];
__constant__ int offsets[4] = {0, 1, 2, 3};
__global__ void filter(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 0.0f;
  for (int k = 0; k < 9; ++k)
    if (i + k < n) v += taps[k] * in[i + k + offsets[k & 3]];
  if (i < n) out[i] = v;
}
