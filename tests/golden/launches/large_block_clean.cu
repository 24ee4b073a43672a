// expect: verified
// assumes: stride == 2048
// No GPU runs the block: what the launch says beside it is meant, for whatever block there is.
__global__ void scale(const float* from, float* to, int stride, int n) {
  float* row = to + blockIdx.x * stride;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    row[i] = from[blockIdx.x * stride + i] * 2;
}
int main() {
  const int width = 2048;
  float *from, *to;
  cudaMalloc(&from, 128 * width * sizeof(float));
  cudaMalloc(&to, 128 * width * sizeof(float));
  scale<<<128, width>>>(from, to, width, width);
}
