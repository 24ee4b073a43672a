// expect: refuted
// flags: --infer-requires --block 64 --grid 1
// finding: race confirmed error A B
// With few elements there is one round alone: that is no precondition.
__global__ void rounds(int* out, const int* in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    s[t] = in[k + t]; /*A*/
    __syncthreads();
    out[k + t] = s[63 - t]; /*B*/
  }
}
