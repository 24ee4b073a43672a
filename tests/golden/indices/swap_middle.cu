// expect: verified
// flags: --block 256 --assume "B > 0 && N > 0 && H > 0 && D > 0"
// Digits taken from a remainder, and a remainder of that.
__global__ void swap_middle(float* out, const float* in, int B, int N, int H, int D) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * H * N * D) {
    int b = i / (H * N * D), rest = i % (H * N * D);
    int h = rest / (N * D);
    rest = rest % (N * D);
    int n = rest / D, e = rest % D;
    out[b * H * N * D + n * H * D + h * D + e] = in[i];
  }
}
