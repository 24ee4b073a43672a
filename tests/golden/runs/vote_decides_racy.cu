// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// The vote is for it as soon as an element is large, which the contents of the witness see to.
__global__ void k(int* out, const float* x) {
  if (__syncthreads_or(x[threadIdx.x] > 3.0f)) out[0] = threadIdx.x; /*A*/
}
