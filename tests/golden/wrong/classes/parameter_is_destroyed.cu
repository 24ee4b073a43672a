// expect: unknown
// flags: --block 64 --grid 1
// unknown: A destructor
struct Guard {
  int* at;
  __device__ ~Guard() { at[0] = threadIdx.x; }
};
__global__ void store(Guard guard) { guard.at[threadIdx.x + 65] = 1; } /*A*/
