// expect: refuted
// flags: --block 64 --grid 1
// finding: race any error A
// more: yes
struct Guard {
  int* at;
  __device__ ~Guard() { at[0] = threadIdx.x; } /*A*/
};
__global__ void store(Guard guard) { guard.at[threadIdx.x + 65] = 1; }
