// expect: verified
// flags: --block 256 --assume "a > 0 && b > 0 && c > 0"
// Three digits of one number, put together in another order: the chains of quotients begin alike.
__global__ void permute(float* out, const float* in, int a, int b, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a * b * c) {
    int i1 = (i / (b * c)) % a;
    int i2 = (i / c) % b;
    int i3 = i % c;
    out[i3 * (b * a) + i2 * a + i1] = in[i];
  }
}
