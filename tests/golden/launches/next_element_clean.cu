// expect: verified
// assumes: distinct pointers
// Each element of an array, and the next one.
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] =
        in[i + 2];
}
void run(int n, int at) {
  float* all[8];
  for (int i = 0; i < 8; ++i) {
    float* one;
    cudaMalloc(&one, n * sizeof(float));
    all[i] = one;
  }
  for (int i = 0; i + 1 < 8; ++i)
    shift<<<(n + 127) / 128, 128>>>(all[i], all[i + 1], n);
}
