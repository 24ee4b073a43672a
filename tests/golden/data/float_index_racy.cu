// expect: refuted
// finding: race possible error A A
// depends: sqrtf
// The cell is computed in floating point: nothing is known about it.
__global__ void quantise(int* out, const float* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int cell = (int)sqrtf(in[i]);
  out[cell] = i; /*A*/
}
