// expect: verified
// flags: --block 64
__global__ void turn(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  typeof(s[0]) v = s[t ^ 1];
  __syncthreads();
  out[blockIdx.x * 64 + t] = v;
}
