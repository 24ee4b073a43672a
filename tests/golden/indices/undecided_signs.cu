// expect: unknown
// flags: --block 256 --timeout 1
// unknown: A they never meet with --assume 'a > 0 && b > 0 && c > 0 && d > 0 && e > 0 && f > 0 && g > 0'
// Nothing is known of the signs of seven sizes, and these are more cases than are told apart. The
// hint says what is missing.
__global__ void permute(float* out, const float* in, int a, int b, int c, int d, int e, int f, int g) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a * b * c * d * e * f * g) {
    int i7 = i % g, r = i / g;
    int i6 = r % f;
    r /= f;
    int i5 = r % e;
    r /= e;
    int i4 = r % d;
    r /= d;
    int i3 = r % c;
    r /= c;
    int i2 = r % b, i1 = r / b;
    out[((((((i1 * c + i3) * b + i2) * d + i4) * e + i5) * f + i6)) * g + i7] = in[i]; /*A*/
  }
}
