// expect: verified
// assumes: distinct pointers
// An array of pointers that the host allocates holds two of them.
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] =
        in[i + 2];
}
void run(int n, int at) {
  float** all = new float*[2];
  cudaMalloc(&all[0], n * sizeof(float));
  cudaMalloc(&all[1], n * sizeof(float));
  shift<<<(n + 127) / 128, 128>>>(all[0], all[1], n);
}
