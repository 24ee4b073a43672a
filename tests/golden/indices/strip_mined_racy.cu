// expect: refuted
// flags: --block 256 --assume "w > 0 && pitch >= w - 1 && pitch > 0"
// finding: race confirmed error A A
// more: yes
// A pitch below the width.
__global__ void pad(float* out, const float* in, int n, int w, int pitch) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i / w * pitch + i % w] = in[i]; /*A*/
}
