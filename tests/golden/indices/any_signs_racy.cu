// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// finding: race confirmed error C C
// flags: --block 256 --timeout 1
// One weight wrong, the guard one element late, a size of the wrong digit.
__global__ void weight(float* out, const float* in, int B, int N, int H, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= B * H * N * d) return;
  int b = i / (H * N * d), rest = i % (H * N * d);
  int h = rest / (N * d), n = rest % (N * d) / d, e = rest % d;
  out[b * N * 3 * H * d + n * 3 * H * d + h * N + e] = in[i]; /*A*/
}
__global__ void late(float* out, const float* in, int d1, int d2, int d3) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= d1 * d2 * d3) {
    int i1 = i / (d2 * d3) % d1, i2 = i / d3 % d2, i3 = i % d3;
    out[i3 * (d1 * d2) + i1 * d2 + i2] = in[i] + i; /*B*/
  }
}
__global__ void size(float* out, const float* in, int d1, int d2, int d3) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < d1 * d2 * d3) {
    int i1 = i / (d2 * d3), i2 = i / d3 % d1, i3 = i % d3;
    out[i1 * (d2 * d3) + i2 * d3 + i3] = in[i] + i; /*C*/
  }
}
