// expect: verified
// origin: numba/numba 6127
__global__ void sum(int* out, const int* in) {
  extern __shared__ int sm[];
  int t = threadIdx.x;
  sm[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  if (t < 32) {
    int v = t < 16 && t + 16 < blockDim.x ? sm[t] + sm[t + 16] : sm[t];
    __syncwarp();
    if (t < 16) sm[t] = v;
    __syncwarp();
    v = t < 8 && t + 8 < blockDim.x ? sm[t] + sm[t + 8] : sm[t];
    __syncwarp();
    if (t < 8) sm[t] = v;
    __syncwarp();
  }
  if (t == 0) out[blockIdx.x] = sm[0];
}
