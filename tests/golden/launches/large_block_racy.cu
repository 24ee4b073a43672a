// expect: refuted
// finding: race confirmed error A B
// finding: race confirmed error B B
// One array for two, and rows that overlap, are meant as well.
__global__ void scale(const float* from, float* to, int stride, int n) {
  float* row = to + blockIdx.x * stride;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    row[i] = /*B*/
        from[blockIdx.x * stride + i] * 2; /*A*/
}
int main() {
  const int width = 2048;
  float* v;
  cudaMalloc(&v, 128 * width * sizeof(float));
  scale<<<128, width>>>(v, v, width / 2, width);
}
