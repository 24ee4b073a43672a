// expect: refuted
// finding: race possible error R W
// Each element of an array, and the next one: the loop has put one pointer into all of them.
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] /*W*/ =
        in[i + 2]; /*R*/
}
void run(int n, int at) {
  float* all[8];
  float* one;
  cudaMalloc(&one, n * sizeof(float));
  for (int i = 0; i < 8; ++i)
    all[i] = one;
  for (int i = 0; i + 1 < 8; ++i)
    shift<<<(n + 127) / 128, 128>>>(all[i], all[i + 1], n);
}
