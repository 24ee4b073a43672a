// expect: refuted
// finding: race confirmed error A
// The launch has a second axis, of a size that is not constant.
__global__ void copy(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += in[i]; /*A*/
}
void run(float* out, const float* in, int n, int rows) {
  dim3 block(32, rows);
  copy<<<1, block>>>(out, in, n);
}
// more: yes
