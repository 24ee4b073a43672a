// expect: refuted
// flags: --block 64
// finding: race any error A A
// What was written depends on a value of the writing thread that is not known.
__global__ void data(int* out, const float* in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = (int)in[t];
  __syncthreads();
  out[s[63 - t]] = t; /*A*/
}
