// expect: verified
// flags: --block 64
struct Guard {
  int* at;
  __device__ ~Guard() { *at = 1 + threadIdx.x; }
};
struct Holder {
  Guard guard;
};
__global__ void store(int n) {
  __shared__ int s[64];
  for (int i = 0; i < n; i++) Holder holder{{&s[threadIdx.x]}};
}
