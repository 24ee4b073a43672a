// expect: verified
// flags: --block 256 --assume "a > 0 && b > 0 && c > 0 && d > 0"
// Four digits of one number, put together in another order: the chains of quotients begin alike.
__global__ void permute(float* out, const float* in, int a, int b, int c, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a * b * c * d) {
    int i1 = (i / (b * c * d)) % a;
    int i2 = (i / (c * d)) % b;
    int i3 = (i / d) % c;
    int i4 = i % d;
    out[i4 * (c * a * b) + i3 * (a * b) + i1 * b + i2] = in[i];
  }
}
