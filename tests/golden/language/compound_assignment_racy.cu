// expect: refuted
// finding: race confirmed error A B
__global__ void compound(int* out, int n) {
  int i = threadIdx.x;
  i += blockIdx.x * blockDim.x;
  int j = i;
  j <<= 2;
  j >>= 2;
  out[j] = i;     /*A*/
  out[j ^ 1] = n; /*B*/
}
