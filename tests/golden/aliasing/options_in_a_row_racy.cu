// expect: refuted
// finding: race confirmed error A A
// flags: --alias out,between --alias between,in
// What both options say at once: out and in are one array.
__global__ void shift(float* out, const float* between, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) out[i] = in[i + 1] + between[i]; /*A*/
}
