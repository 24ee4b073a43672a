// expect: verified
__global__ void backwards(float* data, int n) {
  for (int i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= (int)(blockDim.x * gridDim.x))
    data[i] += 1.0f;
}
