// expect: refuted
// finding: race confirmed error A B
__global__ void shift(float* __restrict__ data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    float v = __ldcg(data + i + 1); /*A*/
    __stcs(data + i, v + i); /*B*/
  }
}
