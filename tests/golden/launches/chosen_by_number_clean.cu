// expect: verified
// Which of two arrays is read and which is written hangs on a number that changes from turn to turn:
// each turn is a launch of its own, with two arrays.
__global__ void halve(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * i + 1 < n) out[i] = in[2 * i] + in[2 * i + 1];
}

void run(float* a, float* b) {
  int from = 0, to = 1;
  for (int n = 1 << 12; n > 1;) {
    halve<<<(n / 2 + 255) / 256, 256>>>(from == 0 ? a : b, to == 0 ? a : b, n);
    from ^= 1;
    to ^= 1;
    n /= 2;
  }
}
