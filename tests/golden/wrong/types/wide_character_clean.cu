// expect: verified
// flags: --block 64
__global__ void store() {
  __shared__ int s[64];
  s[sizeof(L'a') == 1 ? 0 : threadIdx.x] = threadIdx.x;
}
