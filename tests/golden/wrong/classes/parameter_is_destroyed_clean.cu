// expect: verified
// flags: --block 64 --grid 1
struct Guard {
  int* at;
  __device__ ~Guard() { at[threadIdx.x] = threadIdx.x; }
};
__global__ void store(Guard guard) { guard.at[threadIdx.x + 65] = 1; }
