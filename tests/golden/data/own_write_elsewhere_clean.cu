// expect: verified
// flags: --block 64
// Its own write was to another cell: what it reads is still what the phase began with.
__global__ void own(const int* in) {
  int t = threadIdx.x;
  __shared__ int mark[128];
  __shared__ int s[65];
  mark[t] = in[t];
  mark[64 + t] = 0;
  __syncthreads();
  if (mark[0] == 1) s[t] = 1;
  mark[64 + t] = 1;
  if (mark[0] == 2) s[t + 1] = 2;
}
