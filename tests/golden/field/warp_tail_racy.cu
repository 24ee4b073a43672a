// expect: refuted
// origin: numba/numba 6127
// finding: race confirmed error A B
// more: yes
// The tail of the tree relies on lock-step warps.
__global__ void sum(int* out, const int* in) {
  extern __shared__ int sm[];
  int t = threadIdx.x;
  sm[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  if (t < 32) {
    if (t + 16 < blockDim.x) sm[t] += sm[t + 16]; /*A*/
    if (t + 8 < blockDim.x) sm[t] += sm[t + 8];   /*B*/
  }
  if (t == 0) out[blockIdx.x] = sm[0];
}
