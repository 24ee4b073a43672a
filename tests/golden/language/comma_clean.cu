// expect: verified
__global__ void comma(int* out, const int* in, int n) {
  int g, step;
  step = gridDim.x * blockDim.x, g = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = g, j = n - 1 - g; i < n; i += step, j -= step) out[i] = in[j];
}
