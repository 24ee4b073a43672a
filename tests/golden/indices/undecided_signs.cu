// expect: unknown
// flags: --block 256 --timeout 1
// unknown: A they never meet with --assume 'a > 0 && b > 0 && c > 0 && d > 0 && e > 0 && f > 0 && g > 0
// Nothing is known of the signs of thirteen sizes, and these are more than are told apart. The hint
// says what is missing.
__global__ void permute(float* out, const float* in, int a, int b, int c, int d, int e, int f, int g,
                        int h, int i, int j, int k, int l, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < a * b * c * d * e * f * g * h * i * j * k * l * m) {
    int x[13], sizes[13] = {a, b, c, d, e, f, g, h, i, j, k, l, m};
    int r = t;
    for (int n = 12; n > 0; --n) {
      x[n] = r % sizes[n];
      r /= sizes[n];
    }
    int to = r;
    to = to * c + x[2];
    to = to * b + x[1];
    for (int n = 3; n < 13; ++n)
      to = to * sizes[n] + x[n];
    out[to] = in[t]; /*A*/
  }
}
