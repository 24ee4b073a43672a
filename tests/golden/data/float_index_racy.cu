// expect: refuted
// finding: race confirmed error A A
// The cell is computed in floating point; the replay computes it.
__global__ void quantise(int* out, const float* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int cell = (int)sqrtf(in[i]);
  out[cell] = i; /*A*/
}
