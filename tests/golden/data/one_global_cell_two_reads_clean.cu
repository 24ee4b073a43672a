// expect: verified
// The flags are read in two places and written only behind a barrier.
__global__ void split(int* out, int* flag) {
  int t = threadIdx.x;
  __shared__ int s[1025];
  if (flag[blockIdx.x] == 1) s[t] = 1;
  if (flag[blockIdx.x] == 2) s[t + 1] = 2;
  __syncthreads();
  if (t == 0) flag[blockIdx.x] = 0;
}
