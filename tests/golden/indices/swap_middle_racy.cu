// expect: refuted
// flags: --block 256 --assume "B > 0 && N > 0 && H > 0 && D > 0"
// finding: race confirmed error A A
// The weight of n should be H * D: with N < H rows overlap.
__global__ void swap_middle(float* out, const float* in, int B, int N, int H, int D) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * H * N * D) {
    int b = i / (H * N * D), rest = i % (H * N * D);
    int h = rest / (N * D);
    rest = rest % (N * D);
    int n = rest / D, e = rest % D;
    out[b * H * N * D + n * N * D + h * D + e] = in[i]; /*A*/
  }
}
