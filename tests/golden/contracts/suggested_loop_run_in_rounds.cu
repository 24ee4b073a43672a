// expect: refuted
// flags: --block 64 --infer-requires
// finding: race any error W R
// more: yes
// under: none
// Behind the last round of the inner loop nothing orders the next round of the outer one: that there
// is one round is no precondition.
__global__ void sum(float* out, const float* in, int n, int rounds) {
  __shared__ float tile[64];
  for (int k = 0; k < n; k++) {
    tile[threadIdx.x] = in[k * 64 + threadIdx.x]; /*W*/
    for (int i = 0; i < rounds; i++) __syncthreads();
    out[k * 64 + threadIdx.x] = tile[63 - threadIdx.x]; /*R*/
  }
}
