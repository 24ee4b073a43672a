// expect: refuted
// flags: --block 32 --grid 1
// finding: assertion confirmed error A
// finding: assertion confirmed error B
// finding: assertion confirmed error C
// finding: assertion confirmed error D
// Who waits for lanes of which it is none: what that does is undefined.
__global__ void lower_half(int* a) {
  if (threadIdx.x < 16) __syncwarp(0xffff0000); /*A*/
  a[threadIdx.x] = 1;
}

__global__ void odd(int* a) {
  if (threadIdx.x & 1) asm volatile("bar.warp.sync 0x55555555;"); /*B*/
  a[threadIdx.x] = 1;
}

__global__ void neighbour(int* a) {
  __syncwarp(1u << ((threadIdx.x + 1) & 31)); /*C*/
  a[threadIdx.x] = 1;
}

__global__ void given(int* a, unsigned mask) {
  __syncwarp(mask); /*D*/
  a[threadIdx.x] = 1;
}
