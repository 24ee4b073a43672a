// expect: verified
// assumes: distinct pointers
// Code that is not known runs between; the array that was there before is another one.
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] =
        in[i + 2];
}
void elsewhere();
void run(int n, bool own, float* a) {
  float* b;
  cudaMalloc(&b, n * sizeof(float));
  float* before = b;
  elsewhere();
  cudaMalloc(&b, n * sizeof(float));
  shift<<<(n + 127) / 128, 128>>>(before, b, n);
}
