// expect: verified
// flags: --block 64
__global__ void choices(int* out) {
  __shared__ int s[64], r[64], q[64];
  const int t = threadIdx.x;
  int& x = t < 32 ? s[t] : r[t];
  x = t;
  (t % 2 == 0 ? r[t / 2] : q[t]) = t;
  __syncthreads();
  out[blockIdx.x * 64 + t] = t < 32 ? s[t] : r[t];
}
